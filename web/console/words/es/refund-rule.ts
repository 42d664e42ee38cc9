import type { RefundRuleWords } from '../en/refund-rule.ts'

export const refundRule: RefundRuleWords = {
  edit: 'Regla de reembolso',
  title: 'Regla de reembolso',
  ofCalendar: 'Devolver dinero a quien cancela',
  ofCalendarHint: 'Si no, nadie recibe dinero automáticamente. Un evento o una entrada puede tener su propia regla.',
  ofEvent: 'Regla propia de este evento',
  ofEventHint: 'Si no, se aplica la regla de los ajustes del calendario.',
  hoursBefore: 'Horas antes del inicio',
  percent: 'Reembolso en %',
  addStep: 'Añadir un tramo',
  removeStep: 'Quitar',
  none: 'Quien cancela no recibe nada.',
  feePercent: 'Te quedas, en % por plaza',
  feeFixed: (currency) => `Te quedas, en ${currency} por plaza`,
  later: 'Los pedidos anteriores conservan su regla.',
  save: 'Guardar regla',
  saved: 'Regla de reembolso guardada.',
}
