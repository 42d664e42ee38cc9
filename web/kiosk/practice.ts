import { createOutbox, type KeptScan } from './outbox.ts'
import type { Place } from './places.ts'
import type { Storage, StoreName } from './storage.ts'
import type { Shown } from './verdict.ts'
import { words } from './words.ts'

/** The longest delay of `setTimeout`. */
const MAX_DELAY_MS = 2 ** 31 - 1

/** The part of `Storage` that an outbox uses, in memory. It ends with the practice. */
const createMemory = () => {
  const scans = new Map<IDBValidKey, { id: string }>()
  const at = () => ({
    put: (scan: { id: string }) => scans.set(scan.id, scan),
    delete: (id: IDBValidKey) => scans.delete(id),
  })
  return {
    ofEvent: () => Promise.resolve([...scans.values()]),
    change: (_: StoreName[], work: (store: typeof at) => void) => Promise.resolve(work(at)),
  } as unknown as Storage
}

interface Ports {
  eventId: string
  place: () => Place
  now: () => number
  isListKnown: () => boolean
  onChange: (isOn: boolean) => void
}

/**
 * Lets staff try the kiosk before check-in opens. Scans are decided with the guest list of this device, as if the door
 * were open. They stay in memory: none is sent or stored, and none counts.
 */
export const createPractice = ({ eventId, place, now, isListKnown, onChange }: Ports) => {
  let isOn = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let outbox = createOutbox(createMemory(), eventId)

  const mayStart = () => isListKnown() && now() < place().opensAt
  const end = () => {
    clearTimeout(timer)
    if (!isOn) return
    isOn = false
    onChange(false)
  }
  /** Ends the practice once check-in is open. Called again when the door or its times change. */
  const check = () => {
    clearTimeout(timer)
    if (!isOn) return
    if (now() >= place().opensAt) return end()
    timer = setTimeout(check, Math.min(place().opensAt - now(), MAX_DELAY_MS))
  }

  return {
    mayStart,
    isOn: () => {
      check()
      return isOn
    },
    start: () => {
      if (!mayStart()) return
      outbox = createOutbox(createMemory(), eventId)
      isOn = true
      check()
      onChange(true)
    },
    end,
    check,
    /** Given to `createLoneAdmissions` instead of the kiosk's own outbox and list of check-ins. */
    ports: {
      outbox: {
        keep: (scan: KeptScan) => outbox.keep(scan),
        seenHere: (codeHash: string, checkpointId: string | null) => outbox.seenHere(codeHash, checkpointId),
        change: (checkpointId: string | null) => outbox.change(checkpointId),
      },
      last: { add: () => {} },
      undo: ({ key }: { key: string }) => void outbox.take(key),
      onKept: () => {},
    },
    /** Returns the place as if it were open. */
    asOpen: (shut: Place): Place => ({ ...shut, opensAt: -Infinity, closesAt: Infinity }),
    /** Marks a verdict as practice and removes the line that says that the scan will be sent. */
    mark: (shown: Shown): Shown => ({
      ...shown,
      verdict: {
        ...shown.verdict,
        isProvisional: false,
        isPractice: true,
        lines: shown.verdict.lines.filter((line) => line !== words().verdict.keptHere),
      },
    }),
  }
}

export type Practice = ReturnType<typeof createPractice>
