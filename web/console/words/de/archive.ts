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
    failed: 'Das Archiv ließ sich nicht schreiben. Erstellen Sie ein neues.',
  },
  download: (size) => `${size} herunterladen`,
  key: {
    title: 'Ihr Archiv hat einen Schlüssel',
    of: 'Schlüssel des Archivs',
    warning:
      'Bewahren Sie diesen Schlüssel jetzt auf. Wir zeigen ihn nur einmal. Ohne ihn brauchen Gäste nach einer Wiederherstellung neue Links.',
    stored: 'Schlüssel ist aufbewahrt',
  },
}
