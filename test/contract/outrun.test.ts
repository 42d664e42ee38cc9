import { describe, expect, it } from 'vitest'
import type { Deps } from '../../src/deps.ts'
import { send } from '../support/api.ts'
import { appWith, deps } from '../support/app.ts'
import { rowsHolding } from '../support/database.ts'
import { manageApi, newCalendar, newCoupon, newEvent, newTicket, register } from '../support/factories.ts'
import { tokenFor } from '../support/identity.ts'

const calendar = await newCalendar()
const asOwner = async (line: string, json?: object) => {
  const answer = await send(line, { as: calendar.owner, ...(json === undefined ? {} : { json }) })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}
const eventPath = async () => `/events/${(await newEvent(calendar)).id}`

/** An edit of one row, and a `rival` that changes the same row in a different way each time. */
interface Contest {
  line: string
  json: object
  rival: (turn: number) => Promise<unknown>
}

const patched = (path: string, json: object, rival: (turn: number) => object): Contest => ({
  line: `PATCH ${path}`,
  json,
  rival: (turn) => asOwner(`PATCH ${path}`, rival(turn)),
})
const named = (path: string) => patched(path, { name: 'Mine' }, (turn) => ({ name: `Theirs ${turn}` }))
const lastName = (turn: number) => ({ lastName: `Theirs ${turn}` })

const weekly = (title: string) => ({
  calendarSlug: calendar.slug,
  template: { title },
  startAt: '2031-05-02T18:00',
  durationMinutes: 60,
  timezone: 'UTC',
  rrule: 'FREQ=WEEKLY;COUNT=2',
})
const seriesPath = async () => `/series/${(await asOwner('POST /series', weekly('Yoga'))).id}`
const templated = (path: string) => (turn: number) =>
  asOwner(`PATCH ${path}`, { template: { title: `Theirs ${turn}` } })

const edits: [operation: string, code: string, set: () => Promise<Contest>][] = [
  [
    'events.update',
    'conflicting_edits',
    async () => patched(await eventPath(), { title: 'Mine' }, (turn) => ({ title: `Theirs ${turn}` })),
  ],
  [
    'events.cancel',
    'conflicting_edits',
    async () => {
      const path = await eventPath()
      const rival = (turn: number) => asOwner(`PATCH ${path}`, { title: `Theirs ${turn}` })
      return { line: `POST ${path}/cancel`, json: {}, rival }
    },
  ],
  [
    'tickets.update',
    'conflicting_edits',
    async () => {
      const event = await newEvent(calendar)
      return named(`/events/${event.id}/tickets/${(await newTicket(event)).id}`)
    },
  ],
  [
    'checkpoints.update',
    'conflicting_edits',
    async () => {
      const path = `${await eventPath()}/checkpoints`
      return named(`${path}/${(await asOwner(`POST ${path}`, { name: 'Lunch', mode: 'ONCE' })).id}`)
    },
  ],
  [
    'guests.correct',
    'conflicting_edits',
    async () => {
      const event = await newEvent(calendar)
      const { guest } = (await register(event)).body.data
      return patched(`/events/${event.id}/guests/${guest.id}`, { firstName: 'Mine' }, lastName)
    },
  ],
  [
    'guests.correctBuyer',
    'conflicting_edits',
    async () => {
      const event = await newEvent(calendar)
      const json = { buyer: { firstName: 'Ann', lastName: 'Bee', email: 'ann@b.test' }, attendees: [{}, {}] }
      const { partyId } = (await send(`POST /public/events/${event.id}/registrations`, { json })).body.data
      return patched(`/events/${event.id}/parties/${partyId}`, { firstName: 'Mine' }, lastName)
    },
  ],
  [
    'registrations.complete',
    'conflicting_edits',
    async () => {
      const event = await newEvent(calendar)
      const { guest, manageUrl } = (await register(event)).body.data
      return {
        line: `PATCH ${manageApi(manageUrl)}/guests/${guest.id}`,
        json: { firstName: 'Mine' },
        rival: (turn) => asOwner(`PATCH /events/${event.id}/guests/${guest.id}`, lastName(turn)),
      }
    },
  ],
  [
    'series.update',
    'conflicting_edits',
    async () => {
      const path = await seriesPath()
      return { line: `PATCH ${path}`, json: { template: { title: 'Mine' } }, rival: templated(path) }
    },
  ],
  [
    'series.cancel',
    'conflicting_edits',
    async () => {
      const path = await seriesPath()
      return { line: `POST ${path}/cancel`, json: {}, rival: templated(path) }
    },
  ],
  [
    'coupons.update',
    'coupon_changed',
    async () => {
      const { id } = await newCoupon(calendar, { code: crypto.randomUUID().slice(0, 8) })
      const path = `/calendars/${calendar.slug}/coupons/${id}`
      return patched(path, { maxRedemptions: 7 }, (turn) => ({ percentOff: 10 + turn }))
    },
  ],
  [
    'scheduledExports.update',
    'scheduled_export_changed',
    async () => {
      const path = `/calendars/${calendar.slug}/scheduled-exports`
      const json = { dataset: 'EVENTS', frequency: 'DAILY', timeOfDay: '08:00', recipients: ['a@b.test'] }
      const { id } = await asOwner(`POST ${path}`, json)
      return patched(`${path}/${id}`, { format: 'json' }, (turn) => ({ timeOfDay: `1${turn}:00` }))
    },
  ],
]

