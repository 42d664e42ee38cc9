import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { createCommit } from '../../../src/db/commit.ts'
import type { Deps } from '../../../src/deps.ts'
import { sendLetter } from '../../../src/modules/mails/index.ts'
import { registry } from '../../../src/registry.ts'
import { deps } from '../../support/app.ts'
import { newCalendar, newEvent, newGuest, newGuests, newKey } from '../../support/factories.ts'

const GUESTS = 10_000
const MEGABYTE = 1_000_000

/** Collects the ids of queue messages without sending them, because the test calls `sendLetter()` itself. */
const told: string[] = []
const tell: Deps['tell'] = ({ jobs = [] }) => void told.push(...jobs.map(String))
const writeAt = deps.atEvent.write
const makeStale = deps.edgeCache.makeStale
const quiet: Deps = {
  ...deps,
  tell,
  commit: createCommit({ db: deps.db, clock: deps.clock, newId: deps.newId, tell, makeStale, writeAt }),
}

const databaseBytes = async () => (await env.DB.prepare('select 1').run()).meta.size_after
const mailsOf = (eventId: string) =>
  env.DB.prepare('select count(*) as mails, count(distinct guest_id) as guests from mails where event_id = ?')
    .bind(eventId)
    .first<{ mails: number; guests: number }>()

it('emails about a change to an event with 10,000 guests are written once and take less than 5 MB in D1', async () => {
  const calendar = await newCalendar()
  const { key } = await newKey(calendar)
  const description = 'Four bands on the quay. '.repeat(400)
  const event = await newEvent(calendar, { description, location: { name: 'Old Harbour', city: 'Reykjavík' } })
  await newGuests(event, GUESTS)
  const gone = await newGuest(event, { status: 'CANCELLED' })
  const before = await databaseBytes()

  const change = { description: `${description} Bring a coat.`, location: { name: 'New Harbour', city: 'Reykjavík' } }
  const answer = await createApp(registry, quiet).request(`/api/v1/events/${event.id}`, {
    method: 'PATCH',
    headers: { 'x-svc-api-key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(change),
  })
  expect(answer.status).toBe(200)
  const byTheEdit = (await databaseBytes()) - before
  expect(await mailsOf(event.id)).toEqual({ mails: 0, guests: 0 })
  const [letter, ...more] = told.filter((id) => id.startsWith('ltr_'))
  expect(more).toEqual([])

  // When two `sendLetter()` calls run concurrently with the same id, each email must be written only once.
  await Promise.all([sendLetter(letter!, quiet), sendLetter(letter!, quiet)])
  await sendLetter(letter!, quiet)
  expect(await mailsOf(event.id)).toEqual({ mails: GUESTS, guests: GUESTS })
  expect(await env.DB.prepare('select 1 from mails where guest_id = ?').bind(gone.id).first()).toBeNull()
  const inAll = (await databaseBytes()) - before
  console.log(`an edit at ${GUESTS} guests: ${byTheEdit} bytes by itself, ${inAll} with every mail`)
  expect(byTheEdit).toBeLessThan(0.2 * MEGABYTE)
  expect(inAll).toBeLessThan(5 * MEGABYTE)
}, 60_000)
