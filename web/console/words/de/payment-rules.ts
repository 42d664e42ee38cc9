import type { PaymentRulesWords } from '../en/payment-rules.ts'

export const paymentRules: PaymentRulesWords = {
  ofCalendar: 'Servicegebühr erheben',
  ofCalendarHint: 'Käufer sehen Preise mit der Gebühr. Sie hängt nicht von der Zahlungsart ab.',
  ofEvent: 'Eigene Servicegebühr für diese Veranstaltung',
  ofEventHint: 'Sonst gilt die Gebühr aus den Einstellungen des Kalenders.',
  percent: 'Gebühr in % pro Platz',
  fixed: (currency) => `Zusätzlich, in ${currency} pro Platz`,
  cap: (currency) => `Höchstens, in ${currency} pro Platz`,
  refundable: 'Gebühr mit erstatten',
  refundableHint: 'Wenn Sie die Veranstaltung absagen, bekommen Gäste die Gebühr immer zurück.',
  delayed: {
    label: 'Langsame Zahlungsarten',
    hold: 'Anbieten',
    holdHint: 'Lastschrift und Zahlscheine brauchen bis zu 14 Tage. Der Platz bleibt so lange reserviert.',
    off: 'Nur sofortige Zahlungsarten',
    ofCalendar: 'Wie in den Einstellungen des Kalenders',
  },
}
