import type { Child } from 'hono/jsx/dom'
import type { ErasureWords } from '../en/erasure.ts'
import { counted } from './counted.ts'

export const erasure: ErasureWords = {
  title: {
    event: (name) => `‘${name}’ verwijderen?`,
    calendar: (name) => `${name} verwijderen?`,
    account: 'Je account verwijderen?',
  },
  lead: {
    event:
      'We verwijderen het evenement over 30 dagen. Tot die tijd is het niet openbaar, kan niemand het wijzigen en kun je erop terugkomen.',
    calendar:
      'We verwijderen de agenda over 30 dagen. Tot die tijd is die niet openbaar, kan niemand die wijzigen en kun je erop terugkomen.',
    account:
      'We verwijderen je account over 30 dagen, samen met de agenda’s waarvan alleen jij lid bent. Tot die tijd kun je erop terugkomen. Je account bij de inlogprovider blijft bestaan.',
  },
  empty: {
    event:
      'Niemand heeft zich ooit voor dit evenement ingeschreven, dus we verwijderen het meteen. Dit kun je niet ongedaan maken.',
    calendar:
      'Deze agenda heeft geen evenementen, dus we verwijderen die meteen. De pagina, feeds en widget werken dan niet meer. Dit kun je niet ongedaan maken.',
  },
  deleteNow: 'Definitief verwijderen',
  erases: 'Wat we verwijderen',
  counts: {
    events: (count) => counted(count, { one: '# evenement', other: '# evenementen' }),
    guests: (count) => counted(count, { one: '# gast', other: '# gasten' }),
    orders: (count) => counted(count, { one: '# bestelling', other: '# bestellingen' }),
    members: (count) => counted(count, { one: '# lidmaatschap', other: '# lidmaatschappen' }),
    images: (count) => counted(count, { one: '# afbeelding', other: '# afbeeldingen' }),
    apiKeys: (count) => counted(count, { one: '# API-sleutel', other: '# API-sleutels' }),
    webhooks: (count) => counted(count, { one: '# webhook', other: '# webhooks' }),
  },
  nothingElse: 'Je naam, je instellingen en je gebruikers-ID in alle gegevens',
  stays: 'Wat blijft, en waarom',
  staying: {
    DOCUMENTS: 'Facturen en creditnota’s van een evenement tot hun datum, omdat de belastingwet dat eist',
    POSTINGS: 'De geldbewegingen zonder namen, zodat de boeken compleet blijven',
    SLUGS: 'De webadressen, zodat een oude link nooit ergens anders uitkomt',
    CHANGE_FEED:
      'De lijst met wijzigingen, met alleen ID’s, 30 dagen, zodat gekoppelde programma’s van de verwijdering weten',
    RESPONSES:
      'Versleutelde antwoorden aan programma’s, 1 dag, zodat een herhaald verzoek niet twee keer wordt uitgevoerd',
    EMAIL_RECORDS:
      'Gegevens over verstuurde e-mails, zonder adres of inhoud, 30 dagen, zodat geen e-mail twee keer wordt verstuurd',
  },
  copyFirst: 'Wil je een kopie? Download eerst alles:',
  confirm: (name) => `Typ ‘${name}’ om te bevestigen`,
  request: 'Over 30 dagen verwijderen',

  blocked: {
    event: 'Je kunt dit evenement nog niet verwijderen',
    calendar: 'Je kunt deze agenda nog niet verwijderen',
    account: 'Je kunt je account nog niet verwijderen',
  },
  blocks: {
    EVENT_AHEAD:
      'Het evenement is nog niet voorbij. Gelast het eerst af, zodat de gasten een e-mail krijgen, of wacht tot het voorbij is.',
    EVENTS_WITH_GUESTS: (count) =>
      counted(count, {
        one: '# evenement op komst heeft gasten. Gelast het eerst af, zodat de gasten een e-mail krijgen.',
        other: '# evenementen op komst hebben gasten. Gelast ze eerst af, zodat de gasten een e-mail krijgen.',
      }),
    DOCUMENTS_KEPT:
      'De agenda heeft facturen die volgens de wet bewaard moeten blijven. Daarna kun je hem verwijderen.',
    OPEN_PAYMENTS: 'Er lopen nog betalingen of terugbetalingen. Probeer het opnieuw als die klaar zijn.',
    ONLY_OWNER: (calendar, members) =>
      counted(members, {
        one: `Je bent de enige eigenaar van ${calendar}, dat nog # ander lid heeft. Maak dat lid eerst eigenaar, of verwijder de agenda.`,
        other: `Je bent de enige eigenaar van ${calendar}, dat nog # andere leden heeft. Maak een van hen eerst eigenaar, of verwijder de agenda.`,
      }),
    other: 'Er is nog iets bezig. Probeer het later opnieuw.',
  },
  open: {
    EVENT_AHEAD: 'Evenement openen',
    EVENTS_WITH_GUESTS: 'Evenementen tonen',
    OPEN_PAYMENTS: 'Inkomsten tonen',
    ONLY_OWNER: 'Team openen',
  },
  managersCant: 'Er zijn inschrijvingen voor dit evenement. Gelast het af, of vraag een eigenaar het te verwijderen.',

  pending: {
    event: (name: Child, when): Child => [name, ` wordt ${when} verwijderd. Tot die tijd kan niemand het wijzigen.`],
    calendar: (name: Child, when): Child => [
      name,
      ` wordt ${when} verwijderd. Tot die tijd is de agenda niet openbaar en kan niemand die wijzigen.`,
    ],
    account: (when) => `Je account wordt ${when} verwijderd.`,
  },
  takeBack: 'Toch niet verwijderen',
  takenBack: 'Verwijdering ingetrokken. Er wordt niets verwijderd.',
  requested: {
    event: 'We hebben de eigenaren de datum gemaild.',
    calendar: 'We hebben de eigenaren de datum gemaild.',
    account: 'Tot die tijd kun je erop terugkomen.',
  },

  download: {
    title: 'Alles meenemen',
    lead: 'Eén zipbestand met evenementen, gasten, bestellingen, check-ins, berichten, kortingscodes, het team en afbeeldingen, als CSV en JSON. Er staan geen wachtwoorden, sleutels of QR-codes in.',
    button: 'Alles downloaden',
    underWay: 'Downloaden…',
  },
}
