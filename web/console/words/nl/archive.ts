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
    failed: 'We konden het archief niet schrijven. Maak een nieuw archief.',
  },
  download: (size) => `${size} downloaden`,
  key: {
    title: 'Je archief heeft een sleutel',
    of: 'de sleutel van het archief',
    warning:
      'Bewaar deze sleutel nu. We tonen hem één keer. Zonder sleutel hebben gasten na een herstel nieuwe links nodig.',
    stored: 'Ik heb de sleutel bewaard',
  },
}
