import type { RefundsWords } from '../en/refunds.ts'
import { counted, number, ordersCounted } from './counted.ts'

export const refunds: RefundsWords = {
  title: 'Zwrot za wszystkie zamówienia',
  sum: (orders, money) => `${ordersCounted(orders)}, ${money}`,
  means:
    'Każdy kupujący dostanie e-mail i zwrot tego, co zostało z jego zamówienia. Wcześniejsze zwroty pozostaną bez zmian.',
  meansByHand: 'Za zamówienia opłacone poza serwisem nie przelewamy pieniędzy. Wypłać je samodzielnie.',
  nothing: 'Nie ma już czego zwracać.',
  action: (orders) => `Zwróć pieniądze za ${ordersCounted(orders)}`,
  later: 'Później',
  tryAgain: (orders) => `Spróbuj ponownie: ${ordersCounted(orders)}`,
  progress: (done, all) => `Gotowe: ${number(done)} z ${number(all)}. Nie zamykaj tego okna.`,
  finished: 'Gotowe.',
  results: 'Zwroty',
  refunded: (orders, money) => `Zwrócono za ${ordersCounted(orders)}: ${money}`,
  pending: (orders, money) =>
    counted(orders, {
      one: `# zwrot w drodze u operatora płatności: ${money}`,
      few: `# zwroty w drodze u operatora płatności: ${money}`,
      many: `# zwrotów w drodze u operatora płatności: ${money}`,
      other: `# zwrotu w drodze u operatora płatności: ${money}`,
    }),
  byHand: (orders, money) => `${ordersCounted(orders)} do samodzielnej wypłaty: ${money}`,
  failed: (orders) => `Nie udało się zwrócić pieniędzy za ${ordersCounted(orders)}`,
}
