import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  title: 'Move to another installation',
  lead: 'An archive is one ZIP with everything in this calendar. Another installation restores it with the same addresses, links and QR codes.',
  create: 'Create archive',
  list: 'Archives',
  states: {
    running: (rows: number) =>
      counted(rows, { one: 'We’re writing it. # row so far.', other: 'We’re writing it. # rows so far.' }),
    ready: (until: string) => `Ready. You can download it until ${until}.`,
    failed: 'We couldn’t write it. Create another one.',
  },
  download: (size: string) => `Download ${size}`,
  key: {
    title: 'Your archive has a key',
    of: 'the key of the archive',
    warning: 'Store this key now. We show it once. Without it, guests need new links after a restore.',
    stored: 'I’ve stored the key',
  },
}

export type ArchiveWords = typeof english

export const archiveWords = area('archive', english)
