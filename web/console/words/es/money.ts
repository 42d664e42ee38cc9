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
  accounts: {
    title: 'Cuentas de pago',
    lead: 'Conecta tu propia cuenta y el dinero de las entradas te llega directamente. Nunca lo retenemos.',
    connect: 'Conectar con Stripe',
    ownKey: 'Usar mi propia clave de Stripe',
    country: 'País',
    key: 'Clave restringida',
    keyHint:
      'Empieza por rk_. Stripe → Desarrolladores → Claves de API. La guardamos cifrada y no la volvemos a mostrar.',
    save: 'Conectar cuenta',
    unfinished: 'Stripe necesita algunos datos más antes de que puedas vender.',
    continueThere: 'Continuar en Stripe',
    testMode: 'Modo de prueba',
    forNewOrders: 'Pedidos nuevos',
    makeDefault: 'Usar para pedidos nuevos',
    disconnect: 'Desconectar…',
    disconnectTitle: '¿Desconectar esta cuenta?',
    disconnectText:
      'Las páginas de pago abiertas se cerrarán. Una cuenta conectada ya no podrá reembolsar desde aquí. Escribe el nombre del calendario para confirmar.',
    calendarName: 'Nombre del calendario',
    otherName: 'El nombre no coincide.',
    disconnectAction: 'Desconectar cuenta',
    disconnected: 'Cuenta desconectada',
    signInAgain: 'Vuelve a iniciar sesión para cambiar las cuentas de pago.',
    signInAgainAction: 'Volver a iniciar sesión',
    keyEnding: (x) => `clave que termina en ${x}`,
    statuses: {
      ONBOARDING: 'Sin terminar',
      ACTIVE: 'Lista',
      RESTRICTED: 'Limitada por Stripe',
      DISCONNECTED: 'Desconectada',
    },
  },
}
