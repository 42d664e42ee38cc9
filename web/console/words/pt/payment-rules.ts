import type { PaymentRulesWords } from '../en/payment-rules.ts'

export const paymentRules: PaymentRulesWords = {
  ofCalendar: 'Cobrar uma taxa de serviço',
  ofCalendarHint: 'Os compradores veem os preços com a taxa. Ela não depende da forma de pagamento.',
  ofEvent: 'Taxa de serviço própria deste evento',
  ofEventHint: 'Caso contrário, vale a taxa das definições do calendário.',
  percent: 'Taxa em % por lugar',
  fixed: (currency) => `Mais, em ${currency} por lugar`,
  cap: (currency) => `No máximo, em ${currency} por lugar`,
  refundable: 'Reembolsar também a taxa',
  refundableHint: 'Se cancelar o evento, a taxa é sempre devolvida.',
  delayed: {
    label: 'Formas de pagamento lentas',
    hold: 'Oferecer',
    holdHint: 'Débitos diretos e vales demoram até 14 dias. O lugar fica reservado até lá.',
    off: 'Só pagamentos imediatos',
    ofCalendar: 'Como nas definições do calendário',
  },
}
