import type { PaymentRulesWords } from '../en/payment-rules.ts'

export const paymentRules: PaymentRulesWords = {
  ofCalendar: 'Cobrar gastos de gestión',
  ofCalendarHint: 'Los compradores ven los precios con los gastos incluidos. No dependen de la forma de pago.',
  ofEvent: 'Gastos de gestión propios de este evento',
  ofEventHint: 'Si no, se aplican los de los ajustes del calendario.',
  percent: 'Gastos en % por plaza',
  fixed: (currency) => `Más, en ${currency} por plaza`,
  cap: (currency) => `Como máximo, en ${currency} por plaza`,
  refundable: 'Reembolsar también los gastos',
  refundableHint: 'Si cancelas el evento, los gastos se devuelven siempre.',
  delayed: {
    label: 'Formas de pago lentas',
    hold: 'Ofrecerlas',
    holdHint: 'Los adeudos y vales tardan hasta 14 días. La plaza queda reservada hasta entonces.',
    off: 'Solo pagos inmediatos',
    ofCalendar: 'Como en los ajustes del calendario',
  },
}
