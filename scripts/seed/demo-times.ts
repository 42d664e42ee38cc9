const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const isoSeconds = (at: number) => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z')

export const hoursFrom = (now: number, hours: number) =>
  isoSeconds(Math.ceil(now / HOUR_MS) * HOUR_MS + hours * HOUR_MS)

export const nextHour = (now: number) => hoursFrom(now, 0)

/** Uses the local time of each event's own zone, so that every demo event begins at a plausible hour. */
export const onDay = (now: number, days: number, time: string, lastsHours: number) => {
  const date = new Date(now + days * DAY_MS).toISOString().slice(0, 10)
  const start = Date.parse(`${date}T${time}:00Z`)
  const local = (at: number) => isoSeconds(at).slice(0, -1)
  return { startAt: local(start), endAt: local(start + lastsHours * HOUR_MS) }
}
