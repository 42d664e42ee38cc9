import type { DeliveriesWords } from '../en/deliveries.ts'
import { counted } from './counted.ts'

const deliveriesOf = (count: number) => counted(count, { one: '# envoi', other: '# envois' })

export const deliveries: DeliveriesWords = {
  title: 'Envois',
  lead: 'Toutes les requêtes à vos webhooks, avec chaque tentative et sa réponse.',
  live: 'En direct',
  notAnswering: 'Pas de réponse pour le moment',

  filters: {
    all: 'Tous',
    webhook: 'Webhook',
    state: 'État',
    type: 'Type',
  },
  empty: { title: 'Aucun envoi', about: 'La première requête à un webhook s’affichera ici.' },
  noMatches: { title: 'Aucun résultat', about: 'Aucun envoi ne correspond à ces filtres.' },
  count: deliveriesOf,
  countOnPage: (count, page, pages) => `${deliveriesOf(count)}, page ${page} sur ${pages}`,
  newer: 'Plus récents',
  older: 'Plus anciens',

  states: {
    pending: 'Envoi en cours',
    retrying: 'Nouvel essai',
    succeeded: 'Distribué',
    failed: 'Échoué',
    cancelled: 'Annulé',
  },
  toDeleted: (webhookId) => `${webhookId}, supprimé`,
  attempts: (count) => counted(count, { one: '# tentative', other: '# tentatives' }),
  nextIn: (when) => ['prochaine ', when],
  nextNow: 'prochaine maintenant',

  created: (time) => ['Création : ', time],
  nextAttempt: (when) => ['Prochaine tentative ', when, '.'],
  notRetried: 'Nous ne réessaierons pas automatiquement.',
  dropped: 'Abandonné, car son webhook a été désactivé ou supprimé.',
  retry: 'Réessayer maintenant',
  resent: 'Envoi relancé.',
  noAttempts: 'Aucune tentative',
  attemptLog: 'Tentatives',
  attempt: (number) => `Tentative ${number}`,
  answerToAttempt: (number) => `Réponse à la tentative ${number}`,
  noResponse: 'Aucune réponse',
  codeWithError: (code, error) => `${code} (${error})`,
  duration: (ms) => `${ms} ms`,
  payload: 'Contenu',
  copiedPayload: 'le contenu',
}
