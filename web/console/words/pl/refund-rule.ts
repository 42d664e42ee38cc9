import type { RefundRuleWords } from '../en/refund-rule.ts'

export const refundRule: RefundRuleWords = {
  edit: 'Zwroty i opłaty',
  title: 'Zwroty i opłaty',
  ofCalendar: 'Zwracaj pieniądze rezygnującym',
  ofCalendarHint:
    'W przeciwnym razie nikt nie otrzymuje zwrotu automatycznie. Wydarzenie lub bilet może mieć własne zasady.',
  ofEvent: 'Własne zasady tego wydarzenia',
  ofEventHint: 'W przeciwnym razie obowiązują zasady z ustawień kalendarza.',
  ofTicket: 'Osobna zasada dla tego biletu',
  ofTicketHint: 'W przeciwnym razie obowiązuje zasada wydarzenia.',
  hoursBefore: 'Godzin przed rozpoczęciem',
  percent: 'Zwrot w %',
  addStep: 'Dodaj próg',
  removeStep: 'Usuń',
  none: 'Rezygnujący nie otrzymują zwrotu.',
  feePercent: 'Zatrzymujesz, w % za miejsce',
  feeFixed: (currency) => `Zatrzymujesz, w ${currency} za miejsce`,
  later: 'Wcześniejsze zamówienia zachowują swoje zasady.',
  save: 'Zapisz',
  saved: 'Zapisano.',
}
