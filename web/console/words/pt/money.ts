import type { MoneyWords } from '../en/money.ts'

export const money: MoneyWords = {
  title: 'Receitas',
  lead: 'Receitas do último ano por moeda. Nunca somamos moedas diferentes.',
  income: {
    none: 'Sem vendas no último ano.',
    netIn: (currency) => `Líquido em ${currency}`,
    gross: 'Bruto',
    refunded: 'Reembolsado',
  },
  recent: {
    title: 'Encomendas recentes',
    empty: 'Ainda não há encomendas com preço',
    emptyText: 'As encomendas de todos os eventos aparecem aqui. As gratuitas estão em cada evento.',
    more: 'Mostrar mais encomendas',
  },
  onSale: { title: 'À venda', none: 'Nenhum evento futuro tem bilhetes pagos.' },
}
