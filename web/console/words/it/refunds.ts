import type { RefundsWords } from '../en/refunds.ts'
import { counted } from './counted.ts'

export const refunds: RefundsWords = {
  title: 'Rimborsa tutti gli ordini',
  sum: (orders, money) => counted(orders, { one: `# ordine, ${money}`, other: `# ordini, ${money}` }),
  means:
    'Ogni acquirente riceve ciò che resta da rimborsare del suo ordine e un’e-mail. I rimborsi precedenti non cambiano.',
  meansByHand: 'Non trasferiamo il denaro degli ordini pagati offline. Versalo tu a mano.',
  nothing: 'Non resta niente da rimborsare.',
  action: (orders) => counted(orders, { one: 'Rimborsa # ordine', other: 'Rimborsa # ordini' }),
  later: 'Più tardi',
  tryAgain: (orders) => counted(orders, { one: 'Riprova con # ordine', other: 'Riprova con # ordini' }),
  progress: (done, all) =>
    counted(all, {
      one: `Completato ${done} di # ordine. Tieni aperta questa finestra.`,
      other: `Completati ${done} di # ordini. Tieni aperta questa finestra.`,
    }),
  finished: 'Completato.',
  results: 'Rimborsi',
  refunded: (orders, money) =>
    counted(orders, { one: `# ordine rimborsato: ${money}`, other: `# ordini rimborsati: ${money}` }),
  pending: (orders, money) =>
    counted(orders, {
      one: `# rimborso in corso presso il provider di pagamento: ${money}`,
      other: `# rimborsi in corso presso il provider di pagamento: ${money}`,
    }),
  byHand: (orders, money) =>
    counted(orders, {
      one: `# ordine da rimborsare a mano: ${money}`,
      other: `# ordini da rimborsare a mano: ${money}`,
    }),
  failed: (orders) =>
    counted(orders, {
      one: 'Non è stato possibile rimborsare # ordine',
      other: 'Non è stato possibile rimborsare # ordini',
    }),
}
