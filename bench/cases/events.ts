import { calendarOf, keyOf } from '../fill.ts'
import type { Case } from '../case.ts'
import { compare } from '../harness.ts'
import { always } from '../rounds.ts'

const GROUP = 'events'

const listOf = (size: number, port: number) => ({
  port,
  status: 200,
  next: always({
    path: `/api/v1/calendars/${calendarOf(size)}/events?limit=50`,
    headers: { 'x-svc-api-key': keyOf(size) },
  }),
})

export const eventCases: Case[] = [
  {
    name: 'events-cached',
    run: ({ port, floorPort }) =>
      compare({
        group: GROUP,
        name: 'event list of 50, cached / bare hello',
        subject: { port, status: 200, next: always({ path: `/api/calendars/${calendarOf(1_000)}/events?limit=50` }) },
        floor: { port: floorPort, status: 200, next: always({ path: '/' }) },
        bound: { least: 0.5 },
      }),
  },
  {
    name: 'events-uncached',
    run: ({ port, floorPort }) =>
      compare({
        group: GROUP,
        name: 'event list of 50 by key, uncached / one batch by hand',
        subject: listOf(1_000, port),
        floor: { port: floorPort, status: 200, next: always({ path: '/events?calendar=cal_1000' }) },
        bound: { least: 0.6 },
      }),
  },
  {
    name: 'events-size',
    run: ({ port }) =>
      compare({
        group: GROUP,
        name: 'event list of 50, of 100,000 events / of 1,000',
        subject: listOf(100_000, port),
        floor: listOf(1_000, port),
        bound: { most: 1.5 },
        by: 'cost',
      }),
  },
]
