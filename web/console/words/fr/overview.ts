import type { OverviewWords } from '../en/overview.ts'
import { counted } from './counted.ts'

const entriesOf = (count: number) => counted(count, { one: '# entrée', other: '# entrées' })
const exitsOf = (count: number) => counted(count, { one: '# sortie', other: '# sorties' })

export const overview: OverviewWords = {
  figures: {
    seatsTaken: 'Places prises',
    takenOf: (taken, capacity, small) => [taken, ' ', small(`sur ${capacity}`)],
    percentFull: (percent) => `rempli à ${percent} %`,
    thisWeek: 'Cette semaine',
    weekBefore: (registrations) =>
      counted(registrations, { one: '# la semaine précédente', other: '# la semaine précédente' }),
    netSales: 'Ventes nettes',
    unpaid: (money) => `${money} impayés`,
    refunded: (money) => `${money} remboursés`,
    noSales: 'aucune vente',
    waiting: 'En attente',
    firstMovesUp: 'la première personne avance',
    noWaitingList: 'pas de liste d’attente',
    checkedIn: 'Entrés',
    started: 'Commencé',
    starts: 'Début',
    guestsInTotal: 'invités au total',
    registrationCloses: (fromNow) => `fin des inscriptions ${fromNow}`,
  },
  period: {
    label: 'Période',
    week: '7 j',
    month: '30 j',
    all: 'Tout',
  },
  registrations: {
    title: 'Inscriptions',
    total: 'Total des inscriptions',
    none: 'Aucune inscription sur cette période',
    noneYet: 'Aucune inscription pour l’instant',
    day: 'Jour',
    column: 'Inscriptions',
    totalColumn: 'Total',
    perDay: (days) =>
      counted(days, { one: 'Inscriptions du dernier jour', other: 'Inscriptions par jour sur les # derniers jours' }),
    totalPerDay: (days) =>
      counted(days, {
        one: 'Total des inscriptions du dernier jour',
        other: 'Total des inscriptions pour chacun des # derniers jours',
      }),
    onDay: (day, registrations) =>
      `${day} : ${counted(registrations, { one: '# inscription', other: '# inscriptions' })}`,
    seats: (seats) => counted(seats, { one: '# place', other: '# places' }),
  },
  tickets: {
    title: 'Par billet',
    edit: 'Modifier les billets',
    seats: 'Places',
    sales: 'Ventes',
  },
  checkpoints: {
    title: 'Par point de contrôle',
    seeDoor: 'Voir l’accueil',
    entries: entriesOf,
    entriesAndExits: (entries, exits) => `${entriesOf(entries)}, ${exitsOf(exits)}`,
  },
  needs: {
    title: 'À faire',
    nothing: 'Rien pour le moment.',
    button: (action, need) => `${action} : ${need}`,
    draft: { title: 'C’est un brouillon', more: 'seule votre équipe le voit', action: 'Modifier l’événement' },
    approvals: {
      title: (guests) => counted(guests, { one: '# invité à valider', other: '# invités à valider' }),
      more: 'pas de participation sans votre validation',
      action: 'Examiner',
    },
    unpaid: {
      title: (orders) => counted(orders, { one: '# commande est impayée', other: '# commandes sont impayées' }),
      more: (seats) =>
        counted(seats, {
          one: '# place est gardée jusqu’au paiement',
          other: '# places sont gardées jusqu’au paiement',
        }),
      action: 'Voir les commandes',
    },
    description: {
      title: 'Aucune description',
      more: 'ajoutez-en une pour dire à quoi s’attendre',
      action: 'Ajouter une description',
    },
  },
  share: 'Partager',
}
