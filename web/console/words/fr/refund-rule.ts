import type { RefundRuleWords } from '../en/refund-rule.ts'

export const refundRule: RefundRuleWords = {
  edit: 'Règle de remboursement',
  title: 'Règle de remboursement',
  ofCalendar: 'Rembourser les personnes qui annulent',
  ofCalendarHint:
    'Sinon, personne n’est remboursé automatiquement. Un événement ou un billet peut avoir sa propre règle.',
  ofEvent: 'Règle propre à cet événement',
  ofEventHint: 'Sinon, la règle des réglages du calendrier s’applique.',
  hoursBefore: 'Heures avant le début',
  percent: 'Remboursement en %',
  addStep: 'Ajouter un palier',
  removeStep: 'Supprimer',
  none: 'Les personnes qui annulent ne sont pas remboursées.',
  feePercent: 'Vous gardez, en % par place',
  feeFixed: (currency) => `Vous gardez, en ${currency} par place`,
  later: 'Les commandes déjà passées gardent leur règle.',
  save: 'Enregistrer la règle',
  saved: 'Règle de remboursement enregistrée.',
}
