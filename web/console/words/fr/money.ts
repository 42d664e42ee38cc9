import type { MoneyWords } from '../en/money.ts'

export const money: MoneyWords = {
  title: 'Recettes',
  lead: 'Recettes de l’année écoulée, par devise. Nous n’additionnons jamais les devises.',
  income: {
    none: 'Aucune vente dans l’année écoulée.',
    netIn: (currency) => `Net en ${currency}`,
    gross: 'Brut',
    refunded: 'Remboursé',
  },
  recent: {
    title: 'Commandes récentes',
    empty: 'Aucune commande payante pour l’instant',
    emptyText: 'Les commandes de tous les événements s’affichent ici. Les gratuites se trouvent dans chaque événement.',
    more: 'Afficher plus de commandes',
  },
  onSale: { title: 'En vente', none: 'Aucun événement à venir n’a de billets payants.' },
}
