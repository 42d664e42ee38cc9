import type { ErasureWords } from '../en/erasure.ts'
import { counted } from './counted.ts'

export const erasure: ErasureWords = {
  title: {
    event: (name) => `Supprimer « ${name} » ?`,
    calendar: (name) => `Supprimer ${name} ?`,
    account: 'Supprimer votre compte ?',
  },
  lead: {
    event:
      'Nous supprimerons l’événement dans 30 jours. D’ici là, il n’est pas public, personne ne peut le modifier et vous pouvez annuler la suppression.',
    calendar:
      'Nous supprimerons le calendrier dans 30 jours. D’ici là, il n’est pas public, personne ne peut le modifier et vous pouvez annuler la suppression.',
    account:
      'Nous supprimerons votre compte dans 30 jours, avec les calendriers dont vous êtes le seul membre. D’ici là, vous pouvez annuler la suppression. Votre compte chez le fournisseur d’identité n’est pas supprimé.',
  },
  empty: {
    event:
      'Personne ne s’est jamais inscrit à cet événement : nous le supprimerons immédiatement. Cette action est irréversible.',
    calendar:
      'Ce calendrier n’a pas d’événements : nous le supprimerons immédiatement. Sa page, ses flux et sa liste intégrée cesseront de fonctionner. Cette action est irréversible.',
  },
  deleteNow: 'Supprimer définitivement',
  erases: 'Ce que nous supprimons',
  counts: {
    events: (count) => counted(count, { one: '# événement', other: '# événements' }),
    guests: (count) => counted(count, { one: '# invité', other: '# invités' }),
    orders: (count) => counted(count, { one: '# commande', other: '# commandes' }),
    members: (count) => counted(count, { one: '# membre de l’équipe', other: '# membres de l’équipe' }),
    images: (count) => counted(count, { one: '# image', other: '# images' }),
    apiKeys: (count) => counted(count, { one: '# clé API', other: '# clés API' }),
    webhooks: (count) => counted(count, { one: '# webhook', other: '# webhooks' }),
  },
  nothingElse: 'Votre nom, vos réglages et votre identifiant dans toutes les données',
  stays: 'Ce que nous conservons',
  staying: {
    DOCUMENTS: 'Les factures et avoirs d’un événement jusqu’à leur date, car le droit fiscal l’exige',
    POSTINGS: 'Les mouvements d’argent, sans noms, pour que les comptes restent complets',
    SLUGS: 'Les adresses web, pour qu’un ancien lien ne mène jamais à autre chose',
    CHANGE_FEED:
      'La liste des modifications, avec les identifiants seulement, pendant 30 jours, pour que les programmes connectés apprennent la suppression',
    RESPONSES:
      'Les réponses chiffrées aux programmes, pendant 1 jour, pour qu’une requête répétée ne soit pas exécutée deux fois',
    EMAIL_RECORDS:
      'La trace des e-mails envoyés, sans adresse ni contenu, pendant 30 jours, pour qu’aucun e-mail ne soit envoyé deux fois',
  },
  copyFirst: 'Vous voulez une copie ? Téléchargez d’abord toutes les données :',
  confirm: (name) => `Saisissez « ${name} » pour confirmer`,
  request: 'Supprimer dans 30 jours',

  blocked: {
    event: 'Vous ne pouvez pas encore supprimer cet événement',
    calendar: 'Vous ne pouvez pas encore supprimer ce calendrier',
    account: 'Vous ne pouvez pas encore supprimer votre compte',
  },
  blocks: {
    EVENT_AHEAD:
      'L’événement n’est pas terminé. Annulez-le d’abord, pour que ses invités reçoivent un e-mail, ou attendez qu’il soit terminé.',
    EVENTS_WITH_GUESTS: (count) =>
      counted(count, {
        one: '# événement à venir a des invités. Annulez-le d’abord, pour qu’ils reçoivent un e-mail.',
        other: '# événements à venir ont des invités. Annulez-les d’abord, pour que leurs invités reçoivent un e-mail.',
      }),
    DOCUMENTS_KEPT: 'Le calendrier a des factures à conserver selon la loi. Vous pourrez le supprimer ensuite.',
    OPEN_PAYMENTS: 'Des remboursements ou des paiements sont en cours. Réessayez quand ils seront terminés.',
    ONLY_OWNER: (calendar, members) =>
      counted(members, {
        one: `Personne d’autre que vous n’est propriétaire de ${calendar}, qui a # autre membre. Donnez ce rôle à ce membre, ou supprimez d’abord le calendrier.`,
        other: `Personne d’autre que vous n’est propriétaire de ${calendar}, qui a # autres membres. Donnez ce rôle à l’un de ces membres, ou supprimez d’abord le calendrier.`,
      }),
    other: 'Une opération est encore en cours. Réessayez plus tard.',
  },
  open: {
    EVENT_AHEAD: 'Ouvrir l’événement',
    EVENTS_WITH_GUESTS: 'Voir les événements',
    OPEN_PAYMENTS: 'Voir les recettes',
    ONLY_OWNER: 'Ouvrir l’équipe',
  },
  managersCant:
    'Il y a eu des inscriptions à cet événement. Annulez-le plutôt, ou demandez à un propriétaire de le supprimer.',

  pending: {
    event: (name, when) => ['L’événement ', name, ` sera supprimé le ${when}. D’ici là, personne ne peut le modifier.`],
    calendar: (name, when) => [
      'Le calendrier ',
      name,
      ` sera supprimé le ${when}. D’ici là, il n’est pas public et personne ne peut le modifier.`,
    ],
    account: (when) => `Votre compte sera supprimé le ${when}.`,
  },
  takeBack: 'Annuler la suppression',
  takenBack: 'Suppression annulée. Rien ne sera supprimé.',
  requested: {
    event: 'Nous avons envoyé la date par e-mail aux propriétaires.',
    calendar: 'Nous avons envoyé la date par e-mail aux propriétaires.',
    account: 'D’ici là, vous pouvez annuler la suppression.',
  },

  download: {
    title: 'Récupérer toutes les données',
    lead: 'Un fichier ZIP avec les événements, les invités, les commandes, les entrées, les messages, les codes promo, l’équipe et les images, en CSV et en JSON. Il ne contient ni mots de passe, ni clés, ni codes QR.',
    button: 'Tout télécharger',
    underWay: 'Téléchargement…',
  },
}
