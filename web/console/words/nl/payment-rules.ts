import type { PaymentRulesWords } from '../en/payment-rules.ts'

export const paymentRules: PaymentRulesWords = {
  ofCalendar: 'Servicekosten rekenen',
  ofCalendarHint: 'Kopers zien prijzen inclusief de kosten. Ze hangen niet af van de betaalwijze.',
  ofEvent: 'Eigen servicekosten voor dit evenement',
  ofEventHint: 'Anders gelden de kosten uit de instellingen van de agenda.',
  percent: 'Kosten in % per plaats',
  fixed: (currency) => `Plus, in ${currency} per plaats`,
  cap: (currency) => `Hooguit, in ${currency} per plaats`,
  refundable: 'Kosten ook terugbetalen',
  refundableHint: 'Als je het evenement annuleert, krijgen gasten de kosten altijd terug.',
  delayed: {
    label: 'Trage betaalwijzen',
    hold: 'Aanbieden',
    holdHint: 'Incasso en vouchers duren tot 14 dagen. De plaats blijft zo lang gereserveerd.',
    off: 'Alleen directe betaalwijzen',
    ofCalendar: 'Zoals in de instellingen van de agenda',
  },
}
