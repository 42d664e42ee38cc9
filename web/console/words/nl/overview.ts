import type { Child } from 'hono/jsx/dom'
import type { OverviewWords } from '../en/overview.ts'
import { counted } from './counted.ts'

export const overview: OverviewWords = {
  figures: {
    seatsTaken: 'Bezette plaatsen',
    takenOf: (taken, capacity, small): Child => [taken, ' ', small(`van ${capacity}`)],
    percentFull: (percent) => `${percent}% vol`,
    thisWeek: 'Deze week',
    weekBefore: (registrations) => counted(registrations, { one: '# in de week ervoor', other: '# in de week ervoor' }),
    netSales: 'Netto-omzet',
    unpaid: (money) => `${money} niet betaald`,
    refunded: (money) => `${money} terugbetaald`,
    noSales: 'nog geen verkoop',
    waiting: 'Wachtend',
    firstMovesUp: 'de eerste schuift door',
    noWaitingList: 'geen wachtlijst',
    checkedIn: 'Ingecheckt',
    started: 'Begonnen',
    starts: 'Begint',
    guestsInTotal: 'gasten in totaal',
    registrationCloses: (fromNow) => `inschrijving sluit ${fromNow}`,
  },
  period: {
    label: 'Periode',
    week: '7 d',
    month: '30 d',
    all: 'Alles',
  },
  registrations: {
    title: 'Inschrijvingen',
    total: 'Totaal aantal inschrijvingen',
    none: 'Geen inschrijvingen in deze periode',
    noneYet: 'Nog geen inschrijvingen',
    day: 'Dag',
    column: 'Inschrijvingen',
    totalColumn: 'Totaal',
    perDay: (days) =>
      counted(days, {
        one: 'Inschrijvingen per dag, afgelopen # dag',
        other: 'Inschrijvingen per dag, afgelopen # dagen',
      }),
    totalPerDay: (days) =>
      counted(days, {
        one: 'Totaal aantal inschrijvingen op de afgelopen # dag',
        other: 'Totaal aantal inschrijvingen op elk van de afgelopen # dagen',
      }),
    onDay: (day, registrations) =>
      `${day}: ${counted(registrations, { one: '# inschrijving', other: '# inschrijvingen' })}`,
    seats: (seats) => counted(seats, { one: '# plaats', other: '# plaatsen' }),
  },
  tickets: {
    title: 'Per ticket',
    edit: 'Tickets bewerken',
    seats: 'Plaatsen',
    sales: 'Verkoop',
  },
  checkpoints: {
    title: 'Per controlepunt',
    seeDoor: 'Naar de deur',
    entries: (entries) => counted(entries, { one: '# keer in', other: '# keer in' }),
    entriesAndExits: (entries, exits) =>
      `${counted(entries, { one: '# keer in', other: '# keer in' })}, ${counted(exits, { one: '# keer uit', other: '# keer uit' })}`,
  },
  needs: {
    title: 'Te doen',
    nothing: 'Nu even niets.',
    button: (action, need) => `${action}: ${need}`,
    draft: { title: 'Dit is een concept', more: 'alleen je team ziet het', action: 'Evenement bewerken' },
    approvals: {
      title: (guests) =>
        counted(guests, { one: '# gast wacht op goedkeuring', other: '# gasten wachten op goedkeuring' }),
      more: 'zonder je goedkeuring kunnen ze niet komen',
      action: 'Beoordelen',
    },
    unpaid: {
      title: (orders) =>
        counted(orders, { one: '# bestelling is niet betaald', other: '# bestellingen zijn niet betaald' }),
      more: (seats) =>
        counted(seats, { one: '# plaats vrijgehouden tot betaling', other: '# plaatsen vrijgehouden tot betaling' }),
      action: 'Naar bestellingen',
    },
    description: {
      title: 'Nog geen beschrijving',
      more: 'laat mensen weten wat ze kunnen verwachten',
      action: 'Beschrijving toevoegen',
    },
  },
  share: 'Delen',
}
