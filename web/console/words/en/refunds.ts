import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  title: 'Refund all orders',
  sum: (orders: number, money: string) => counted(orders, { one: `# order, ${money}`, other: `# orders, ${money}` }),
  means: 'Each buyer gets back the rest of their order, and an email. Earlier refunds don’t change.',
  meansByHand: 'We don’t transfer money for orders that were paid offline. Pay these out yourself.',
  nothing: 'There’s nothing left to refund.',
  action: (orders: number) => counted(orders, { one: 'Refund # order', other: 'Refund # orders' }),
  later: 'Later',
  tryAgain: (orders: number) => counted(orders, { one: 'Try # order again', other: 'Try # orders again' }),
  progress: (done: number, all: number) =>
    counted(all, {
      one: `${done} of # order done. Keep this open.`,
      other: `${done} of # orders done. Keep this open.`,
    }),
  finished: 'Finished.',
  results: 'Refunds',
  refunded: (orders: number, money: string) =>
    counted(orders, { one: `# order refunded: ${money}`, other: `# orders refunded: ${money}` }),
  pending: (orders: number, money: string) =>
    counted(orders, {
      one: `# refund on its way at the payment provider: ${money}`,
      other: `# refunds on their way at the payment provider: ${money}`,
    }),
  byHand: (orders: number, money: string) =>
    counted(orders, {
      one: `# order for you to pay out: ${money}`,
      other: `# orders for you to pay out: ${money}`,
    }),
  failed: (orders: number) =>
    counted(orders, { one: '# order couldn’t be refunded', other: '# orders couldn’t be refunded' }),
}

export type RefundsWords = typeof english

export const refundsWords = area('refunds', english)
