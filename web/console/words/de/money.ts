import type { MoneyWords } from '../en/money.ts'

export const money: MoneyWords = {
  title: 'Einnahmen',
  lead: 'Einnahmen des letzten Jahres nach Währung. Wir rechnen Währungen nie zusammen.',
  income: {
    none: 'Keine Verkäufe im letzten Jahr.',
    netIn: (currency) => `Netto in ${currency}`,
    gross: 'Brutto',
    refunded: 'Erstattet',
  },
  recent: {
    title: 'Neueste Bestellungen',
    empty: 'Noch keine Bestellungen mit Preis',
    emptyText:
      'Hier erscheinen die Bestellungen aller Veranstaltungen. Kostenlose finden Sie in der jeweiligen Veranstaltung.',
    more: 'Weitere Bestellungen zeigen',
  },
  onSale: { title: 'Im Verkauf', none: 'Keine kommende Veranstaltung hat kostenpflichtige Tickets.' },
  accounts: {
    title: 'Zahlungskonten',
    lead: 'Verbinden Sie Ihr eigenes Konto, dann geht das Geld für Tickets direkt an Sie. Es liegt nie bei uns.',
    connect: 'Mit Stripe verbinden',
    ownKey: 'Eigenen Stripe-Schlüssel verwenden',
    country: 'Land',
    key: 'Eingeschränkter Schlüssel',
    keyHint:
      'Beginnt mit rk_. Stripe → Entwickler → API-Schlüssel. Wir speichern ihn verschlüsselt und zeigen ihn nie wieder.',
    save: 'Konto verbinden',
    unfinished: 'Stripe braucht noch ein paar Angaben, bevor Sie verkaufen können.',
    continueThere: 'Bei Stripe weitermachen',
    testMode: 'Testmodus',
    forNewOrders: 'Neue Bestellungen',
    makeDefault: 'Für neue Bestellungen verwenden',
    disconnect: 'Trennen …',
    disconnectTitle: 'Dieses Konto trennen?',
    disconnectText:
      'Offene Bezahlseiten werden geschlossen. Ein verbundenes Konto kann danach von hier aus nichts mehr erstatten. Geben Sie zur Bestätigung den Namen des Kalenders ein.',
    calendarName: 'Name des Kalenders',
    otherName: 'Der Name stimmt nicht.',
    disconnectAction: 'Konto trennen',
    disconnected: 'Konto getrennt',
    signInAgain: 'Melden Sie sich noch einmal an, um Zahlungskonten zu ändern.',
    signInAgainAction: 'Noch einmal anmelden',
    keyEnding: (x) => `Schlüssel endet auf ${x}`,
    statuses: {
      ONBOARDING: 'Nicht abgeschlossen',
      ACTIVE: 'Bereit',
      RESTRICTED: 'Von Stripe eingeschränkt',
      DISCONNECTED: 'Getrennt',
    },
  },
}
