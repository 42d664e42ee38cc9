import type { Door, ManifestEntry } from './wire.ts'
import { alreadyIn, isExpected, notConfirmed, notForThisEvent, shutAt, timeAt, type Verdict } from './verdict.ts'

/** What the kiosk knows by itself of one code. */
export interface Known {
  entry: ManifestEntry | undefined
  /** When this device let the code in without the service having agreed yet. */
  scannedHereAt: string | null
  /** When the list of codes was last whole. */
  syncedAt: number | null
}

export type Decision = { isAdmitted: boolean; verdict: Verdict }

const provisional = (verdict: Verdict): Verdict => ({ ...verdict, isProvisional: true })

const sinceOf = ({ syncedAt }: Known, door: Door, now: number) =>
  syncedAt === null
    ? 'The list of guests was never loaded on this device.'
    : `By the list of ${timeAt(syncedAt, door.timezone, now)}.`

/** Without the service: in the order in which its desk decides, by what was last heard of it. */
export const decideAlone = (known: Known, door: Door, now: number): Decision => {
  const { entry, scannedHereAt } = known
  const since = sinceOf(known, door, now)
  const refuse = (verdict: Verdict): Decision => ({
    isAdmitted: false,
    verdict: provisional({ ...verdict, lines: [...verdict.lines, since] }),
  })
  if (entry === undefined || entry.status === 'TRANSFERRED') {
    return refuse({ ...notForThisEvent(), title: 'Not on the list' })
  }
  const shut = shutAt(door, now)
  if (shut !== null) return refuse(shut)
  if (!isExpected(entry.status)) return refuse({ ...notConfirmed(entry.status, null), ticket: entry.ticketName })
  if (scannedHereAt !== null || entry.status === 'CHECKED_IN') {
    const first = {
      checkedInAt: scannedHereAt,
      gate: null,
      checkedInByLabel: scannedHereAt === null ? null : 'this device',
    }
    return refuse({ ...alreadyIn(first, null, door, now), ticket: entry.ticketName })
  }
  return {
    isAdmitted: true,
    verdict: {
      tone: 'good',
      title: 'Let in',
      name: null,
      ticket: entry.ticketName,
      lines: [since, 'Kept here, and sent when the service answers.'],
      answers: [],
      isProvisional: true,
    },
  }
}
