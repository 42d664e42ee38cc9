import { isInAt, isListedIn, usedAfter, whyNotPass } from '../../src/kernel/passing.ts'
import type { Direction } from '../../src/kernel/vocabulary.ts'
import { dayAt } from './places.ts'
import { inTheWay, notForThisEvent, timeAt, type Here, type Verdict } from './verdict.ts'
import type { ManifestEntry } from './wire.ts'
import { words } from './words.ts'

export interface Known {
  entry: ManifestEntry | undefined
  /** This device's last offline scan of the code at this door. Null once the service has processed the scan. */
  seenHere: { direction: Direction; scannedAt: string } | null
  /** When the manifest was last complete. Null if it never was. */
  syncedAt: number | null
}

export type Decision = { isAdmitted: boolean; verdict: Verdict }

const provisional = (verdict: Verdict): Verdict => ({ ...verdict, isProvisional: true })

const sinceOf = ({ syncedAt }: Known, { door, now }: Here) =>
  syncedAt === null ? words().verdict.listNeverLoaded : words().verdict.byListOf(timeAt(syncedAt, door.timezone, now))

/** If `seenHere` holds an offline scan, that scan is newer than the manifest and decides. */
export const isInNow = (entry: ManifestEntry, { seenHere }: Known, { door, place, now }: Here) => {
  const today = dayAt(now, door.timezone)
  if (seenHere === null) return isListedIn(entry, place, today)
  const day = dayAt(Date.parse(seenHere.scannedAt), door.timezone)
  return isInAt(place.mode, usedAfter(place.mode, seenHere.direction, day), today)
}

/** Decides with the last synced manifest and counts. It uses `whyNotPass`, the same rule that the service applies. */
export const decideAlone = (known: Known, here: Here): Decision => {
  const { entry, seenHere } = known
  const since = sinceOf(known, here)
  const refuse = (verdict: Verdict): Decision => ({
    isAdmitted: false,
    verdict: provisional({ ...verdict, lines: [...verdict.lines, since] }),
  })
  if (entry === undefined || entry.status === 'TRANSFERRED') {
    return refuse({ ...notForThisEvent(), title: words().verdict.notOnList })
  }
  const { door, place, direction, now, inside } = here
  const guest = { status: entry.status, ticketId: entry.ticketId ?? null, isIn: isInNow(entry, known, here) }
  const why = whyNotPass({ isEventCancelled: door.status === 'CANCELLED', place, guest, direction, at: now, inside })
  if (why !== null) {
    const first = {
      checkedInAt: seenHere?.scannedAt ?? null,
      gate: null,
      checkedInByLabel: seenHere === null ? null : words().verdict.thisDevice,
    }
    const said = inTheWay(why, here, { status: entry.status, first, found: null })
    return refuse(
      why === 'checkin_not_open' || why === 'checkin_closed' || why === 'event_cancelled'
        ? said
        : { ...said, ticket: entry.ticketName },
    )
  }
  return {
    isAdmitted: true,
    verdict: {
      tone: 'good',
      title: direction === 'OUT' ? words().verdict.letOut : words().verdict.letIn,
      name: null,
      ticket: entry.ticketName,
      lines: [since, words().verdict.keptHere],
      answers: [],
      isProvisional: true,
    },
  }
}
