import type { ErasureWords } from '../en/erasure.ts'
import { counted } from './counted.ts'

export const erasure: ErasureWords = {
  title: {
    event: (name) => `„${name}“ löschen?`,
    calendar: (name) => `${name} löschen?`,
    account: 'Ihr Konto löschen?',
  },
  lead: {
    event:
      'Wir löschen die Veranstaltung in 30 Tagen. Bis dahin ist sie nicht öffentlich und lässt sich nicht ändern, und Sie können die Löschung zurücknehmen.',
    calendar:
      'Wir löschen den Kalender in 30 Tagen. Bis dahin ist er nicht öffentlich und lässt sich nicht ändern, und Sie können die Löschung zurücknehmen.',
    account:
      'Wir löschen Ihr Konto in 30 Tagen, zusammen mit den Kalendern, in denen nur Sie Mitglied sind. Bis dahin können Sie die Löschung zurücknehmen. Ihr Konto beim Identitätsanbieter bleibt.',
  },
  empty: {
    event:
      'Für diese Veranstaltung hat sich nie jemand angemeldet, deshalb löschen wir sie sofort. Das lässt sich nicht rückgängig machen.',
    calendar:
      'Dieser Kalender hat keine Veranstaltungen, deshalb löschen wir ihn sofort. Seite, Feeds und eingebettete Listen funktionieren dann nicht mehr. Das lässt sich nicht rückgängig machen.',
  },
  deleteNow: 'Endgültig löschen',
  erases: 'Das löschen wir',
  counts: {
    events: (count) => counted(count, { one: '# Veranstaltung', other: '# Veranstaltungen' }),
    guests: (count) => counted(count, { one: '# Gast', other: '# Gäste' }),
    orders: (count) => counted(count, { one: '# Bestellung', other: '# Bestellungen' }),
    members: (count) => counted(count, { one: '# Mitgliedschaft', other: '# Mitgliedschaften' }),
    images: (count) => counted(count, { one: '# Bild', other: '# Bilder' }),
    apiKeys: (count) => counted(count, { one: '# API-Schlüssel', other: '# API-Schlüssel' }),
    webhooks: (count) => counted(count, { one: '# Webhook', other: '# Webhooks' }),
  },
  nothingElse: 'Ihren Namen, Ihre Einstellungen und Ihre Benutzer-ID in allen Aufzeichnungen',
  stays: 'Das bleibt, und warum',
  staying: {
    DOCUMENTS: 'Rechnungen und Korrekturen eines Events bis zum jeweiligen Datum, weil das Steuerrecht es verlangt',
    POSTINGS: 'Die Geldbewegungen ohne Namen, damit die Bücher vollständig bleiben',
    SLUGS: 'Die Webadressen, damit ein alter Link nie zu etwas anderem führt',
    CHANGE_FEED:
      'Die Liste der Änderungen, nur mit IDs, 30 Tage lang, damit verbundene Programme von der Löschung erfahren',
    RESPONSES:
      'Verschlüsselte Antworten an Programme, einen Tag lang, damit eine wiederholte Anfrage nicht zweimal ausgeführt wird',
    EMAIL_RECORDS:
      'Aufzeichnungen über gesendete E-Mails ohne Adresse und Inhalt, 30 Tage lang, damit keine E-Mail zweimal gesendet wird',
  },
  copyFirst: 'Möchten Sie eine Kopie? Laden Sie zuerst alles herunter:',
  confirm: (name) => `Geben Sie zur Bestätigung „${name}“ ein`,
  request: 'In 30 Tagen löschen',

  blocked: {
    event: 'Sie können diese Veranstaltung noch nicht löschen',
    calendar: 'Sie können diesen Kalender noch nicht löschen',
    account: 'Sie können Ihr Konto noch nicht löschen',
  },
  blocks: {
    EVENT_AHEAD:
      'Die Veranstaltung ist noch nicht vorbei. Sagen Sie sie zuerst ab, damit die Gäste eine E-Mail bekommen, oder warten Sie, bis sie vorbei ist.',
    EVENTS_WITH_GUESTS: (count) =>
      counted(count, {
        one: '# kommende Veranstaltung hat Gäste. Sagen Sie sie zuerst ab, damit die Gäste eine E-Mail bekommen.',
        other: '# kommende Veranstaltungen haben Gäste. Sagen Sie sie zuerst ab, damit die Gäste eine E-Mail bekommen.',
      }),
    DOCUMENTS_KEPT: 'Der Kalender hat Rechnungen, die aufbewahrt werden müssen. Sie können ihn danach löschen.',
    OPEN_PAYMENTS:
      'Erstattungen oder Zahlungen laufen noch. Versuchen Sie es noch einmal, wenn sie abgeschlossen sind.',
    ONLY_OWNER: (calendar, members) =>
      counted(members, {
        one: `Nur Sie haben in ${calendar} die Rolle Eigentümer, und es gibt # weiteres Mitglied. Geben Sie ihm diese Rolle, oder löschen Sie zuerst den Kalender.`,
        other: `Nur Sie haben in ${calendar} die Rolle Eigentümer, und es gibt # weitere Mitglieder. Geben Sie einem davon diese Rolle, oder löschen Sie zuerst den Kalender.`,
      }),
    other: 'Etwas läuft noch. Versuchen Sie es später noch einmal.',
  },
  open: {
    EVENT_AHEAD: 'Veranstaltung öffnen',
    EVENTS_WITH_GUESTS: 'Veranstaltungen zeigen',
    OPEN_PAYMENTS: 'Einnahmen zeigen',
    ONLY_OWNER: 'Team öffnen',
  },
  managersCant:
    'Für diese Veranstaltung haben sich Gäste angemeldet. Sagen Sie sie stattdessen ab, oder bitten Sie jemanden mit der Rolle Eigentümer, sie zu löschen.',

  pending: {
    event: (name, when) => [name, ` wird am ${when} gelöscht. Bis dahin sind keine Änderungen möglich.`],
    calendar: (name, when) => [
      name,
      ` wird am ${when} gelöscht. Bis dahin ist der Kalender nicht öffentlich und lässt sich nicht ändern.`,
    ],
    account: (when) => `Ihr Konto wird am ${when} gelöscht.`,
  },
  takeBack: 'Löschung zurücknehmen',
  takenBack: 'Zurückgenommen. Es wird nichts gelöscht.',
  requested: {
    event: 'Wir haben den Eigentümern das Datum per E-Mail mitgeteilt.',
    calendar: 'Wir haben den Eigentümern das Datum per E-Mail mitgeteilt.',
    account: 'Bis dahin können Sie die Löschung zurücknehmen.',
  },

  download: {
    title: 'Alles mitnehmen',
    lead: 'Eine ZIP-Datei mit Veranstaltungen, Gästen, Bestellungen, Einlass, Nachrichten, Gutscheinen, Team und Bildern, als CSV und JSON. Sie enthält keine Passwörter, Schlüssel oder QR-Codes.',
    button: 'Alles herunterladen',
    underWay: 'Wird heruntergeladen …',
  },
}
