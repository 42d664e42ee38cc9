import type { RefundRuleWords } from '../en/refund-rule.ts'

export const refundRule: RefundRuleWords = {
  edit: 'Regra de reembolso',
  title: 'Regra de reembolso',
  ofCalendar: 'Reembolsar quem cancela',
  ofCalendarHint:
    'Caso contrário, ninguém é reembolsado automaticamente. Um evento ou bilhete pode ter a sua própria regra.',
  ofEvent: 'Regra própria deste evento',
  ofEventHint: 'Caso contrário, aplica-se a regra das definições do calendário.',
  hoursBefore: 'Horas antes do início',
  percent: 'Reembolso em %',
  addStep: 'Adicionar um escalão',
  removeStep: 'Remover',
  none: 'Quem cancela não recebe nada.',
  feePercent: 'Fica com, em % por lugar',
  feeFixed: (currency) => `Fica com, em ${currency} por lugar`,
  later: 'As encomendas anteriores mantêm a sua regra.',
  save: 'Guardar regra',
  saved: 'Regra de reembolso guardada.',
}
