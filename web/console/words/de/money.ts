import type { MoneyWords } from '../en/money.ts'
import { counted } from './counted.ts'

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
  banks: {
    title: 'Überweisungen',
    lead: 'Käufer überweisen auf Ihr Bankkonto und sehen einen QR-Code mit Ihren Angaben.',
    holder: 'Kontoinhaber',
    bic: 'BIC (optional)',
    currency: 'Währung',
    days: 'Tage zum Bezahlen',
    add: 'Überweisungen annehmen',
    edit: 'Bearbeiten',
    save: 'Bankkonto speichern',
    saved: 'Bankkonto gespeichert',
    closes: 'Annahmeschluss, in Stunden vor Beginn',
    tolerance: 'Abweichung zulassen bis',
    off: 'Ausschalten',
    on: 'Einschalten',
    remove: 'Löschen',
    removed: 'Bankkonto gelöscht',
    added: 'Bankkonto hinzugefügt',
    signIn: 'Melden Sie sich erneut an, um Bankkonten zu ändern.',
  },
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
    disconnectText: 'Ist das Konto mit Stripe verbunden, können Sie danach von hier aus nichts mehr erstatten.',
    paying: (count) => counted(count, { one: '# Käufer bezahlt gerade.', other: '# Käufer bezahlen gerade.' }),
    refundsUnderWay: (count) =>
      counted(count, { one: '# Erstattung ist unterwegs.', other: '# Erstattungen sind unterwegs.' }),
    disputesOpen: (count) =>
      counted(count, { one: '# Zahlungsanfechtung ist offen.', other: '# Zahlungsanfechtungen sind offen.' }),
    pagesClose: 'Offene Bezahlseiten werden geschlossen.',
    unseen:
      'Dieses Konto sehen wir nicht mehr. Prüfen Sie diese Bestellungen bei Stripe und erstatten Sie Zahlungen, die dort noch eingehen:',
    unheard: 'Erstattungen und Anfechtungen dieses Kontos sehen Sie nur bei Stripe.',
    openStripe: 'Stripe öffnen',
    disconnectAction: 'Konto trennen',
    disconnected: 'Konto getrennt',
    keyEnding: (x) => `Schlüssel endet auf ${x}`,
    statuses: {
      ONBOARDING: 'Nicht abgeschlossen',
      ACTIVE: 'Bereit',
      RESTRICTED: 'Von Stripe eingeschränkt',
      DISCONNECTED: 'Getrennt',
    },
  },
}
