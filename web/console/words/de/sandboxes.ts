import type { SandboxesWords } from '../en/sandboxes.ts'

export const sandboxes: SandboxesWords = {
  title: 'Testumgebungen',
  lead: 'Ein Testkalender mit eigener Uhr. E-Mails bleiben darin, Zahlungen sind simuliert, und Ihre Gäste merken nichts davon.',
  create: 'Testumgebung anlegen',
  empty: {
    title: 'Noch keine Testumgebung',
    about:
      'Legen Sie eine an, stellen Sie ihre Uhr vor, und sehen Sie schon heute, welche E-Mails und Webhooks die nächste Woche bringt.',
  },
  full: 'Ein Kalender kann 3 Testumgebungen haben. Löschen Sie eine, um eine neue anzulegen.',
  shows: (moment) => `Ihre Uhr zeigt ${moment}`,
  expires: (when) => ['Wird ', when, ' gelöscht, wenn niemand sie benutzt'],
  open: 'Öffnen',
  all: 'Alle Testumgebungen',
  pages: 'Öffentliche Seiten öffnen',
  remove: 'Löschen',
  removing: {
    title: (name) => `„${name}“ löschen?`,
    about: 'Alles darin wird gelöscht, und ihre Schlüssel funktionieren nicht mehr.',
    action: 'Testumgebung löschen',
    done: (name) => `„${name}“ ist gelöscht.`,
  },
  creating: {
    title: 'Testumgebung anlegen',
    begins: 'Die Uhr beginnt um',
    beginsHint: 'Leer lassen, um jetzt zu beginnen.',
    keyTitle: 'Ihr Testschlüssel',
    keyOf: 'den Testschlüssel',
    keyAbout: 'Er funktioniert an den üblichen Adressen und führt nur in diese Testumgebung.',
  },
  clock: {
    title: 'Uhr',
    steps: { PT1H: '+1 Stunde', P1D: '+1 Tag', P7D: '+1 Woche' },
    to: 'Vorstellen auf',
    action: 'Vorstellen',
    advancing: (moment) => `Die Uhr wird auf ${moment} vorgestellt.`,
    failed: (job, reason) => `Die Uhr ist stehen geblieben, weil „${job}“ fehlschlug: ${reason}`,
    done: (effects) => (effects === 1 ? '1 Sache ist passiert.' : `${effects} Dinge sind passiert.`),
  },
  triggers: {
    title: 'Etwas geschehen lassen',
    lead: 'Wir legen eine neue Veranstaltung mit einem Gast an. Ihre Webhooks erhalten echte Ereignisse.',
    types: {
      'guest.registered': 'Ein Gast meldet sich an',
      'guest.cancelled': 'Ein Gast sagt ab',
      'checkin.created': 'Ein Gast checkt ein',
      'order.paid': 'Ein Gast bezahlt',
      'order.refunded': 'Eine Bestellung wird erstattet',
      'event.cancelled': 'Eine Veranstaltung wird abgesagt',
    },
  },
  mailbox: {
    title: 'Postfach',
    empty: 'Noch keine E-Mails. Lassen Sie einen Gast sich anmelden, oder stellen Sie die Uhr vor.',
    links: 'Links in dieser E-Mail',
    accept: 'Einladung annehmen',
    decline: 'Einladung ablehnen',
  },
  payments: {
    title: 'Zahlungen',
    empty: 'Noch keine Bestellungen.',
    outcomes: { paid: 'Bezahlen', failed: 'Ablehnen', pending: 'In 3 Tagen bezahlen', disputed: 'Anfechten' },
  },
  effects: { title: 'Was passiert ist', empty: 'Noch nichts.' },
}
