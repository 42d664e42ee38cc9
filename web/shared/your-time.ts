import { withFirst } from '../../src/presentation/when.ts'

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const
const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const
/** Where the words of the page leave room for the times. */
const GAP = '\ue000'

/** Japanese has a way of its own to write a range, unlike that of the page around it. */
export const rangeIn = (format: string, timeZone: string, from: Date, to: Date) => {
  const [start, end] = [{ ...DAY, ...CLOCK, timeZone } as const, { ...CLOCK, timeZone, timeZoneName: 'short' } as const]
  return /^ja\b/.test(format)
    ? `${from.toLocaleString(format, start)}〜${to.toLocaleString(format, end)}`
    : new Intl.DateTimeFormat(format, { ...start, ...end }).formatRange(from, to)
}

/** Where the reader's clock shows another time than the event's, both are told. */
export const tellYourTime = (root: ParentNode = document) => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  for (const place of root.querySelectorAll<HTMLElement>('[data-your-time]')) {
    const { start = '', end = '', zone = '', format = 'en-GB', yourTime = GAP } = place.dataset
    const [from, to] = [new Date(start), new Date(end)]
    const read = (at: Date, of: string) => at.toLocaleString(format, { ...DAY, ...CLOCK, timeZone: of })
    if (read(from, timeZone) === read(from, zone) && read(to, timeZone) === read(to, zone)) continue
    place.textContent = yourTime.replace(GAP, withFirst(rangeIn(format, timeZone, from, to), format))
    place.hidden = false
  }
}
