import type { RehearsalResult } from './rehearsed.ts'

const HOUR_MS = 3_600_000

/** A period with its own width in the picture. */
export interface Chapter {
  name: 'rush' | 'between' | 'day' | 'all'
  from: number
  until: number
  /** Share of the width, 0 to 1. */
  share: number
}

const momentNamed = ({ timeline }: RehearsalResult, name: string) => {
  const entry = timeline.find((each) => each.kind === 'milestone' && each.name === name)
  return entry === undefined ? null : Date.parse(entry.at)
}

/**
 * Most of a rehearsal happens in the first hour and on the day of the event. On a single scale, with three weeks in
 * between, both would be as thin as a line, so they get about a third of the width each.
 */
export const chaptersOf = (result: RehearsalResult): Chapter[] => {
  const instants = [...result.timeline, ...result.seats.line].map(({ at }) => Date.parse(at))
  const opens = momentNamed(result, 'opens') ?? Math.min(...instants)
  const last = Math.max(...instants)
  const starts = momentNamed(result, 'starts') ?? last
  const day = Math.min(momentNamed(result, 'door_opens') ?? starts, starts) - HOUR_MS / 2
  const rush = opens + HOUR_MS
  if (day - rush < 12 * HOUR_MS) return [{ name: 'all', from: opens, until: Math.max(last, opens + HOUR_MS), share: 1 }]
  return [
    { name: 'rush', from: opens, until: rush, share: 0.3 },
    { name: 'between', from: rush, until: day, share: 0.4 },
    { name: 'day', from: day, until: last, share: 0.3 },
  ]
}

/** Returns the position of an instant, from 0 to 1. */
export const placeIn = (chapters: readonly Chapter[], at: number): number => {
  let before = 0
  for (const { from, until, share } of chapters) {
    if (at <= until) return before + share * Math.max(0, (at - from) / Math.max(1, until - from))
    before += share
  }
  return 1
}
