import type { PaymentRulesWords } from '../en/payment-rules.ts'

export const paymentRules: PaymentRulesWords = {
  ofCalendar: 'Facturer des frais de service',
  ofCalendarHint: 'Les acheteurs voient les prix frais compris. Ils ne dépendent pas du moyen de paiement.',
  ofEvent: 'Frais de service propres à cet événement',
  ofEventHint: 'Sinon, les frais des réglages du calendrier s’appliquent.',
  percent: 'Frais en % par place',
  fixed: (currency) => `Plus, en ${currency} par place`,
  cap: (currency) => `Au maximum, en ${currency} par place`,
  refundable: 'Rembourser aussi les frais',
  refundableHint: 'Si vous annulez l’événement, les frais sont toujours remboursés.',
  delayed: {
    label: 'Moyens de paiement lents',
    hold: 'Les proposer',
    holdHint: 'Les prélèvements et bons de paiement prennent jusqu’à 14 jours. La place reste réservée jusque-là.',
    off: 'Seulement les paiements immédiats',
    ofCalendar: 'Comme dans les réglages du calendrier',
  },
}
