import type { RefundRuleWords } from '../en/refund-rule.ts'

export const refundRule: RefundRuleWords = {
  edit: 'Terugbetaling en kosten',
  title: 'Terugbetaling en kosten',
  ofCalendar: 'Geld terug bij annulering',
  ofCalendarHint: 'Anders krijgt niemand automatisch geld terug. Een evenement of ticket kan een eigen regel hebben.',
  ofEvent: 'Eigen regel voor dit evenement',
  ofEventHint: 'Anders geldt de regel uit de instellingen van de agenda.',
  ofTicket: 'Eigen regel voor dit ticket',
  ofTicketHint: 'Anders geldt de regel van het evenement.',
  hoursBefore: 'Uren voor aanvang',
  percent: 'Terugbetaling in %',
  addStep: 'Stap toevoegen',
  removeStep: 'Verwijderen',
  none: 'Wie annuleert, krijgt niets terug.',
  feePercent: 'Je houdt, in % per plaats',
  feeFixed: (currency) => `Je houdt, in ${currency} per plaats`,
  later: 'Eerdere bestellingen houden hun regel.',
  save: 'Opslaan',
  saved: 'Opgeslagen.',
}
