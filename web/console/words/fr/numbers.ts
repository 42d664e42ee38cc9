import type { NumbersWords } from '../en/numbers.ts'
import { counted } from './counted.ts'

export const numbers: NumbersWords = {
  title: 'Chiffres',
  periodLabel: 'Période',
  periods: { 7: '7 jours', 30: '30 jours', 90: '90 jours', 365: 'Un an' },
  empty: {
    title: 'Aucune activité sur cette période',
    text: 'Les inscriptions et les entrées s’affichent ici, par jour.',
  },
  percent: (number) => `${number} %`,
  registrations: {
    figure: 'Inscriptions',
    noneBefore: (days) => counted(days, { one: 'aucune la veille', other: 'aucune les # jours précédents' }),
    grew: (percent, days) =>
      counted(days, {
        one: `+${percent} % par rapport à la veille`,
        other: `+${percent} % par rapport aux # jours précédents`,
      }),
    shrank: (percent, days) =>
      counted(days, {
        one: `−${percent} % par rapport à la veille`,
        other: `−${percent} % par rapport aux # jours précédents`,
      }),
    none: 'Aucune inscription sur cette période',
    byDay: 'Inscriptions par jour',
    onDays: (days, count) => `${days} : ${counted(count, { one: '# inscription', other: '# inscriptions' })}`,
  },
  checkIns: {
    figure: 'Entrés',
    below: 'par jour d’entrée',
    none: 'Aucune entrée sur cette période',
    byDay: 'Entrées par jour',
    column: 'Entrées',
    onDays: (days, count) => `${days} : ${counted(count, { one: '# entrée', other: '# entrées' })}`,
  },
  dayColumn: 'Jour',
  noShows: {
    figure: 'Absents',
    noneEnded: 'Aucun événement terminé',
    outOf: (guests, events) =>
      `sur ${counted(guests, { one: '# invité', other: '# invités' })}, pour ${counted(events, { one: '# événement passé', other: '# événements passés' })}`,
  },
  sales: {
    figure: 'Ventes nettes',
    also: (amounts) => amounts.map((amount) => `et ${amount}`).join(', '),
    byCurrency: 'Ventes par devise',
    none: 'Aucune vente sur cette période',
    currency: 'Devise',
    gross: 'Brut',
    refunded: 'Remboursé',
    net: 'Net',
  },
  byEvent: {
    title: 'Par événement',
    guests: (confirmed, checkedIn) =>
      `${counted(confirmed, { one: '# confirmé', other: '# confirmés' })}, ${counted(checkedIn, { one: '# entré', other: '# entrés' })}`,
  },
}
