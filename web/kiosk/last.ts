import type { Checkin } from './wire.ts'
import { words } from './words.ts'

/** A recent admission by this device, so that staff can undo it. Kept in memory only, because it holds a name. */
export interface Last {
  /** The first `id` of this entry. `settle()` changes `id`, never `key`. */
  key: string
  /** The check-in id or, until the service has accepted the scan, the outbox scan's id. */
  id: string
  isKeptHere: boolean
  shownAs: string
  ticket: string | null
  at: number
  /** The `key` of the entry whose scan also admitted this party member. */
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
    /** Returns the current entry. A scan may have become a check-in since it was shown. */
    latest: (entry: Last) => entries.find(({ key }) => key === entry.key) ?? entry,
    /** Returns the entry and the party members admitted by the same scan. */
    withOthers: ({ key }: Last) => entries.filter((entry) => entry.key === key || entry.of === key),
    add: (entry: Last) => update([entry, ...entries.filter(({ id }) => id !== entry.id)]),
    drop: (id: string) => update(entries.filter((entry) => entry.id !== id)),
    /** Replaces an outbox scan with its check-in, or removes it if the service rejected the scan. */
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
