import type { ArchiveWords } from '../en/archive.ts'
import { counted } from './counted.ts'

export const archive: ArchiveWords = {
  title: 'Naar een andere installatie verhuizen',
  lead: 'Een archief is één ZIP-bestand met alles uit deze agenda. Een andere installatie herstelt de agenda met dezelfde adressen, links en QR-codes.',
  create: 'Archief maken',
  list: 'Archieven',
  states: {
    running: (rows) =>
      counted(rows, { one: 'Wordt geschreven, tot nu toe # rij.', other: 'Wordt geschreven, tot nu toe # rijen.' }),
    ready: (until) => `Klaar. Je kunt het downloaden tot ${until}.`,
    failed: 'We konden het archief niet schrijven.',
  },
  download: (size) => `${size} downloaden`,
  key: {
    title: 'Je archief heeft een sleutel',
    of: 'de sleutel van het archief',
    warning:
      'Bewaar deze sleutel nu. We tonen hem één keer. Zonder sleutel hebben gasten na een herstel nieuwe links nodig.',
    stored: 'Ik heb de sleutel bewaard',
  },
  restore: {
    open: 'Archief herstellen',
    title: 'Agenda herstellen',
    lead: 'Kies het ZIP-bestand van een agenda van een andere installatie. We voegen de agenda hier toe, met jou als enige lid.',
    file: 'Archief',
    key: 'Sleutel van het archief',
    keyHint:
      'Zonder de sleutel hebben gasten nieuwe links nodig, krijgen webhooks nieuwe geheimen en herkent een latere import gewiste personen niet.',
    slug: 'Nieuw adres',
    slugHint: 'Het adres in het archief is hier in gebruik.',
    start: 'Agenda herstellen',
    uploading: (sent, whole) => `We hebben ${sent} van ${whole} ontvangen. Houd dit venster open.`,
    running: (done, parts) => `Er wordt een agenda hersteld: ${done} van ${parts} delen. Je kunt deze pagina sluiten.`,
    done: 'We hebben je agenda hersteld. De agenda is privé en verstuurt niets. Controleer hem en trek daarna de verwijdering in om hem te openen.',
    changed: 'Dit archief is na het maken gewijzigd. Controleer de agenda goed.',
    show: 'Agenda tonen',
    failed: 'We konden de agenda niet herstellen. We verwijderen wat we hadden toegevoegd.',
    hide: 'Verbergen',
  },
}
