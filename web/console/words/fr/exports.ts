import type { ExportsWords } from '../en/exports.ts'
import { counted } from './counted.ts'

const weekdays = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche']

export const exports: ExportsWords = {
  title: 'Exports',
  lead: 'Des fichiers créés à intervalles réguliers et envoyés par e-mail sous forme de lien.',
  schedule: 'Programmer un export',
  empty: {
    title: 'Aucun export',
    about:
      'Recevez les invités, les commandes, les entrées ou les événements dans un fichier. Nous vous envoyons un lien chaque jour, chaque semaine ou chaque mois.',
  },

  datasets: { GUESTS: 'Invités', ORDERS: 'Commandes', CHECKINS: 'Entrées', EVENTS: 'Événements' },
  weekdays,
  file: (dataset, format) => `${dataset} en ${format}`,
  fileOfEvent: (dataset, format, event) => `${dataset} en ${format} · ${event}`,
  daily: (time, zone) => `Chaque jour à ${time}, ${zone}`,
  weekly: (weekday, time, zone) => `Chaque ${weekdays[weekday - 1] ?? ''} à ${time}, ${zone}`,
  monthly: (day, time, zone) => `Le ${day} de chaque mois à ${time}, ${zone}`,
  recipients: (addresses) => `À ${addresses}`,
  next: (when) => ['Prochaine exécution ', when],
  due: 'À exécuter maintenant',
  neverRan: 'Jamais exécuté',
  lastRan: (when) => ['Dernière exécution ', when],

  states: {
    active: 'Actif',
    paused: 'En pause',
    pausedAfterFailures: 'En pause : trop d’échecs',
    pausedWithoutAccess: 'En pause : la personne qui l’a créé n’a plus accès à ces données',
    failed: (times) => (times === 1 ? 'Dernier essai échoué' : counted(times, { one: '# échec', other: '# échecs' })),
  },
  pause: 'Mettre en pause',
  paused: 'Export en pause.',
  resume: 'Reprendre',
  resumed: 'Export repris.',
  deleting: {
    title: 'Supprimer cet export ?',
    about: 'Nous supprimons aussi ses exécutions et leurs fichiers. Les liens envoyés ne fonctionneront plus.',
    action: 'Supprimer l’export',
  },

  form: {
    create: 'Programmer un export',
    edit: 'Modifier l’export',
    data: 'Données',
    format: 'Format',
    csv: 'CSV, pour les tableurs',
    json: 'JSON, pour les programmes',
    event: 'Événement',
    everyEvent: 'Tous les événements',
    currentEvent: 'Événement actuel',
    frequency: 'Fréquence',
    daily: 'Chaque jour',
    weekly: 'Chaque semaine',
    monthly: 'Chaque mois',
    weekday: 'Jour de la semaine',
    dayOfMonth: 'Jour du mois',
    dayOfMonthHint: 'Les mois plus courts, il s’exécute le dernier jour.',
    time: 'Heure',
    timezone: 'Fuseau horaire',
    recipients: 'Envoyé à',
    recipientsHint: 'Jusqu’à dix adresses, séparées par des virgules. Chacune reçoit un lien qui expire.',
    createAction: 'Programmer l’export',
    editAction: 'Enregistrer l’export',
  },

  runs: {
    title: 'Exécutions',
    empty: 'Cet export n’a pas encore été exécuté.',
    newest: (shown, total) => `Les ${shown} plus récentes sur ${total}.`,
    states: { PENDING: 'En attente', RUNNING: 'En cours', SUCCEEDED: 'Terminée', FAILED: 'Échouée' },
    rows: (count) => counted(count, { one: '# ligne', other: '# lignes' }),
    attempts: (count) => counted(count, { one: '# tentative', other: '# tentatives' }),
    download: 'Télécharger',
    downloadUntil: (link, when) => [link('Télécharger'), ' (expire ', when, ')'],
    bytes: (count) => counted(count, { one: '# octet', other: '# octets' }),
    kilobytes: (amount) => `${amount} Ko`,
    megabytes: (amount) => `${amount} Mo`,
    gigabytes: (amount) => `${amount} Go`,
  },
}
