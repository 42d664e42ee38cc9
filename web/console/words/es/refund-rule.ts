import type { RefundRuleWords } from '../en/refund-rule.ts'

export const refundRule: RefundRuleWords = {
  edit: 'Reembolsos y gastos',
  title: 'Reembolsos y gastos',
  ofCalendar: 'Reembolsar a quien cancela',
  ofCalendarHint:
    'Si no, nadie recibe un reembolso automático. Un evento o una entrada puede tener su propia política.',
  ofEvent: 'Política propia de este evento',
  ofEventHint: 'Si no, se aplica la de los ajustes del calendario.',
  ofTicket: 'Política propia de esta entrada',
  ofTicketHint: 'Si no, se aplica la del evento.',
  hoursBefore: 'Horas antes del inicio',
  percent: 'Reembolso en %',
  addStep: 'Añadir un tramo',
  removeStep: 'Quitar',
  none: 'Quien cancela no recibe nada.',
  feePercent: 'Gastos de cancelación, en % por plaza',
  feeFixed: (currency) => `Gastos de cancelación, en ${currency} por plaza`,
  later: 'Los pedidos anteriores conservan su política.',
  save: 'Guardar',
  saved: 'Guardado.',
}
