import type { MoneyWords } from '../en/money.ts'
import { counted } from './counted.ts'

export const money: MoneyWords = {
  title: 'Inkomsten',
  lead: 'Inkomsten van het afgelopen jaar per valuta. We tellen valuta’s nooit bij elkaar op.',
  income: {
    none: 'Geen verkoop in het afgelopen jaar.',
    netIn: (currency) => `Netto in ${currency}`,
    gross: 'Bruto',
    refunded: 'Terugbetaald',
  },
  recent: {
    title: 'Recente bestellingen',
    empty: 'Nog geen bestellingen met een prijs',
    emptyText: 'Bestellingen van alle evenementen verschijnen hier. Gratis bestellingen staan bij elk evenement.',
    more: 'Meer bestellingen tonen',
  },
  onSale: { title: 'In de verkoop', none: 'Geen evenement op komst heeft betaalde tickets.' },
  banks: {
    title: 'Overschrijvingen',
    lead: 'Kopers maken geld over naar uw rekening en zien een QR-code met uw gegevens.',
    holder: 'Rekeninghouder',
    bic: 'BIC (optioneel)',
    currency: 'Valuta',
    days: 'Dagen om te betalen',
    add: 'Overschrijvingen aannemen',
    edit: 'Bewerken',
    save: 'Bankrekening opslaan',
    saved: 'Bankrekening opgeslagen',
    closes: 'Sluit vóór het begin, in uren',
    off: 'Uitschakelen',
    on: 'Inschakelen',
    remove: 'Verwijderen',
    removed: 'Bankrekening verwijderd',
    added: 'Bankrekening toegevoegd',
    signIn: 'Meld u opnieuw aan om bankrekeningen te wijzigen.',
  },
  accounts: {
    title: 'Betaalaccounts',
    lead: 'Koppel uw eigen account, dan gaat het ticketgeld direct naar u. Wij houden het nooit vast.',
    connect: 'Koppelen met Stripe',
    ownKey: 'Mijn eigen Stripe-sleutel gebruiken',
    country: 'Land',
    key: 'Beperkte sleutel',
    keyHint:
      'Begint met rk_. Stripe → Ontwikkelaars → API-sleutels. We slaan hem versleuteld op en tonen hem nooit meer.',
    save: 'Account koppelen',
    unfinished: 'Stripe heeft nog een paar gegevens nodig voordat u kunt verkopen.',
    continueThere: 'Verder bij Stripe',
    testMode: 'Testmodus',
    forNewOrders: 'Nieuwe bestellingen',
    makeDefault: 'Gebruiken voor nieuwe bestellingen',
    disconnect: 'Ontkoppelen…',
    disconnectTitle: 'Dit account ontkoppelen?',
    disconnectText:
      'Open betaalpagina’s worden gesloten. Een gekoppeld account kan daarna vanaf hier niet meer terugbetalen.',
    paying: (count) =>
      counted(count, { one: '# koper betaalt op dit moment.', other: '# kopers betalen op dit moment.' }),
    refundsUnderWay: (count) =>
      counted(count, { one: '# terugbetaling is onderweg.', other: '# terugbetalingen zijn onderweg.' }),
    disputesOpen: (count) => counted(count, { one: '# geschil is open.', other: '# geschillen zijn open.' }),
    pagesClose: 'Open betaalpagina’s worden gesloten.',
    unseen:
      'We zien deze rekening niet meer. Controleer deze bestellingen bij Stripe en betaal daar terug wat nog binnenkomt:',
    unheard: 'Terugbetalingen en geschillen van deze rekening zie je alleen bij Stripe.',
    openStripe: 'Stripe openen',
    disconnectAction: 'Account ontkoppelen',
    disconnected: 'Account ontkoppeld',
    keyEnding: (x) => `sleutel eindigt op ${x}`,
    statuses: {
      ONBOARDING: 'Niet voltooid',
      ACTIVE: 'Klaar',
      RESTRICTED: 'Beperkt door Stripe',
      DISCONNECTED: 'Ontkoppeld',
    },
  },
}
