import { env } from 'cloudflare:workers'
import { expect, inject, it } from 'vitest'
import { WEBHOOK_EVENT_TYPES } from '../../src/kernel/vocabulary.ts'
import { createRateCounter } from '../../src/platform/rate-limiter.ts'
import { appWith, deps } from '../support/app.ts'
import { issueInvoices, takeOwnMoney, takeTransfers } from './story/of-the-money.ts'
import { moveHouse } from './story/of-the-archives.ts'
import { openTheDoor } from './story/of-the-door.ts'
import { account, welcome } from './story/of-the-guests.ts'
import { lookAround, settleIn } from './story/of-the-owner.ts'
import { plan, prepare } from './story/of-the-programme.ts'
import {
  bodiesByType,
  followChanges,
  listenIn,
  readTheLog,
  runExport,
  subscribeByKey,
  tryEventWebhook,
  write,
} from './story/of-the-webhooks.ts'
import { noteStatements, scansIn } from '../support/plans.ts'
import { LOOK, storedState } from '../support/quotes.ts'
import { tryOut } from './story/of-the-sandboxes.ts'
import { startRecording } from './story/recorder.ts'
import { timeless } from './story/timeless.ts'

const HOUR = 3_600_000
const OWNER = 'usr_grace'
const MINUTE = 60_000

const answered = async (response: Response | Promise<Response>) => {
  const { status, headers, ...rest } = await response
  const text = await (await response).text()
  return { ...rest, status, headers, text, body: JSON.parse(text) }
}

