import type { PaymentRulesWords } from '../en/payment-rules.ts'

export const paymentRules: PaymentRulesWords = {
  ofCalendar: 'Applica una commissione di servizio',
  ofCalendarHint: 'Chi acquista vede i prezzi con la commissione. Non dipende dal metodo di pagamento.',
  ofEvent: 'Commissione propria per questo evento',
  ofEventHint: 'Altrimenti vale quella delle impostazioni del calendario.',
  percent: 'Commissione in % per posto',
  fixed: (currency) => `Più, in ${currency} per posto`,
  cap: (currency) => `Al massimo, in ${currency} per posto`,
  refundable: 'Rimborsa anche la commissione',
  refundableHint: 'Se annulli l’evento, la commissione viene sempre restituita.',
  delayed: {
    label: 'Metodi di pagamento lenti',
    hold: 'Offrili',
    holdHint: 'Addebiti e voucher richiedono fino a 14 giorni. Il posto resta riservato fino ad allora.',
    off: 'Solo pagamenti immediati',
    ofCalendar: 'Come nelle impostazioni del calendario',
  },
}
