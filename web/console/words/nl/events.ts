import type { EventsWords } from '../en/events.ts'
import { counted } from './counted.ts'

export const events: EventsWords = {
  list: {
    newEvent: 'Nieuw evenement',
    filterLabel: 'Status van het evenement',
    filters: { upcoming: 'Op komst', drafts: 'Concepten', past: 'Voorbij', cancelled: 'Afgelast' },
    tag: 'Tag',
    search: 'Zoek in titel of tekst',
    seats: 'Plaatsen',
    actions: 'Acties',
    dates: (dates) => counted(dates, { one: '# datum', other: '# datums' }),
  },
  empty: {
    noMatches: 'Geen resultaten',
    noMatchesText: 'Geen evenement in deze agenda heeft deze woorden in de titel of tekst.',
    upcoming: 'Geen evenementen op komst',
    upcomingText: 'Elk evenement heeft een eigen pagina om je in te schrijven. Hier zie je wie er komt.',
    drafts: 'Geen concepten',
    past: 'Geen eerdere evenementen',
    cancelled: 'Geen afgelaste evenementen',
    createEvent: 'Evenement maken',
  },
  menu: {
    label: (title) => `Meer acties voor ${title}`,
    publish: 'Publiceren…',
    share: 'Delen',
    duplicate: 'Dupliceren…',
    cancel: 'Evenement afgelasten…',
    delete: 'Verwijderen…',
  },
  cancelDialog: {
    title: (title) => `‘${title}’ afgelasten?`,
    text: 'De pagina blijft online en laat zien dat het evenement is afgelast. Dit kun je niet ongedaan maken.',
    reason: 'Reden',
    reasonAside: 'zichtbaar voor gasten',
    email: (guests) => counted(guests, { one: '# gast mailen', other: '# gasten mailen' }),
    paidOrders: 'Betaalde bestellingen',
    paid: (orders) => counted(orders, { one: '# betaalde bestelling', other: '# betaalde bestellingen' }),
    refunds: 'Terugbetalingen',
    refundNow: 'Nu alles terugbetalen',
    refundNowHint: 'Je ziet het resultaat van elke bestelling.',
    refundLater: 'Later',
    refundLaterHint: 'Gebruik ‘Alles terugbetalen’ bij de bestellingen van het evenement.',
    ownerRefunds: 'Alleen een eigenaar van deze agenda kan de bestellingen zien en terugbetalen.',
    cancel: 'Evenement afgelasten',
    cancelAndEmail: (guests) =>
      counted(guests, { one: 'Afgelasten en # gast mailen', other: 'Afgelasten en # gasten mailen' }),
    keep: 'Niet afgelasten',
    cancelled: 'Evenement afgelast.',
    cancelledAndEmailing: (guests) =>
      counted(guests, {
        one: 'Evenement afgelast. We mailen # gast.',
        other: 'Evenement afgelast. We mailen # gasten.',
      }),
  },
  duplicateDialog: {
    title: (title) => `‘${title}’ dupliceren`,
    date: 'Datum van de kopie',
    time: 'Begint om',
    means:
      'De periodes van verkoop, inschrijving, check-in en kortingscodes schuiven evenveel op. De kopie is een concept zonder gasten. De kortingscodes zijn ongebruikt en krijgen nieuwe codes, zoals EARLY-2.',
    action: 'Evenement dupliceren',
  },
  deleteDialog: {
    title: (title) => `‘${title}’ verwijderen?`,
    text: 'Ook de tickets en vragen worden verwijderd. Zijn er inschrijvingen, dan kun je het evenement alleen afgelasten.',
    delete: 'Definitief verwijderen',
    deleted: 'Evenement verwijderd.',
  },
  publishDialog: {
    title: (title) => `‘${title}’ publiceren?`,
    text: 'De pagina en de inschrijving gaan meteen open. Er worden geen e-mails verstuurd.',
    publish: 'Publiceren',
    notYet: 'Nog niet',
    published: 'Evenement gepubliceerd.',
  },
}