it(
  'scripts/openapi/examples.json equals the service’s responses to the recorded story',
  { timeout: 300_000 },
  async () => {
    await storedState()
    const statements = noteStatements()
    const startedAt = Math.floor(Date.now() / 1_000) * 1_000
    const story = startRecording(OWNER)
    await settleIn(story)
    const webhook = await listenIn(story)
    const event = await plan(story, startedAt)
    const hookByKey = await subscribeByKey(story)
    const { scheduledExportId } = await prepare(story, event)
    const eventWebhook = await tryEventWebhook(story, event.id)
    const { guest, order, other } = await welcome(story, event)
    await followChanges(story)

    let others = 0
    const at = (startAt: number, fields: object = {}) =>
      story.pass('POST /v1/events', {
        json: {
          title: 'Another',
          slug: `another-${(others += 1)}`,
          startAt: new Date(startAt).toISOString(),
          timezone: 'UTC',
          ...fields,
        },
      })
    const invite = async (id: string) =>
      (
        await story.pass(`POST /v1/events/${id}/guests`, {
          json: { firstName: 'A', lastName: 'B', email: 'a@guests.example' },
        })
      ).body.data.id as string
    const [early, over, small] = [
      await at(startedAt + 240 * HOUR),
      await at(startedAt - 72 * HOUR),
      await at(startedAt, { capacity: 1 }),
    ]
    const [earlyId, overId, smallId] = [early, over, small].map(({ body }) => body.data.id as string) as [
      string,
      string,
      string,
    ]
    const windows = { id: earlyId, guestId: await invite(earlyId), overId, overGuestId: await invite(overId) }
    const only = await invite(smallId)
    await story.refuse('capacity_exceeded', [
      `POST /v1/events/${smallId}/guests`,
      { json: { firstName: 'C', lastName: 'D', email: 'c@guests.example' } },
    ])
    await story.pass(`PATCH /v1/events/${smallId}/guests/${only}/status`, { json: { status: 'PENDING' } })
    await story.refuse('guest_not_confirmed', [`POST /v1/events/${smallId}/checkins`, { json: { guestId: only } }])
    const closed = await at(startedAt + HOUR, { registrationClosesAt: new Date(startedAt - HOUR).toISOString() })
    await story.refuse('registration_closed', [
      `POST /public/events/${closed.body.data.id}/registrations`,
      { json: { firstName: 'A', lastName: 'B', email: 'a@guests.example' } },
    ])

    await openTheDoor(story, event.id, guest, other, windows)
    await write(story, event.id)
    await readTheLog(story, event.id, eventWebhook.id, webhook.id)
    const today = new Date(startedAt).toISOString().slice(0, 10)
    await account(story, event, order, today)
    await runExport(story, scheduledExportId)
    await moveHouse(story, OWNER)
    const nightly = {
      dataset: 'CHECKINS',
      format: 'json',
      frequency: 'DAILY',
      timeOfDay: '23:30',
      recipients: ['office@harbour-concerts.example'],
    }
    const asJson = await story.pass('POST /calendars/harbour-concerts/scheduled-exports', { json: nightly })
    await runExport(story, asJson.body.data.id)
    await lookAround(story, event.slug, today)
    await tryOut(story, earlyId)
    for (const id of [earlyId, overId, smallId]) await story.pass(`POST /v1/events/${id}/cancel`)

    const limited = appWith({
      limiter: { ...createRateCounter(Date.now, 1), take: async () => ({ retryAfterSeconds: 17 }) },
    })
    await story.refuse('rate_limited', answered(limited.request('/api/calendars/harbour-concerts')))
    const down = new Error('D1_ERROR: Network connection lost.')
    const broken = appWith({
      log: { ...deps.log, error: () => {} },
      edgeCache: { ...deps.edgeCache, read: () => Promise.reject(down) },
    })
    await story.refuse('unavailable', answered(broken.request('/api/calendars/harbour-concerts')))
    const headers = { 'Idempotency-Key': 'still-at-work' }
    const json = { name: 'Twice', timezone: 'UTC' }
    const first = await story.pass('POST /calendars', { json, headers })
    await env.DB.prepare(
      'update idempotency_claims set status = null, answer_cipher = null, claimed_until = ? where effect_id = ?',
    )
      .bind(Date.now() + MINUTE, first.body.data.id)
      .run()
    await story.refuse('idempotency_in_progress', ['POST /calendars', { json, headers }])
    await takeOwnMoney(story, OWNER)
    await issueInvoices(story)
    const webhooks = await bodiesByType(story, webhook.id, WEBHOOK_EVENT_TYPES)
    await takeTransfers(story, OWNER)
    await story.tellTheRest()
    expect(story.notQuoted()).toEqual([])
    statements.end()
    expect(statements.texts.size).toBeGreaterThan(400)
    expect(await scansIn(new Set(['select g.id from guests g where g.first_name = ?']))).toHaveLength(1)
    const isTestLook = (text: string) => text.startsWith(LOOK)
    // The operator lists the calendars of all users.
    const isOperators = (text: string) => /^calendars: select .* from "calendars"(?: order by .*)?$/.test(text)
    // A restore inserts its calendar with a select. SQLite would scan child tables only while a foreign key is violated.
    const isRestored = (text: string) => text.includes(': insert into `calendars`')
    const texts = new Set([...statements.texts].filter((text) => !isTestLook(text)))
    const scans = (await scansIn(texts)).filter((text) => !isOperators(text) && !isRestored(text))
    expect(scans, 'statements that go through a whole table').toEqual([])

    const hosts = {
      [webhook.url]: 'https://hooks.example.org/harbour',
      [eventWebhook.url]: 'https://hooks.example.org/summer-nights',
      [hookByKey.url]: 'https://hooks.example.org/by-key',
      [inject('farm')]: 'https://hooks.example.org',
      [encodeURIComponent(inject('farm'))]: encodeURIComponent('https://hooks.example.org'),
      [new URL(inject('farm')).host]: 'hooks.example.org',
      'http://127.0.0.1:8787': 'https://calendar.example',
      'ws://127.0.0.1:8787': 'wss://calendar.example',
      'webcal://127.0.0.1:8787': 'webcal://calendar.example',
      '127.0.0.1': 'calendar.example',
    }
    const { calls, refusals } = story
    const examples = await timeless({ calls, refusals, webhooks }, startedAt, hosts)
    await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot('../../scripts/openapi/examples.json')
  },
)
