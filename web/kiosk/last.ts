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
}

const MOST = 10

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
