import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  title: 'Move to another installation',
  lead: 'An archive is one ZIP with everything in this calendar. Another installation restores it with the same addresses, links and QR codes.',
  create: 'Create archive',
  list: 'Archives',
  states: {
    running: (rows: number) =>
      counted(rows, { one: 'We’re creating it. # row so far.', other: 'We’re creating it. # rows so far.' }),
    ready: (until: string) => `Ready. You can download it until ${until}.`,
    failed: 'We couldn’t create it.',
  },
  download: (size: string) => `Download ${size}`,
  key: {
    title: 'Your archive has a key',
    of: 'the key of the archive',
    warning: 'Store this key now. We show it once. Without it, guests need new links after a restore.',
    stored: 'I’ve stored the key',
  },
  restore: {
    open: 'Restore an archive',
    title: 'Restore a calendar',
    lead: 'Choose the ZIP of a calendar from another installation. We add the calendar here, with you as its only member.',
    file: 'Archive',
    key: 'Key of the archive',
    keyHint:
      'Without the key, guests need new links, webhooks get new secrets, and a later import doesn’t recognise people you erased.',
    slug: 'New address',
    slugHint: 'The address in the archive is in use here.',
    start: 'Restore calendar',
    uploading: (sent: string, whole: string) => `We’ve received ${sent} of ${whole}. Keep this window open.`,
    running: (done: string, parts: string) =>
      `Restoring a calendar: ${done} of ${parts} parts. You can close this page.`,
    done: 'We’ve restored your calendar. It’s private and sends nothing. Check it, then cancel its deletion to open it.',
    changed: 'Someone changed this archive after it was written. Check the calendar carefully.',
    show: 'Show calendar',
    failed: 'We couldn’t restore the calendar, and we’re deleting what we added.',
    hide: 'Hide',
  },
}

export type ArchiveWords = typeof english

export const archiveWords = area('archive', english)
