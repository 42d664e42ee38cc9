import type { MoneyWords } from '../en/money.ts'
import { counted } from './counted.ts'

export const money: MoneyWords = {
  title: 'Pieniądze',
  lead: 'Przychody z ostatniego roku według waluty. Nigdy nie sumujemy różnych walut.',
  income: {
    none: 'Brak sprzedaży w ostatnim roku.',
    netIn: (currency) => `Netto w ${currency}`,
    gross: 'Brutto',
    refunded: 'Zwrócono',
  },
  recent: {
    title: 'Ostatnie zamówienia',
    empty: 'Nie ma jeszcze płatnych zamówień',
    emptyText: 'Tutaj pojawią się zamówienia ze wszystkich wydarzeń. Bezpłatne znajdziesz przy każdym wydarzeniu.',
    more: 'Pokaż więcej zamówień',
  },
  onSale: { title: 'W sprzedaży', none: 'Żadne nadchodzące wydarzenie nie ma płatnych biletów.' },
  banks: {
    title: 'Przelewy',
    lead: 'Kupujący przelewają pieniądze na Twój rachunek i widzą kod QR z Twoimi danymi.',
    holder: 'Właściciel rachunku',
    bic: 'BIC (opcjonalnie)',
    currency: 'Waluta',
    days: 'Dni na zapłatę',
    add: 'Przyjmuj przelewy',
    off: 'Wyłącz',
    on: 'Włącz',
    remove: 'Usuń',
    removed: 'Usunięto rachunek bankowy',
    added: 'Dodano rachunek bankowy',
    signIn: 'Zaloguj się ponownie, aby zmienić rachunki bankowe.',
  },
  accounts: {
    title: 'Konta płatności',
    lead: 'Połącz własne konto, a pieniądze za bilety trafią prosto do Ciebie. Nigdy ich nie przechowujemy.',
    connect: 'Połącz ze Stripe',
    ownKey: 'Użyj własnego klucza Stripe',
    country: 'Kraj',
    key: 'Klucz ograniczony',
    keyHint:
      'Zaczyna się od rk_. Stripe → Deweloperzy → Klucze API. Przechowujemy go zaszyfrowany i nigdy więcej nie pokazujemy.',
    save: 'Połącz konto',
    unfinished: 'Stripe potrzebuje jeszcze kilku danych, zanim zaczniesz sprzedawać.',
    continueThere: 'Kontynuuj w Stripe',
    testMode: 'Tryb testowy',
    forNewOrders: 'Nowe zamówienia',
    makeDefault: 'Używaj do nowych zamówień',
    disconnect: 'Odłącz…',
    disconnectTitle: 'Odłączyć to konto?',
    disconnectText:
      'Otwarte strony płatności zostaną zamknięte. Połączone konto nie zwróci już stąd pieniędzy. Wpisz nazwę kalendarza, aby potwierdzić.',
    paying: (count) =>
      counted(count, {
        one: '# kupujący właśnie płaci.',
        few: '# kupujących właśnie płaci.',
        many: '# kupujących właśnie płaci.',
        other: '# kupującego właśnie płaci.',
      }),
    refundsUnderWay: (count) =>
      counted(count, {
        one: '# zwrot jest w drodze.',
        few: '# zwroty są w drodze.',
        many: '# zwrotów jest w drodze.',
        other: '# zwrotu jest w drodze.',
      }),
    disputesOpen: (count) =>
      counted(count, {
        one: '# spór jest otwarty.',
        few: '# spory są otwarte.',
        many: '# sporów jest otwartych.',
        other: '# sporu jest otwarte.',
      }),
    pagesClose: 'Otwarte strony płatności zostaną zamknięte.',
    unseen: 'Nie widzimy już tego konta. Sprawdź te zamówienia w Stripe i zwróć tam płatności, które jeszcze wpłyną:',
    unheard: 'Zwroty i spory tego konta widać tylko w Stripe.',
    openStripe: 'Otwórz Stripe',
    calendarName: 'Nazwa kalendarza',
    otherName: 'Nazwa się nie zgadza.',
    disconnectAction: 'Odłącz konto',
    disconnected: 'Konto odłączone',
    signInAgain: 'Zaloguj się ponownie, aby zmienić konta płatności.',
    signInAgainAction: 'Zaloguj się ponownie',
    keyEnding: (x) => `klucz kończy się na ${x}`,
    statuses: {
      ONBOARDING: 'Niedokończone',
      ACTIVE: 'Gotowe',
      RESTRICTED: 'Ograniczone przez Stripe',
      DISCONNECTED: 'Odłączone',
    },
  },
}
