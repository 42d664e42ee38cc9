import type { RefundRuleWords } from '../en/refund-rule.ts'

export const refundRule: RefundRuleWords = {
  edit: 'Remboursements et frais',
  title: 'Remboursements et frais',
  ofCalendar: 'Rembourser les personnes qui annulent',
  ofCalendarHint:
    'Sinon, personne n’est remboursé automatiquement. Un événement ou un billet peut avoir sa propre politique.',
  ofEvent: 'Politique propre à cet événement',
  ofEventHint: 'Sinon, celle des réglages du calendrier s’applique.',
  ofTicket: 'Politique propre à ce billet',
  ofTicketHint: 'Sinon, celle de l’événement s’applique.',
  hoursBefore: 'Heures avant le début',
  percent: 'Remboursement en %',
  addStep: 'Ajouter un palier',
  removeStep: 'Supprimer',
  none: 'Les personnes qui annulent ne sont pas remboursées.',
  feePercent: 'Frais d’annulation, en % par place',
  feeFixed: (currency) => `Frais d’annulation, en ${currency} par place`,
  later: 'Les commandes déjà passées gardent leur politique.',
  save: 'Enregistrer',
  saved: 'Enregistré.',
}
