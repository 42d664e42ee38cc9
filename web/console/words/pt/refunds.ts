import type { RefundsWords } from '../en/refunds.ts'
import { counted } from './counted.ts'

export const refunds: RefundsWords = {
  title: 'Reembolsar todas as encomendas',
  sum: (orders, money) => counted(orders, { one: `# encomenda, ${money}`, other: `# encomendas, ${money}` }),
  means:
    'Cada comprador recebe o que falta reembolsar da sua encomenda e um e-mail. Os reembolsos anteriores não mudam.',
  meansByHand: 'Não transferimos o dinheiro das encomendas pagas offline. A devolução fica a seu cargo.',
  nothing: 'Já não há nada para reembolsar.',
  action: (orders) => counted(orders, { one: 'Reembolsar # encomenda', other: 'Reembolsar # encomendas' }),
  later: 'Mais tarde',
  tryAgain: (orders) =>
    counted(orders, { one: 'Tentar de novo com # encomenda', other: 'Tentar de novo com # encomendas' }),
  progress: (done, all) =>
    counted(all, {
      one: `Concluídas: ${done} de # encomenda. Não feche esta janela.`,
      other: `Concluídas: ${done} de # encomendas. Não feche esta janela.`,
    }),
  finished: 'Concluído.',
  results: 'Reembolsos',
  refunded: (orders, money) =>
    counted(orders, { one: `# encomenda reembolsada: ${money}`, other: `# encomendas reembolsadas: ${money}` }),
  pending: (orders, money) =>
    counted(orders, {
      one: `# reembolso em curso no fornecedor de pagamentos: ${money}`,
      other: `# reembolsos em curso no fornecedor de pagamentos: ${money}`,
    }),
  byHand: (orders, money) =>
    counted(orders, {
      one: `# encomenda com devolução a seu cargo: ${money}`,
      other: `# encomendas com devolução a seu cargo: ${money}`,
    }),
  failed: (orders) =>
    counted(orders, {
      one: 'Não foi possível reembolsar # encomenda',
      other: 'Não foi possível reembolsar # encomendas',
    }),
}
