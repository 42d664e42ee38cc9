import type { RefundRuleWords } from '../en/refund-rule.ts'

export const refundRule: RefundRuleWords = {
  edit: 'Storno und Gebühren',
  title: 'Storno und Gebühren',
  ofCalendar: 'Wer storniert, bekommt Geld zurück',
  ofCalendarHint: 'Sonst bekommt niemand automatisch Geld zurück. Veranstaltungen und Tickets können davon abweichen.',
  ofEvent: 'Eigene Storno-Regel für diese Veranstaltung',
  ofEventHint: 'Sonst gilt die Regel aus den Einstellungen des Kalenders.',
  ofTicket: 'Eigene Regel für dieses Ticket',
  ofTicketHint: 'Sonst gilt die Regel der Veranstaltung.',
  hoursBefore: 'Stunden vor Beginn',
  percent: 'Erstattung in %',
  addStep: 'Stufe hinzufügen',
  removeStep: 'Entfernen',
  none: 'Wer storniert, bekommt nichts zurück.',
  feePercent: 'Stornogebühr, in % pro Platz',
  feeFixed: (currency) => `Stornogebühr, in ${currency} pro Platz`,
  later: 'Frühere Bestellungen behalten ihre Regel.',
  save: 'Speichern',
  saved: 'Gespeichert.',
}
