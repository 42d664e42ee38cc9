import type { RefundRuleWords } from '../en/refund-rule.ts'

export const refundRule: RefundRuleWords = {
  edit: 'Rimborsi e commissioni',
  title: 'Rimborsi e commissioni',
  ofCalendar: 'Rimborsa chi annulla',
  ofCalendarHint:
    'Altrimenti nessuno viene rimborsato automaticamente. Un evento o un biglietto può avere una regola propria.',
  ofEvent: 'Regola propria di questo evento',
  ofEventHint: 'Altrimenti vale la regola delle impostazioni del calendario.',
  ofTicket: 'Una regola per questo biglietto',
  ofTicketHint: 'Altrimenti vale la regola dell’evento.',
  hoursBefore: 'Ore prima dell’inizio',
  percent: 'Rimborso in %',
  addStep: 'Aggiungi una fascia',
  removeStep: 'Rimuovi',
  none: 'Chi annulla non riceve nulla.',
  feePercent: 'Trattieni, in % per posto',
  feeFixed: (currency) => `Trattieni, in ${currency} per posto`,
  later: 'Gli ordini già effettuati mantengono la loro regola.',
  save: 'Salva',
  saved: 'Salvato.',
}
