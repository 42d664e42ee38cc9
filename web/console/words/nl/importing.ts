import type { Child } from 'hono/jsx/dom'
import type { ImportingWords } from '../en/importing.ts'
import { counted } from './counted.ts'

export const importing: ImportingWords = {
  title: 'Gasten uit een bestand toevoegen',
  file: 'CSV-bestand',
  paste: 'Of plak een tabel',
  pasteExample: 'Voornaam, Achternaam, E-mail\nNora, Lindqvist, nora@example.org',
  chooseAnother: 'Ander bestand kiezen',
  readAs: {
    commas: (encoding) => `Gelezen als ${encoding}, met komma’s tussen de kolommen.`,
    semicolons: (encoding) => `Gelezen als ${encoding}, met puntkomma’s tussen de kolommen.`,
    tabs: (encoding) => `Gelezen als ${encoding}, met tabs tussen de kolommen.`,
    bars: (encoding) => `Gelezen als ${encoding}, met verticale strepen tussen de kolommen.`,
  },
  checkLetters: 'Kloppen letters zoals ë niet? Sla het bestand dan op als UTF-8 en kies het opnieuw.',

  columns: {
    email: 'E-mail',
    firstName: 'Voornaam',
    lastName: 'Achternaam',
    name: 'Volledige naam',
    ticket: 'Ticket',
  },
  skipColumn: 'Overslaan',
  reason: 'Reden',

  rows: {
    label: 'Rijen van het bestand',
    column: (number) => `Kolom ${number}`,
    row: (number) => `Rij ${number}`,
    fault: (number, fault) => `Rij ${number}: ${fault}`,
    moreFaults: (count) => counted(count, { one: 'en nog #', other: 'en nog #' }),
    ticketForOthers: 'Ticket voor rijen zonder ticket',
  },

  faults: {
    noAddress: 'geen e-mailadres',
    twice: 'staat twee keer in het bestand',
    noName: 'geen naam',
    stopped: 'niet geprobeerd, omdat je bent gestopt',
    noTicket: (ticket) => `er is geen ticket ‘${ticket}’`,
  },

  willBeAdded: (guests) => counted(guests, { one: '# gast wordt toegevoegd', other: '# gasten worden toegevoegd' }),
  willBeAddedExcept: (added: Child, skipped): Child => [
    added,
    counted(skipped, { one: ', # rij overgeslagen:', other: ', # rijen overgeslagen:' }),
  ],
  emailing: {
    ask: 'Deze gasten mailen?',
    no: 'Nee, alleen toevoegen',
    noHint: (resend) =>
      `We mailen alleen gasten met een openstaande bestelling, omdat die verloopt. Je kunt de tickets later sturen: selecteer de gasten en kies ‘${resend}’.`,
    yes: 'Ja, mail ze hun tickets',
    yesHint: 'Elke gast krijgt meteen een e-mail.',
  },

  add: 'Toevoegen',
  addOnly: (guests) => counted(guests, { one: '# gast toevoegen', other: '# gasten toevoegen' }),
  addAndEmail: (guests) =>
    counted(guests, { one: '# gast toevoegen en mailen', other: '# gasten toevoegen en mailen' }),
  running: {
    doing: 'Toevoegen',
    progress: (done, total) => `Toevoegen: ${done} van ${total}`,
  },
  added: (guests) => counted(guests, { one: '# gast toegevoegd.', other: '# gasten toegevoegd.' }),
  addedExcept: (guests, rows, open) =>
    `${counted(guests, { one: '# gast toegevoegd', other: '# gasten toegevoegd' })}, ${counted(rows, { one: '# rij niet', other: '# rijen niet' })}. Kies ‘${open}’ om te zien waarom.`,

  result: {
    title: (guests) => counted(guests, { one: '# gast toegevoegd', other: '# gasten toegevoegd' }),
    allEmailed: 'We mailen iedereen het ticket.',
    noneEmailed: 'We mailen alleen gasten met een openstaande bestelling.',
    notAdded: (people) =>
      counted(people, {
        one: '# rij is niet toegevoegd:',
        other: '# rijen zijn niet toegevoegd:',
      }),
    list: 'Niet toegevoegd',
    download: 'Deze rijen downloaden',
  },

  inviting: {
    title: 'Mensen uitnodigen',
    addresses: 'E-mailadressen',
    addressesExample: 'nora@example.org\nBen Carter <ben@example.org>',
    found: (addresses) =>
      counted(addresses, {
        one: '# adres gevonden. Plakken kan in elk formaat.',
        other: '# adressen gevonden. Plakken kan in elk formaat.',
      }),
    file: 'Of een CSV-bestand',
    message: 'Je bericht',
    showPreview: 'E-mail bekijken',
    hidePreview: 'Voorbeeld verbergen',
    send: (invitations) => counted(invitations, { one: '# uitnodiging mailen', other: '# uitnodigingen mailen' }),
    done: (people) => counted(people, { one: '# persoon uitgenodigd', other: '# mensen uitgenodigd' }),
    results: {
      invited: (count) => counted(count, { one: '# uitgenodigd', other: '# uitgenodigd' }),
      alreadyRegistered: (count) => counted(count, { one: '# al ingeschreven', other: '# al ingeschreven' }),
      unsubscribed: (count) =>
        counted(count, { one: '# afgemeld voor deze agenda', other: '# afgemeld voor deze agenda' }),
      declined: (count) => counted(count, { one: '# heeft eerder afgezegd', other: '# hebben eerder afgezegd' }),
      invalid: (count) => counted(count, { one: '# ongeldig', other: '# ongeldig' }),
    },
  },
}
