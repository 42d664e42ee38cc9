import type { RefundsWords } from '../en/refunds.ts'
import { counted } from './counted.ts'

export const refunds: RefundsWords = {
  title: 'Rembourser toutes les commandes',
  sum: (orders, money) => counted(orders, { one: `# commande, ${money}`, other: `# commandes, ${money}` }),
  means:
    'Chaque acheteur récupère ce qui reste de sa commande et reçoit un e-mail. Les remboursements déjà faits ne changent pas.',
  meansByHand:
    'Nous ne transférons pas d’argent pour les commandes payées hors ligne. Remboursez-les vous-même aux acheteurs.',
  nothing: 'Il ne reste rien à rembourser.',
  action: (orders) => counted(orders, { one: 'Rembourser # commande', other: 'Rembourser # commandes' }),
  later: 'Plus tard',
  tryAgain: (orders) => counted(orders, { one: 'Réessayer pour # commande', other: 'Réessayer pour # commandes' }),
  progress: (done, all) =>
    counted(all, {
      one: `Commande traitée : ${done} sur #. Laissez cette fenêtre ouverte.`,
      other: `Commandes traitées : ${done} sur #. Laissez cette fenêtre ouverte.`,
    }),
  finished: 'Terminé.',
  results: 'Remboursements',
  refunded: (orders, money) =>
    counted(orders, { one: `# commande remboursée : ${money}`, other: `# commandes remboursées : ${money}` }),
  pending: (orders, money) =>
    counted(orders, {
      one: `# remboursement en cours chez le prestataire de paiement : ${money}`,
      other: `# remboursements en cours chez le prestataire de paiement : ${money}`,
    }),
  byHand: (orders, money) =>
    counted(orders, {
      one: `# commande à rembourser vous-même : ${money}`,
      other: `# commandes à rembourser vous-même : ${money}`,
    }),
  failed: (orders) =>
    counted(orders, {
      one: '# commande n’a pas pu être remboursée',
      other: '# commandes n’ont pas pu être remboursées',
    }),
}
