import type { ArchiveWords } from '../en/archive.ts'
import { counted } from './counted.ts'

export const archive: ArchiveWords = {
  title: 'Auf eine andere Installation umziehen',
  lead: 'Ein Archiv ist eine ZIP-Datei mit allem aus diesem Kalender. Eine andere Installation stellt ihn mit denselben Adressen, Links und QR-Codes wieder her.',
  create: 'Archiv erstellen',
  list: 'Archive',
  states: {
    running: (rows) =>
      counted(rows, { one: 'Wird geschrieben, bisher # Zeile.', other: 'Wird geschrieben, bisher # Zeilen.' }),
    ready: (until) => `Fertig. Sie können es bis ${until} herunterladen.`,
    failed: 'Das Archiv ließ sich nicht schreiben.',
  },
  download: (size) => `${size} herunterladen`,
  key: {
    title: 'Ihr Archiv hat einen Schlüssel',
    of: 'Schlüssel des Archivs',
    warning:
      'Bewahren Sie diesen Schlüssel jetzt auf. Wir zeigen ihn nur einmal. Ohne ihn brauchen Gäste nach einer Wiederherstellung neue Links.',
    stored: 'Schlüssel ist aufbewahrt',
  },
  restore: {
    open: 'Archiv wiederherstellen',
    title: 'Kalender wiederherstellen',
    lead: 'Wählen Sie die ZIP-Datei eines Kalenders von einer anderen Installation. Wir legen den Kalender hier an, mit Ihnen als einzigem Mitglied.',
    file: 'Archiv',
    key: 'Schlüssel des Archivs',
    keyHint:
      'Ohne den Schlüssel brauchen Gäste neue Links, Webhooks erhalten neue Geheimnisse, und spätere Importe erkennen gelöschte Personen nicht wieder.',
    slug: 'Neue Adresse',
    slugHint: 'Die Adresse aus dem Archiv ist hier vergeben.',
    start: 'Kalender wiederherstellen',
    uploading: (sent, whole) => `${sent} von ${whole} sind angekommen. Lassen Sie dieses Fenster offen.`,
    running: (done, parts) =>
      `Ein Kalender wird wiederhergestellt: ${done} von ${parts} Teilen. Sie können diese Seite schließen.`,
    done: 'Ihr Kalender ist wiederhergestellt. Er ist privat und versendet nichts. Prüfen Sie ihn, und nehmen Sie dann die Löschung zurück, um ihn zu öffnen.',
    changed: 'Dieses Archiv wurde nachträglich geändert. Prüfen Sie den Kalender sorgfältig.',
    show: 'Kalender ansehen',
    failed: 'Der Kalender ließ sich nicht wiederherstellen. Wir löschen, was wir angelegt hatten.',
    hide: 'Ausblenden',
  },
}
