import type { Checkin } from './wire.ts'
import { words } from './words.ts'

/** The guests whom this device let in last, so that a slip of the thumb can be taken back. In memory: it holds names. */
export interface Last {
  /** The id that it began with. */
  key: string
  /** Of the check-in or, until the service knows of it, of the scan that is kept here. */
  id: string
  isKeptHere: boolean
  shownAs: string
  ticket: string | null
  at: number
  /** The key of the one by whose word this guest of the same party came too. */
  of?: string
}

const MOST = 10

/** Of whom the service knows. */
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
  const become = (next: Last[]) => {
    entries = next.slice(0, MOST)
    onChange()
  }
  return {
    all: () => entries,
    /** As it is now: what was kept here may have become a check-in since it was shown. */
    latest: (entry: Last) => entries.find(({ key }) => key === entry.key) ?? entry,
    /** With those who came by the same word. */
    withOthers: ({ key }: Last) => entries.filter((entry) => entry.key === key || entry.of === key),
    add: (entry: Last) => become([entry, ...entries.filter(({ id }) => id !== entry.id)]),
    drop: (id: string) => become(entries.filter((entry) => entry.id !== id)),
    /** A scan that was kept here has become a check-in of the service, or has not. */
    settle: (scanId: string, checkin: { id: string; guestName: string } | null) =>
      become(
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
