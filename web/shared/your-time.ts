const CLOCK = { hour: '2-digit', minute: '2-digit' } as const
const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const

/** Where the reader's clock shows another time than the event's, both are told. */
export const tellYourTime = (root: ParentNode = document) => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  for (const place of root.querySelectorAll<HTMLElement>('[data-your-time]')) {
    const { start = '', end = '', zone = '' } = place.dataset
    const [from, to] = [new Date(start), new Date(end)]
    const read = (at: Date, of: string) => at.toLocaleString('en-GB', { ...DAY, ...CLOCK, timeZone: of })
    if (read(from, timeZone) === read(from, zone) && read(to, timeZone) === read(to, zone)) continue
    const format = new Intl.DateTimeFormat('en-GB', { ...DAY, ...CLOCK, timeZone, timeZoneName: 'short' })
    place.textContent = `Where you are: ${format.formatRange(from, to)}`
    place.hidden = false
  }
}
