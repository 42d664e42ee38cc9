/** The wall clock can be wrong, and staff or the network can change it. The steady clock only counts. */
export interface Clocks {
  wall: () => number
  steady: () => number
}

const DEVICE: Clocks = { wall: () => Date.now(), steady: () => performance.now() }

/** Smaller differences are latency or rounding. */
const TOLERANCE_MS = 5_000

/** A correction of times that this clock returned since `from`. */
export interface Correction {
  from: number
  byMs: number
}

/**
 * Returns the service's time, offline as well. `offsetMs` is the service's time minus the device's clock, stored at the
 * last sync.
 *
 * If the wall clock moves back, or forward by less than the steady clock, a person changed it. `now()` then ignores the
 * change. If it moves forward by more, the device may have slept, because the steady clock of some devices stops during
 * sleep. `now()` then follows the wall clock, and the next sync shows whether that was wrong.
 */
export const createClock = ({ wall, steady }: Clocks = DEVICE) => {
  let offsetMs = 0
  let last = { wall: wall(), steady: steady() }
  /** Times when someone may have set the wall clock, and by how much. `aheadMs` is null if unknown. */
  let doubts: { from: number; aheadMs: number | null }[] = []

  const now = () => {
    const read = { wall: wall(), steady: steady() }
    const aheadMs = read.wall - last.wall - (read.steady - last.steady)
    last = read
    if (aheadMs < -TOLERANCE_MS) offsetMs -= aheadMs
    if (aheadMs > TOLERANCE_MS) doubts.push({ from: read.wall + offsetMs, aheadMs })
    return read.wall + offsetMs
  }

  return {
    now,
    offsetMs: () => offsetMs,
    /** Starts from a stored offset. The clock may have been set while the kiosk was closed. */
    load: (storedMs: number) => {
      offsetMs = storedMs
      doubts = [{ from: now(), aheadMs: null }]
    },
    /** Adopts the service's time. Returns how to correct earlier times, or null if they were right. */
    sync: (serviceNow: number, atWall: number): Correction | null => {
      now()
      const byMs = serviceNow - atWall - offsetMs
      offsetMs += byMs
      const wrong = doubts.findLast(({ aheadMs }) => aheadMs === null || Math.abs(aheadMs + byMs) <= 2 * TOLERANCE_MS)
      doubts = []
      return Math.abs(byMs) > TOLERANCE_MS && wrong !== undefined ? { from: wrong.from, byMs } : null
    },
  }
}
