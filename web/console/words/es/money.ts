import type { MoneyWords } from '../en/money.ts'

export const money: MoneyWords = {
  title: 'Ingresos',
  lead: 'Ingresos del último año por moneda. Nunca sumamos monedas distintas.',
  income: {
    none: 'Sin ventas en el último año.',
    netIn: (currency) => `Neto en ${currency}`,
    gross: 'Bruto',
    refunded: 'Reembolsado',
  },
  recent: {
    title: 'Pedidos recientes',
    empty: 'Aún no hay pedidos de pago',
    emptyText: 'Aquí aparecen los pedidos de todos los eventos. Los gratuitos están en cada evento.',
    more: 'Mostrar más pedidos',
  },
  onSale: { title: 'A la venta', none: 'Ningún próximo evento tiene entradas de pago.' },
}
