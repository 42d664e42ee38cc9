import type { RefundRuleWords } from '../en/refund-rule.ts'

export const refundRule: RefundRuleWords = {
  edit: 'Reembolsos e taxas',
  title: 'Reembolsos e taxas',
  ofCalendar: 'Reembolsar quem cancela',
  ofCalendarHint:
    'Caso contrário, ninguém é reembolsado automaticamente. Um evento ou bilhete pode ter a sua própria política.',
  ofEvent: 'Política própria deste evento',
  ofEventHint: 'Caso contrário, aplica-se a das definições do calendário.',
  ofTicket: 'Política própria deste bilhete',
  ofTicketHint: 'Caso contrário, aplica-se a do evento.',
  hoursBefore: 'Horas antes do início',
  percent: 'Reembolso em %',
  addStep: 'Adicionar um escalão',
  removeStep: 'Remover',
  none: 'Quem cancela não recebe nada.',
  feePercent: 'Taxa de cancelamento, em % por lugar',
  feeFixed: (currency) => `Taxa de cancelamento, em ${currency} por lugar`,
  later: 'As encomendas anteriores mantêm a sua política.',
  save: 'Guardar',
  saved: 'Guardado.',
}
