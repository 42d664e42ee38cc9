/** Instants are epoch milliseconds inside the service. */
export type Instant = number
export type Clock = () => Instant

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const systemClock: Clock = () => Date.now()

export const iso = (at: Instant) => new Date(at).toISOString()
export const isoOrNull = (at: Instant | null) => (at === null ? null : iso(at))

const knownZones = new Set<string>()

export const isTimezone = (name: string) => {
  if (knownZones.has(name)) return true
  // Offsets such as '+02:00' are accepted by Intl but are no zone: they know no daylight saving.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    // Spellings differ in case, so the set is kept from growing with them.
    if (knownZones.size < 1_000) knownZones.add(name)
    return true
  } catch {
    return false
  }
}
