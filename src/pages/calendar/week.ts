import { daysBetween } from '../../presentation/when.ts'
import type { ListedEvent } from './event-row.tsx'

/** More lanes would leave a week without room for its other events. */
const MAX_LANES = 4

/** The part of an event of several days that falls into one week. */
export interface Bar {
  event: ListedEvent
  /** The position of its first day in the week, from 0. */
  from: number
  /** The number of its days in the week. */
  days: number
  /** The row of the bar below the day's number, from 0. No two bars of a week overlap in a lane. */
  lane: number
  startsHere: boolean
  endsHere: boolean
}

export interface Week {
  dates: readonly string[]
  bars: readonly Bar[]
  /** The events of each day that are not bars. */
  onDay: ReadonlyMap<string, readonly ListedEvent[]>
}

/** Distributes the events of a month over one week. An event of several days is one bar, others belong to their day. */
export const weekOf = (dates: readonly string[], events: readonly ListedEvent[]): Week => {
  const bars: Bar[] = []
  const onDay = new Map<string, ListedEvent[]>()
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  for (const event of events) {
    const days = daysBetween(event)
    const here = days.filter((date) => date >= first && date <= last)
    const from = dates.indexOf(here[0] ?? '')
    const isTaken = (lane: number) =>
      bars.some((bar) => bar.lane === lane && bar.from < from + here.length && from < bar.from + bar.days)
    const lane = Array.from({ length: MAX_LANES }, (_, index) => index).find((index) => !isTaken(index))
    if (here.length > 0 && days.length > 1 && lane !== undefined)
      bars.push({
        event,
        from,
        days: here.length,
        lane,
        startsHere: here[0] === days[0],
        endsHere: here.at(-1) === days.at(-1),
      })
    else for (const date of here) onDay.set(date, [...(onDay.get(date) ?? []), event])
  }
  return { dates, bars, onDay }
}

/** Returns the number of lanes that the bars take up on this day. */
export const lanesOn = ({ dates, bars }: Week, date: string) => {
  const day = dates.indexOf(date)
  return Math.max(0, ...bars.map(({ from, days, lane }) => (from <= day && day < from + days ? lane + 1 : 0)))
}
