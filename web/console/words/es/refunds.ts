import type { RefundsWords } from '../en/refunds.ts'
import { counted } from './counted.ts'

export const refunds: RefundsWords = {
  title: 'Reembolsar todos los pedidos',
  sum: (orders, money) => counted(orders, { one: `# pedido, ${money}`, other: `# pedidos, ${money}` }),
  means:
    'Cada comprador recibe lo que queda por reembolsar de su pedido y un correo. Los reembolsos anteriores no cambian.',
  meansByHand: 'No transferimos el dinero de los pedidos pagados fuera de la plataforma. Devuélvelo tú por tu cuenta.',
  nothing: 'No queda nada por reembolsar.',
  action: (orders) => counted(orders, { one: 'Reembolsar # pedido', other: 'Reembolsar # pedidos' }),
  later: 'Más tarde',
  tryAgain: (orders) =>
    counted(orders, { one: 'Volver a intentarlo con # pedido', other: 'Volver a intentarlo con # pedidos' }),
  progress: (done, all) =>
    counted(all, {
      one: `${done} de # pedido listo. No cierres esta ventana.`,
      other: `${done} de # pedidos listos. No cierres esta ventana.`,
    }),
  finished: 'Terminado.',
  results: 'Reembolsos',
  refunded: (orders, money) =>
    counted(orders, { one: `# pedido reembolsado: ${money}`, other: `# pedidos reembolsados: ${money}` }),
  pending: (orders, money) =>
    counted(orders, {
      one: `# reembolso en curso en el proveedor de pagos: ${money}`,
      other: `# reembolsos en curso en el proveedor de pagos: ${money}`,
    }),
  byHand: (orders, money) =>
    counted(orders, {
      one: `# pedido que debes devolver tú: ${money}`,
      other: `# pedidos que debes devolver tú: ${money}`,
    }),
  failed: (orders) =>
    counted(orders, { one: 'No se ha podido reembolsar # pedido', other: 'No se han podido reembolsar # pedidos' }),
}
