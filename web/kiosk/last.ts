import type { Checkin } from './wire.ts'
import { words } from './words.ts'

/** A recent admission by this device, which staff can undo. Kept only in memory, because it holds a name. */
export interface Last {
  /** The `id` that this entry had at first. `settle()` changes `id`, but never `key`. */
  key: string
  /** The id of the check-in or, until the service has accepted the scan, of the scan in the outbox. */
  id: string
  isKeptHere: boolean
  shownAs: string
  ticket: string | null
  at: number
  /** For a party member, the `key` of the entry whose scan admitted them too. */
  of?: string
}

const MAX_ENTRIES = 10

export const entryOf = ({ id, guestName, ticketName, checkedInAt }: Checkin): Last => ({
  key: id,
  id,
  isKeptHere: false,
  shownAs: guestName || (ticketName ?? words().verdict.guest),
  ticket: ticketName,
  at: Date.parse(checkedInAt),
})

export const createLast = (onChange: () => void) => {
  let entries: Last[] = []
  const update = (next: Last[]) => {
    entries = next.slice(0, MAX_ENTRIES)
    onChange()
  }
  return {
    all: () => entries,
    /** Returns the current state of the entry. Its scan may have become a check-in since the entry was shown. */
    latest: (entry: Last) => entries.find(({ key }) => key === entry.key) ?? entry,
    /** Returns the entry and those of the party members whom the same scan admitted. */
    withOthers: ({ key }: Last) => entries.filter((entry) => entry.key === key || entry.of === key),
    add: (entry: Last) => update([entry, ...entries.filter(({ id }) => id !== entry.id)]),
    drop: (id: string) => update(entries.filter((entry) => entry.id !== id)),
    /** Replaces a scan from the outbox with its check-in, or removes the entry if the service rejected the scan. */
    settle: (scanId: string, checkin: { id: string; guestName: string } | null) =>
      update(
        entries.flatMap((entry) => {
          if (entry.id !== scanId) return [entry]
          return checkin === null
            ? []
            : [{ ...entry, id: checkin.id, isKeptHere: false, shownAs: checkin.guestName || entry.shownAs }]
        }),
      ),
  }
}

export type LastAdmitted = ReturnType<typeof createLast>
