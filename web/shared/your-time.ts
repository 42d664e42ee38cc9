import { toIn } from '../../src/presentation/plain.ts'
import { withFirst } from '../../src/presentation/when.ts'

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const
const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const
/** Stands for the times in the sentence that the server rendered. */
const GAP = '\ue000'

/**
 * Formats the range as the server does, with the day only if it differs from the one in the event's zone.
 * `Intl.DateTimeFormat.formatRange` would use other separators and, in some languages, other digits.
 */
export const rangeIn = (format: string, timeZone: string, [from, to]: readonly [Date, Date], eventZone: string) => {
  const write = (at: Date, options: Intl.DateTimeFormatOptions, zone = timeZone) =>
    at.toLocaleString(format, { ...options, timeZone: zone })
  const startDay = write(from, DAY)
  const isOneDay = startDay === write(to, DAY)
  const isSameDay = isOneDay && startDay === write(from, DAY, eventZone)
  const start = write(from, { ...(isSameDay ? {} : DAY), ...CLOCK })
  return `${start}${toIn(format)}${write(to, { ...(isOneDay ? {} : DAY), ...CLOCK })}`
}

/** Next to the event's time, shows the reader's local time if the two differ. */
export const tellYourTime = (root: ParentNode = document) => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  for (const place of root.querySelectorAll<HTMLElement>('[data-your-time]')) {
    const { start = '', end = '', zone = '', format = 'en-GB', yourTime = GAP } = place.dataset
    const [from, to] = [new Date(start), new Date(end)]
    const read = (at: Date, of: string) => at.toLocaleString(format, { ...DAY, ...CLOCK, timeZone: of })
    if (read(from, timeZone) === read(from, zone) && read(to, timeZone) === read(to, zone)) continue
    place.textContent = yourTime.replace(GAP, withFirst(rangeIn(format, timeZone, [from, to], zone), format))
    place.hidden = false
  }
}
