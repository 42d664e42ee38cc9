import type { PeopleWords } from '../en/people.ts'
import { counted } from './counted.ts'

export const people: PeopleWords = {
  title: 'Personnes',
  lead: 'Toutes les personnes inscrites ou invitées à vos événements. Chacune figure une fois, avec tous ses événements dans ce calendrier.',
  search: 'Nom ou e-mail',
  tooShort: 'Saisissez au moins 2 caractères pour lancer la recherche.',
  columns: ['Prénom', 'Nom', 'E-mail', 'Événement', 'Début (UTC)', 'Billet', 'Statut', 'Inscription (UTC)'],
  results: {
    label: 'Résultats',
    nameMissing: 'Nom manquant',
    events: (events) => counted(events, { one: '# événement', other: '# événements' }),
    noMatches: 'Aucun résultat',
    noMatchesText: 'Aucun invité des événements de ce calendrier ne correspond à votre recherche.',
  },
  recent: {
    title: 'Récents',
    empty: 'Aucun invité ces 30 derniers jours',
    emptyText: 'Les invités s’affichent ici juste après leur inscription ou votre invitation.',
  },
}
