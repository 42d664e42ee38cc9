import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { send } from '../support/api.ts'
import { newCalendar, newDoor, newEvent, newKey, newWebhook, register, type Event } from '../support/factories.ts'
import { receiver } from '../support/webhooks.ts'

const [sizing = ''] = Object.values(
  import.meta.glob('../../docs/sizing.md', { query: '?raw', import: 'default', eager: true }),
)

/** The rows that D1 bills for all statements in this runtime. */
const billed = { written: 0, read: 0 }
const note = ({ meta }: D1Result<unknown>) => {
  billed.written += meta.rows_written
  billed.read += meta.rows_read
}
const database = Object.getPrototypeOf(env.DB) as D1Database
const statement = Object.getPrototypeOf(env.DB.prepare('select 1')) as D1PreparedStatement
const { batch } = database
const { all, run } = statement

beforeAll(() => {
  database.batch = async function (this: D1Database, statements) {
    const results = await batch.call(this, statements)
    for (const result of results) note(result)
    return results as never
  }
  statement.all = async function (this: D1PreparedStatement) {
    const result = await all.call(this)
    note(result)
    return result as never
  }
  statement.run = async function (this: D1PreparedStatement) {
    const result = await run.call(this)
    note(result)
    return result as never
  }
})

afterAll(() => {
  database.batch = batch
  Object.assign(statement, { all, run })
})

/** The row for this operation in the table "What one operation costs" in docs/sizing.md. */
const stated = (operation: string) => {
  const row = sizing.split('\n').find((line) => line.startsWith(`| ${operation} `))
  const [, , written, read] = row?.split('|').map((cell) => cell.trim()) ?? []
  return { written: Number(written), read: Number(read) }
}

const waiting = async () => {
  const rows = await env.DB.prepare(
    `select (select count(*) from deliveries where status in ('pending', 'retrying'))
      + (select count(*) from mails where status = 'pending')`,
  ).raw<[number]>()
  return rows[0]?.[0]
}

const TIMES = 3

/**
 * Returns the rows billed for an operation including its deliveries and emails. Takes the minimum of 3 runs, because
 * background work may add rows.
 */
const costOf = async (work: (turn: number) => Promise<{ status: number; text: string }>) => {
  const costs = []
  for (let turn = 0; turn < TIMES; turn += 1) {
    Object.assign(billed, { written: 0, read: 0 })
    const { status, text } = await work(turn)
    expect(status, text).toBeLessThan(300)
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
    costs.push({ ...billed })
  }
  return {
    written: Math.min(...costs.map(({ written }) => written)),
    read: Math.min(...costs.map(({ read }) => read)),
  }
}

it('each operation writes the rows stated in docs/sizing.md and reads at most 10% more', async () => {
  const calendar = await newCalendar()
  const { key } = await newKey(calendar)
  const [plain, heard] = [await newEvent(calendar), await newDoor(calendar)]
  const { url } = receiver('200')
  await newWebhook(heard, url, { events: ['guest.registered', 'checkin.created'] })
  const codes: string[] = []
  const registerAt = async (event: Event) => {
    const answer = await register(event)
    codes.push(answer.body.data.guest.qrCode)
    return answer
  }
  // The first registration creates rows that later registrations reuse.
  await registerAt(plain)
  await registerAt(heard)

  const found = {
    'create an event': await costOf((turn) => {
      const startAt = `204${turn}-05-01T18:00`
      return send('POST /v1/events', { key, json: { title: 'Concert', startAt, timezone: 'Europe/Paris' } })
    }),
    'register, without a webhook': await costOf(() => registerAt(plain)),
    'register, with the confirmation and one webhook': await costOf(() => registerAt(heard)),
    'look a code up at the door': await costOf(() =>
      send(`GET /v1/events/${heard.id}/checkins/lookup?qrCode=${codes.at(-1)}`, { key }),
    ),
    'check in, with one webhook': await costOf((turn) =>
      send(`POST /v1/events/${heard.id}/checkins`, { key, json: { qrCode: codes.at(-1 - turn) } }),
    ),
    'list events, not cached': await costOf((turn) => send(`GET /calendars/${calendar.slug}/events?limit=${3 + turn}`)),
    'list events, calendar, embed or calendar file, cached': await costOf(() =>
      send(`GET /calendars/${calendar.slug}/events?limit=3`),
    ),
  }
  for (const [operation, { written, read }] of Object.entries(found)) {
    const told = stated(operation)
    expect(written, `${operation}, written`).toBe(told.written)
    expect(read, `${operation}, read`).toBeLessThanOrEqual(told.read * 1.1)
  }
})