/** Sends the edit. `rival` changes the row between the read and the commit of the edit, `times` times. */
const askOutrun = async ({ line, json, rival }: Contest, times: number) => {
  const [method, path] = line.split(' ') as [string, string]
  const state = () => rowsHolding(path.match(/\b[a-z]{3}_\w+/g)?.slice(-1) ?? [])
  let turn = 0
  let left: unknown = null
  const commit: Deps['commit'] = async (change) => {
    if (turn < times) {
      await rival((turn += 1))
      left = await state()
    }
    return deps.commit(change)
  }
  const answer = await appWith({ commit }).request(`/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${await tokenFor(calendar.owner)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  })
  const body = await answer.json<{ code?: string }>()
  return { status: answer.status, body, turns: turn, left, found: await state() }
}

describe('concurrent edits', () => {
  it.each(edits)('succeed for %s after five lost races and return %s after six', async (...row) => {
    const [, code, set] = row
    const late = await askOutrun(await set(), 5)
    expect([late.status, late.turns], JSON.stringify(late.body)).toEqual([200, 5])

    expect(late.found).not.toEqual(late.left)

    const refused = await askOutrun(await set(), Number.POSITIVE_INFINITY)
    expect([refused.status, refused.body.code, refused.turns]).toEqual([409, code, 6])
    expect(refused.found).toEqual(refused.left)
  })

  it('creating a series succeeds after two lost slug races and returns conflicting_edits after three', async () => {
    const contest = {
      line: 'POST /series',
      json: weekly('Pilates'),
      rival: () => asOwner('POST /series', weekly('Pilates')),
    }
    const late = await askOutrun(contest, 2)
    expect([late.status, late.turns], JSON.stringify(late.body)).toEqual([200, 2])
    const refused = await askOutrun(contest, Number.POSITIVE_INFINITY)
    expect([refused.status, refused.body.code, refused.turns]).toEqual([409, 'conflicting_edits', 3])
    const line = `GET /events?calendarSlug=${calendar.slug}&q=Pilates&series=all`
    const { data } = (await send(line, { as: calendar.owner })).body
    // The first request met two rivals and then succeeded; the second met three. Each of these six series has one date
    // near enough to be created.
    expect(data).toHaveLength(6)
  })

  it('importing a series returns conflicting_edits after three lost slug races', async () => {
    const file = btoa(
      [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'UID:stretching@example.org',
        'DTSTART:20310502T180000Z',
        'DTEND:20310502T190000Z',
        'RRULE:FREQ=WEEKLY;COUNT=2',
        'SUMMARY:Stretching',
        'END:VEVENT',
        'END:VCALENDAR',
      ].join('\r\n'),
    )
    const line = `POST /calendars/${calendar.slug}/events/import`
    const { digest } = await asOwner(line, { file, dryRun: true })
    const rival = () => asOwner('POST /series', weekly('Stretching'))
    const refused = await askOutrun({ line, json: { file, confirm: digest }, rival }, Number.POSITIVE_INFINITY)
    expect([refused.status, refused.body.code, refused.turns]).toEqual([409, 'conflicting_edits', 3])
  })
})
