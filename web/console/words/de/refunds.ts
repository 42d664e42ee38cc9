import type { RefundsWords } from '../en/refunds.ts'
import { counted } from './counted.ts'

export const refunds: RefundsWords = {
  title: 'Alle Bestellungen erstatten',
  sum: (orders, money) => counted(orders, { one: `# Bestellung, ${money}`, other: `# Bestellungen, ${money}` }),
  means:
    'Alle Käufer bekommen zurück, was von ihrer Bestellung noch übrig ist, und eine E-Mail. Frühere Erstattungen bleiben, wie sie sind.',
  meansByHand: 'Für offline bezahlte Bestellungen überweisen wir nichts. Zahlen Sie das Geld selbst aus.',
  nothing: 'Es gibt nichts mehr zu erstatten.',
  action: (orders) => counted(orders, { one: '# Bestellung erstatten', other: '# Bestellungen erstatten' }),
  later: 'Später',
  tryAgain: (orders) =>
    counted(orders, { one: '# Bestellung noch einmal versuchen', other: '# Bestellungen noch einmal versuchen' }),
  progress: (done, all) =>
    counted(all, {
      one: `${done} von # Bestellung fertig. Lassen Sie dieses Fenster offen.`,
      other: `${done} von # Bestellungen fertig. Lassen Sie dieses Fenster offen.`,
    }),
  finished: 'Fertig.',
  results: 'Erstattungen',
  refunded: (orders, money) =>
    counted(orders, { one: `# Bestellung erstattet: ${money}`, other: `# Bestellungen erstattet: ${money}` }),
  pending: (orders, money) =>
    counted(orders, {
      one: `# Erstattung beim Zahlungsanbieter unterwegs: ${money}`,
      other: `# Erstattungen beim Zahlungsanbieter unterwegs: ${money}`,
    }),
  byHand: (orders, money) =>
    counted(orders, {
      one: `# Bestellung zahlen Sie selbst aus: ${money}`,
      other: `# Bestellungen zahlen Sie selbst aus: ${money}`,
    }),
  failed: (orders) =>
    counted(orders, {
      one: '# Bestellung konnten wir nicht erstatten',
      other: '# Bestellungen konnten wir nicht erstatten',
    }),
}
