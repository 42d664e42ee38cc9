import type { DoorWords } from '../en/door.ts'
import { counted } from './counted.ts'

export const door: DoorWords = {
  findGuest: 'Gast suchen',
  openKiosk: 'Einlass-App öffnen',

  progress: {
    inside: 'Gerade drinnen',
    checkedIn: 'Eingelassen',
    live: 'Live',
    connecting: 'Verbindet',
    ofExpected: (count, expected, small) => [count, ' ', small(`von ${expected}`)],
    everyoneIn: 'Alle sind da',
    toGo: (count) => counted(count, { one: 'noch #', other: 'noch #' }),
    perMinute: (pace) => `${pace} pro Minute`,
    lastGuest: (fromNow) => `bei diesem Tempo kommt der letzte Gast ${fromNow}`,
  },

  chart: {
    title: 'Einlass in 5-Minuten-Schritten',
    label: 'Einlass in der letzten Stunde, in 5-Minuten-Schritten',
    from: 'Ab',
    checkIns: 'Eingelassen',
    bar: (time, guests) => `${time}: ${counted(guests, { one: '# Gast', other: '# Gäste' })}`,
  },

  gates: { title: 'Eingänge', none: 'Noch keine Gäste da.', noGate: 'Ohne Angabe' },

  latest: {
    title: 'Zuletzt eingelassen',
    none: 'In der letzten Stunde niemand.',
    time: 'Zeit',
    gate: 'Eingang',
    by: 'Von',
    byYou: 'Ihnen',
    actions: 'Aktionen',
    undoOf: (name) => `Einlass von ${name} zurücknehmen`,
    undone: (name) => `Einlass von ${name} zurückgenommen.`,
  },

  hours: {
    title: 'Einlasszeiten',
    edit: 'Zeiten bearbeiten',
    opens: (time) => `Beginnt ${time}`,
    closes: (time) => `Endet ${time}`,
    opensLabel: 'Beginn',
    closesLabel: 'Ende',
    blankOpens: 'leer = 4 Stunden vor der Veranstaltung',
    blankCloses: 'leer = 4 Stunden nach der Veranstaltung',
    save: 'Zeiten speichern',
    saved: 'Einlasszeiten gespeichert.',
    practice: 'Bis dahin können Sie in der Einlass-App üben. Übungsscans zählen nicht.',
  },

  staff: {
    title: 'An der Tür',
    lead: 'Öffnen Sie die Einlass-App auf dem Telefon, mit dem Sie scannen. Sie sind schon angemeldet.',
  },

  checkpoints: {
    title: 'Kontrollpunkte',
    add: 'Kontrollpunkt hinzufügen',
    lead: 'Für jede weitere Tür im Inneren, etwa zu einem Workshop, einem Essen oder einer Lounge mit begrenztem Platz.',
    admitted: (count) => counted(count, { one: '# insgesamt', other: '# insgesamt' }),
  },

  checkpointForm: {
    newTitle: 'Neuer Kontrollpunkt',
    editTitle: (name) => `${name} bearbeiten`,
    mode: 'Wie oft derselbe Gast hineindarf',
    modes: { ONCE: 'Einmal', DAILY: 'Einmal am Tag', IN_OUT: 'Wieder nach dem Verlassen' },
    inOutHint: 'Gäste werden auch beim Hinausgehen gescannt.',
    capacity: 'Kapazität',
    blankUnlimited: 'leer = unbegrenzt',
    opens: 'Öffnet',
    closes: 'Schließt',
    blankAsDoor: 'leer = wie die Tür',
    tickets: 'Zugelassene Tickets',
    ticketsHint: 'Ohne Auswahl gilt jedes Ticket.',
    create: 'Kontrollpunkt anlegen',
    save: 'Kontrollpunkt speichern',
    delete: 'Kontrollpunkt löschen',
    askDelete: (name) => `„${name}“ löschen?`,
    deleteText:
      'Gäste können dort nicht mehr gescannt werden. Geräte an diesem Kontrollpunkt funktionieren nicht mehr.',
  },

  passes: {
    title: 'Türpässe',
    new: 'Neuer Türpass',
    none: 'Ein Türpass öffnet die Einlass-App auf jedem Telefon bis nach der Veranstaltung, ohne Konto.',
    needsPlan:
      'Mit einem Türpass lassen auch Helfer ohne Konto Gäste ein. Ihr Team öffnet die Einlass-App mit seiner Anmeldung.',
    statuses: { ACTIVE: 'Aktiv', EXPIRED: 'Abgelaufen', REVOKED: 'Widerrufen' },
    notUsed: 'noch nicht benutzt',
    used: (fromNow) => `${fromNow} benutzt`,
    expires: (time) => `gilt bis ${time}`,
    revoke: 'Widerrufen',
    revokeOf: (label) => `${label} widerrufen`,
    askRevoke: (label) => `„${label}“ widerrufen?`,
    revokePass: 'Türpass widerrufen',
    revokeMeans: 'Dieser Türpass gilt ab dem nächsten Scan nicht mehr.',
  },

  passForm: {
    label: 'Bezeichnung',
    labelExample: 'Helfer',
    labelHint: 'Wir speichern sie bei jedem Einlass.',
    gate: 'Eingang',
    hours: 'Gültig für (Stunden)',
    hoursHint: (time) => `Leer lassen, damit er bis ${time} gilt, 2 Stunden nach dem Ende der Veranstaltung.`,
    door: 'Tür',
    everyDoor: 'Alle Türen',
    create: 'Türpass anlegen',
  },

  newPass: {
    print: 'Drucken',
    copyLink: 'Link kopieren',
    ofLink: 'den Link des Türpasses',
    codeOf: (label) => `QR-Code des Türpasses ${label}`,
    scan: (expires) =>
      `Scannen Sie ihn mit der Kamera eines Telefons, um die Einlass-App ohne Konto zu öffnen. Der Türpass gilt bis ${expires}.`,
    shownOnce: 'Wir zeigen ihn nur einmal. Wenn er verloren geht, legen Sie einen neuen Türpass an.',
    onPaper: (expires) => `Mit der Kamera eines Telefons scannen, um die Einlass-App zu öffnen. Gilt bis ${expires}.`,
  },
}
