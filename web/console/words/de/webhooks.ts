import type { WebhooksWords } from '../en/webhooks.ts'
import { counted } from './counted.ts'

export const webhooks: WebhooksWords = {
  title: 'Webhooks',
  lead: 'Wenn etwas passiert, bekommt Ihre eigene Adresse eine signierte Anfrage.',
  create: 'Webhook anlegen',
  empty: {
    title: 'Noch keine Webhooks',
    about:
      'Wir rufen einen Webhook innerhalb von Sekunden auf, wenn sich jemand anmeldet, eingelassen wird oder eine Veranstaltung sich ändert.',
  },

  states: { active: 'Aktiv', paused: 'Pausiert', switchedOff: 'Abgeschaltet' },
  failures: (count) =>
    count === 1
      ? 'Letzte Zustellung fehlgeschlagen'
      : counted(count, { one: '# Fehler in Folge', other: '# Fehler in Folge' }),
  everyEvent: 'Alle Veranstaltungen des Kalenders',
  signedByTarget: 'Signiert mit X-Svc-Signature und Standard Webhooks',
  signedByCurrent: 'Signiert mit X-Svc-Webhook-Signature',
  created: (when) => ['Angelegt ', when],
  grantEnded: 'Der Zugriff der App ist beendet, daher ist dieser Webhook aus.',
  receiverGone:
    'Wir haben diesen Webhook abgeschaltet, weil der Empfänger mit 410 Gone geantwortet hat. Setzen Sie ihn fort, sobald der Empfänger wieder funktioniert.',
  typesOfWebhook: 'Ereignistypen',

  sendTest: 'Test senden',
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  resumed: 'Läuft wieder. Neue Ereignisse senden wir ab sofort.',
  rotateSecret: 'Secret erneuern',
  resendMissed: 'Verpasste Zustellungen senden',
  log: 'Protokoll',

  test: {
    sending: 'Test wird gesendet …',
    sentWithoutLog: 'Wir haben einen Test gesendet. Mit Pro zeigt das Protokoll die Antwort des Empfängers.',
    waiting: 'Wir haben einen Test gesendet. Der Empfänger hat noch nicht geantwortet.',
    arrived: (answer) => `Der Test ist angekommen: ${answer}.`,
    missedAndRetried: (answer) => `Der Test ist nicht angekommen: ${answer}. Wir versuchen es noch einmal.`,
    missedForGood: (answer) =>
      `Der Test ist nicht angekommen: ${answer}. Wir versuchen es nicht automatisch noch einmal.`,
    openLog: 'Im Protokoll ansehen',
    answer: (code, ms) => `${code} in ${ms} ms`,
    noAnswer: 'keine Antwort',
  },

  form: {
    address: 'Adresse',
    addressHint: 'Ihre https-Adresse. Sie muss innerhalb von zehn Sekunden mit 2xx antworten.',
    scope: 'Umfang',
    calendar: 'Alle Veranstaltungen dieses Kalenders',
    calendarHint: 'Signiert mit X-Svc-Signature und den Headern von Standard Webhooks.',
    event: 'Eine Veranstaltung',
    eventHint: 'Signiert mit X-Svc-Webhook-Signature; der Header enthält Zeit und Signatur.',
    chooseEvent: 'Veranstaltung',
    types: 'Ereignistypen',
    secret: 'Secret (optional)',
    secretHint: '16 bis 256 Zeichen. Leer lassen, dann erzeugen wir eines für Sie.',
  },
  creating: { title: 'Webhook anlegen', action: 'Webhook anlegen' },
  editing: { title: 'Webhook bearbeiten', action: 'Webhook speichern' },
  rotating: {
    title: 'Secret erneuern',
    about:
      'Wir signieren Zustellungen 24 Stunden lang mit beiden Secrets. X-Svc-Signature hat nur Platz für eines und verwendet das neue.',
    action: 'Secret erneuern',
  },
  secret: {
    ofCreated: 'Das Secret Ihres Webhooks',
    ofRotated: 'Das neue Secret',
    giveToReceiver: 'Hinterlegen Sie es innerhalb von 24 Stunden bei Ihrem Empfänger.',
    copied: 'das Secret',
    headers: 'Prüfen Sie damit unsere Anfragen. Das sind die Header:',
  },
  pausing: {
    title: 'Diesen Webhook pausieren?',
    about: 'Bis Sie ihn fortsetzen, senden wir nichts. Wartende Zustellungen verwerfen wir.',
    action: 'Webhook pausieren',
  },
  deleting: {
    title: 'Diesen Webhook löschen?',
    about: (url) => [
      'Wir senden nichts mehr an ',
      url,
      ', auch keine Zustellungen, die auf einen neuen Versuch warten.',
    ],
    action: 'Webhook löschen',
  },

  recovering: {
    title: 'Verpasste Zustellungen senden?',
    about:
      'Wir senden fehlgeschlagene und verworfene Zustellungen noch einmal, die ältesten zuerst, mit denselben IDs und Inhalten, höchstens zehn pro Sekunde.',
    span: 'Zeitraum',
    lastHour: 'Letzte Stunde',
    lastDay: 'Letzter Tag',
    last7Days: 'Letzte sieben Tage',
    last30Days: 'Letzte dreißig Tage',
    action: 'Zustellungen senden',
  },
  recovery: {
    running: (sent, matched) => `Wird gesendet: ${sent} von ${matched}.`,
    nothingMissed: 'In dieser Zeit wurde keine Zustellung verpasst.',
    ended: (arrived, matched) => `Gesendet: ${arrived} von ${matched} angekommen.`,
    endedWithFailures: (arrived, matched, failed) =>
      `Gesendet: ${arrived} von ${matched} angekommen, ${failed} wieder fehlgeschlagen.`,
    stopped: (arrived, matched) => `Angehalten: ${arrived} von ${matched} angekommen.`,
    stoppedWithFailures: (arrived, matched, failed) =>
      `Angehalten: ${arrived} von ${matched} angekommen, ${failed} wieder fehlgeschlagen.`,
    stop: 'Anhalten',
  },

  eventTypes: {
    'guest.registered': 'Ein Gast hat sich angemeldet, wurde hinzugefügt oder hat eine Einladung angenommen',
    'checkin.created': 'Ein Gast wurde an der Tür eingelassen',
    'checkpoint.scanned': 'Ein Gast hat einen Kontrollpunkt passiert, oder die Tür verlassen und ist zurückgekommen',
    'event.updated': 'Angaben einer Veranstaltung haben sich geändert, etwa Titel, Zeit oder Ort',
    'event.cancelled': 'Eine Veranstaltung wurde abgesagt',
    'announcement.sent': 'Eine Ankündigung wurde per E-Mail gesendet',
    'reminder.sent': 'Eine Erinnerung wurde per E-Mail gesendet',
    'guest.updated': 'Status, Name oder E-Mail-Adresse eines Gastes hat sich geändert',
    'checkin.undone': 'Ein Einlass wurde zurückgenommen',
    'order.updated': 'Eine Bestellung wurde bezahlt, ist abgelaufen oder wurde erstattet',
    'refund.updated': 'Eine Erstattung wurde begonnen, abgeschlossen oder ist gescheitert',
    'dispute.updated': 'Ein Käufer hat eine Zahlung angefochten, oder über die Anfechtung wurde entschieden',
    'document.issued': 'Eine Rechnung oder Rechnungskorrektur wurde ausgestellt',
    'event.created': 'Eine Veranstaltung wurde angelegt, vielleicht als Entwurf',
    'event.published': 'Eine Veranstaltung wurde veröffentlicht',
    'import.completed': 'Ein Import ist abgeschlossen',
    'archive.completed': 'Ein Archiv ist fertig oder gescheitert',
  },
}
