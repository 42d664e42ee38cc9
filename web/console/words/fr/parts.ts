import type { PartsWords } from '../en/parts.ts'
import { counted } from './counted.ts'

export const parts: PartsWords = {
  today: 'Aujourd’hui',
  tomorrow: 'Demain',
  now: 'Maintenant',
  nextDays: '7 prochains jours',
  allDay: 'toute la journée',
  dayAndTime: (day, time) => `${day}, ${time}`,
  dayAllDay: (day) => `${day}, toute la journée`,
  minutes: (count) => `${count} min`,
  hours: (count) => `${count} h`,
  hoursAndMinutes: (hours, minutes) => `${hours} h ${minutes}`,
  days: (count) => counted(count, { one: '# jour', other: '# jours' }),

  selectRow: (name) => `Sélectionner ${name}`,
  selectPage: 'Tout sélectionner sur cette page',
  pages: 'Pages',
  range: (from, until, total) => `${from}–${until} sur ${total}`,
  showAsTable: 'Afficher en tableau',
  noLimit: 'sans limite',

  filters: 'Filtres',
  clearFilters: 'Effacer les filtres',
  showResults: 'Voir les résultats',

  loading: 'Chargement',
  selectAndCopy: 'Sélectionnez le texte et copiez-le',
  needsPlan: (plan) => `À partir de la formule ${plan}`,
  seePlans: 'Voir les formules',

  markdown: { toolbar: 'Mise en forme', bold: 'Gras', italic: 'Italique', list: 'Liste', link: 'Lien' },

  checkFields: (count) => counted(count, { one: 'Vérifiez # champ.', other: 'Vérifiez # champs.' }),
  aboutField: (field, message) => `${field} : ${message}.`,
  fieldNames: {
    timezone: 'Fuseau horaire',
    allDay: 'Toute la journée',
    startAt: 'Début',
    endAt: 'Fin',
    rrule: 'Fréquence',
    registrationOpensAt: 'Ouverture des inscriptions',
    registrationClosesAt: 'Fermeture des inscriptions',
    checkInOpensAt: 'Ouverture de l’accueil',
    checkInClosesAt: 'Fermeture de l’accueil',
    capacity: 'Capacité',
    title: 'Titre',
    location: 'Lieu',
  },

  emails: (number) => `${number} e-mails`,
  typeNumber: (number) => `Saisissez ${number} pour confirmer`,
  quoteChanged: 'Quelque chose a changé entre-temps. Vérifiez les nouveaux chiffres et confirmez à nouveau.',
  pageBroken: 'Une erreur s’est produite sur cette page. Rechargez-la.',
  unreachable: 'Le service ne répond pas. Vérifiez la connexion, puis réessayez.',
  tooManyTries: (when) => `Trop de tentatives. Réessayez ${when}.`,
  notResponding: (when) => `Une partie du service ne répond pas. Réessayez ${when}.`,
  ourSide: 'Une erreur s’est produite de notre côté.',
  ourSideNumber: (number) =>
    `Une erreur s’est produite de notre côté. Si cela se reproduit, donnez-nous ce numéro : ${number}.`,
  inAMoment: 'dans un instant',
  inASecond: 'dans une seconde',
  inSeconds: (count) => counted(count, { one: 'dans # seconde', other: 'dans # secondes' }),
  inMinutes: (count) => counted(count, { one: 'dans # minute', other: 'dans # minutes' }),
  sessionEnded: 'Vous êtes déconnecté. Reconnectez-vous pour continuer.',
  signIn: {
    unfinished: 'Vous n’avez pas terminé la connexion.',
    unreachable: 'La page de connexion est injoignable pour le moment.',
    failed: 'La connexion n’a pas abouti. Réessayez.',
    elsewhere: 'Vous avez commencé cette connexion dans un autre onglet. Réessayez ici.',
    missing: 'Le fournisseur d’identité n’a pas de page de connexion.',
  },
}
