import type { RefundsWords } from '../en/refunds.ts'
import { counted } from './counted.ts'

export const refunds: RefundsWords = {
  title: 'Alle bestellingen terugbetalen',
  sum: (orders, money) => counted(orders, { one: `# bestelling, ${money}`, other: `# bestellingen, ${money}` }),
  means:
    'Elke besteller krijgt terug wat er van de bestelling over is, en een e-mail. Eerdere terugbetalingen blijven zoals ze zijn.',
  meansByHand: 'Voor offline betaalde bestellingen maken wij geen geld over. Betaal die zelf terug.',
  nothing: 'Er is niets meer om terug te betalen.',
  action: (orders) => counted(orders, { one: '# bestelling terugbetalen', other: '# bestellingen terugbetalen' }),
  later: 'Later',
  tryAgain: (orders) =>
    counted(orders, { one: '# bestelling opnieuw proberen', other: '# bestellingen opnieuw proberen' }),
  progress: (done, all) =>
    counted(all, {
      one: `${done} van # bestelling klaar. Laat dit open.`,
      other: `${done} van # bestellingen klaar. Laat dit open.`,
    }),
  finished: 'Klaar.',
  results: 'Terugbetalingen',
  refunded: (orders, money) =>
    counted(orders, { one: `# bestelling terugbetaald: ${money}`, other: `# bestellingen terugbetaald: ${money}` }),
  pending: (orders, money) =>
    counted(orders, {
      one: `# terugbetaling onderweg bij de betaalprovider: ${money}`,
      other: `# terugbetalingen onderweg bij de betaalprovider: ${money}`,
    }),
  byHand: (orders, money) =>
    counted(orders, {
      one: `# bestelling betaal je zelf terug: ${money}`,
      other: `# bestellingen betaal je zelf terug: ${money}`,
    }),
  failed: (orders) =>
    counted(orders, {
      one: '# bestelling kon niet worden terugbetaald',
      other: '# bestellingen konden niet worden terugbetaald',
    }),
}
