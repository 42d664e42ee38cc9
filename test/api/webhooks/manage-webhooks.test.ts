import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, type Calendar } from '../../support/factories.ts'
import { HONEST_URLS, HOSTILE_URLS } from '../../support/receiver-urls.ts'

vi.setConfig({ testTimeout: 30_000 })

const TYPES = [
  'guest.registered',
  'checkin.created',
  'event.updated',
  'event.cancelled',
  'announcement.sent',
  'reminder.sent',
]
const url = 'https://hooks.example.com/in'

const forms = [
  {
    form: 'current',
    place: async (calendar: Calendar) => `/events/${(await newEvent(calendar)).id}/webhooks`,
  },
  { form: 'target', place: async (calendar: Calendar) => `/calendars/${calendar.slug}/webhooks` },
]

describe.each(forms)('webhooks in the $form form', ({ form, place }) => {
  const start = async () => {
    const calendar = await newCalendar({ plan: 'PLUS' })
    const path = await place(calendar)
    const as = calendar.owner
    const create = (json: object = { url }, headers = {}) => send(`POST ${path}`, { as, json, headers })
    const created = async (json?: object) => (await create(json)).body.data
    const change = (id: string, json: object, headers = {}) => send(`PATCH ${path}/${id}`, { as, json, headers })
    const rotate = (id: string, json?: object, headers = {}) =>
      send(`POST ${path}/${id}/rotate-secret`, { as, headers, ...(json && { json }) })
    const list = async () => (await send(`GET ${path}`, { as })).body.data
    return { calendar, path, as, create, created, change, rotate, list }
  }

  it('are created with 201, all six types and a secret that only this response contains', async () => {
    const { create, list, path } = await start()
    const answer = await create()
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/^whk_/),
      url,
      events: TYPES,
      isActive: true,
      form,
      eventId: form === 'current' ? path.split('/')[2] : null,
      consecutiveFailures: 0,
      managedByKeys: false,
      disabledReason: null,
      plainSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(answer.headers.get('ETag')).toBe('"1"')
    const { plainSecret, ...shown } = answer.body.data
    expect(await list()).toEqual([shown])
    const row = await env.DB.prepare('select * from webhooks where id = ?').bind(shown.id).first()
    expect(JSON.stringify(row)).not.toContain(plainSecret)
  })

  it('keep the given secret and list each given type only once', async () => {
    const { create } = await start()
    const secret = 'a secret of 16 ch'
    const events = ['event.updated', 'guest.registered', 'event.updated']
    const { body } = await create({ url, secret, events })
    expect(body.data).toMatchObject({ plainSecret: secret, events: ['event.updated', 'guest.registered'] })
  })

  it.each([
    [{}, 'url'],
    [{ url: '' }, 'url'],
    [{ url: 7 }, 'url'],
    [{ url: null }, 'url'],
    [{ url, events: [] }, 'events'],
    [{ url, events: ['guest.deleted'] }, 'events.0'],
    [{ url, events: 'guest.registered' }, 'events'],
    [{ url, secret: 'fifteen letters' }, 'secret'],
    [{ url, secret: 'x'.repeat(257) }, 'secret'],
    [{ url, secret: 16 }, 'secret'],
  ])('return 400 for %j and name the field %s', async (json, field) => {
    const { create, list } = await start()
    const answer = await create(json)
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([field])
    expect(await list()).toEqual([])
  })

  it('reject every unsafe URL on creation and change, and accept every safe one', async () => {
    const { create, created, change, list } = await start()
    const { id } = await created()
    for (const hostile of HOSTILE_URLS) {
      for (const answer of [await create({ url: hostile }), await change(id, { url: hostile })]) {
        expect(answer.status, hostile).toBe(400)
        expect(answer.body.errors, hostile).toEqual([{ field: 'url', message: expect.stringMatching(/^(must|Too)/) }])
      }
    }
    expect(await list()).toMatchObject([{ id, url }])
    for (const honest of HONEST_URLS) {
      // A URI is ASCII, so `new URL()` encodes other characters, and the webhook stores the result.
      const kept = /^[\x21-\x7e]+$/.test(honest) ? honest : new URL(honest).href
      expect((await change(id, { url: honest })).body.data, honest).toMatchObject({ id, url: kept })
    }
  })

  it('are limited to 20, even when 40 creations arrive concurrently', async () => {
    const { create, list, created } = await start()
    await created()
    const answers = await Promise.all(Array.from({ length: 40 }, () => create()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(19)
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'webhook_limit_reached' })
    }
    expect(await list()).toHaveLength(20)
  })

  it('change only the given fields, get a new ETag and return 412 for a stale If-Match', async () => {
    const { created, change, list } = await start()
    const { id, plainSecret: _, ...before } = await created()
    const moved = await change(id, { url: `${url}/2` }, { 'If-Match': '"1"' })
    expect(moved.status).toBe(200)
    expect(moved.body.data).toEqual({ id, ...before, url: `${url}/2` })
    expect(moved.headers.get('ETag')).toBe('"2"')
    const late = await change(id, { url: `${url}/3` }, { 'If-Match': '"1"' })
    expect({ status: late.status, code: late.body.code }).toEqual({ status: 412, code: 'precondition_failed' })
    const nothing = await change(id, {})
    expect({ status: nothing.status, etag: nothing.headers.get('ETag') }).toEqual({ status: 200, etag: '"2"' })
    for (const tags of ['"1", "3"', '"22"', '""', ','])
      expect((await change(id, {}, { 'If-Match': tags })).status, tags).toBe(412)
    expect((await change(id, {}, { 'If-Match': '"1", "2"' })).status).toBe(200)
    const narrowed = await change(id, { events: ['event.cancelled'] }, { 'If-Match': '*' })
    expect(narrowed.headers.get('ETag')).toBe('"3"')
    expect(await list()).toEqual([{ id, ...before, url: `${url}/2`, events: ['event.cancelled'] }])
  })

  it('accept only one of ten concurrent edits of the same revision', async () => {
    const { created, change } = await start()
    const { id } = await created()
    const edits = Array.from({ length: 10 }, (_, index) =>
      change(id, { url: `${url}/${index}` }, { 'If-Match': '"1"' }),
    )
    const statuses = (await Promise.all(edits)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 412)])
  })

  it.each([
    [{ events: [] }, 'events'],
    [{ isActive: 'yes' }, 'isActive'],
    [{ url: 'http://hooks.example.com/' }, 'url'],
    [{ secret: 'a secret of 16 ch' }, 'secret'],
    [{ secret: 'x', isActive: false }, 'secret'],
  ])('stay unchanged when a change is %j', async (json, field) => {
    const { created, change, list } = await start()
    const { id, plainSecret: _, ...before } = await created()
    const answer = await change(id, json)
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([field])
    expect(await list()).toEqual([{ id, ...before }])
  })

  it('reset disabledReason and consecutiveFailures when they are activated', async () => {
    const { created, change } = await start()
    const { id } = await created()
    const gone = `update webhooks set is_active = 0, disabled_reason = 'receiver_gone', consecutive_failures = 7 where id = ?`
    await env.DB.prepare(gone).bind(id).run()
    expect((await change(id, { events: TYPES })).body.data).toMatchObject({ isActive: false, consecutiveFailures: 7 })
    const { body } = await change(id, { isActive: true })
    expect(body.data).toMatchObject({ isActive: true, disabledReason: null, consecutiveFailures: 0 })
  })

  it('return 404 once they are deleted', async () => {
    const { created, change, path, as, list, rotate } = await start()
    const { id } = await created()
    const answer = await send(`DELETE ${path}/${id}`, { as })
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { data: { id, deleted: true } } })
    expect(await list()).toEqual([])
    const later = [
      await send(`DELETE ${path}/${id}`, { as }),
      await change(id, { isActive: false }),
      await change(id, { isActive: false }, { 'If-Match': '"1"' }),
      await rotate(id),
      await send(`POST ${path}/${id}/test`, { as }),
    ]
    for (const { status, body } of later) {
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' })
    }
  })

  it('get a new secret, returned once, and keep the old one for 24 hours', async () => {
    const { created, rotate, list } = await start()
    const { id, plainSecret, ...before } = await created()
    const asked = Date.now()
    const answer = await rotate(id)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toEqual({ id, ...before, plainSecret: expect.stringMatching(/^whsec_/) })
    expect(answer.body.data.plainSecret).not.toBe(plainSecret)
    expect(answer.headers.get('ETag')).toBe('"2"')
    expect(await list()).toEqual([{ id, ...before }])
    const row = await env.DB.prepare('select previous_secret_until as until from webhooks where id = ?')
      .bind(id)
      .first()
    const hours = (Number(row?.['until']) - asked) / 3_600_000
    expect(hours).toBeGreaterThanOrEqual(24)
    expect(hours).toBeLessThan(24.01)
    const own = await rotate(id, { secret: 'a secret of my own' })
    expect(own.body.data.plainSecret).toBe('a secret of my own')
    expect((await rotate(id, {}, { 'If-Match': '"1"' })).status).toBe(412)
    expect((await rotate(id, { secret: 'short' })).status).toBe(400)
  })

  it('are created once per Idempotency-Key, even if the first response was lost', async () => {
    const { create, list } = await start()
    const headers = { 'Idempotency-Key': `key-${form}` }
    const first = await create({ url }, headers)
    const again = await create({ url }, headers)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    await env.DB.prepare('update idempotency_claims set answer_cipher = null, status = null, claimed_until = 0').run()
    const recovered = await create({ url }, headers)
    expect({ status: recovered.status, body: recovered.body }).toEqual({ status: 201, body: first.body })
    expect(await list()).toHaveLength(1)
  })

  it('return 404 to the owner of another calendar', async () => {
    const [mine, theirs] = [await start(), await start()]
    const { id } = await mine.created()
    const answers = [
      await send(`PATCH ${theirs.path}/${id}`, { as: theirs.as, json: { isActive: false } }),
      await send(`DELETE ${theirs.path}/${id}`, { as: theirs.as }),
      await send(`POST ${theirs.path}/${id}/test`, { as: theirs.as }),
      await send(`POST ${theirs.path}/${id}/rotate-secret`, { as: theirs.as }),
      await send(`GET ${mine.path}`, { as: theirs.as }),
      await send(`POST ${mine.path}`, { as: theirs.as, json: { url } }),
    ]
    for (const { status } of answers) expect(status).toBe(404)
    expect(await theirs.list()).toEqual([])
    expect(await mine.list()).toMatchObject([{ id, isActive: true }])
  })

  it('require the PLUS plan', async () => {
    const { path, as, create, calendar } = await start()
    await env.DB.prepare(`update calendars set plan = 'FREE' where id = ?`).bind(calendar.id).run()
    for (const { status, body } of [await create(), await send(`GET ${path}`, { as })]) {
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'plan_insufficient' })
    }
  })
})

describe('webhooks of both forms', () => {
  it('do not mix: a webhook of an event does not belong to the calendar or to another event', async () => {
    const calendar = await newCalendar()
    const [first, second] = [await newEvent(calendar), await newEvent(calendar)]
    const as = calendar.owner
    const { body } = await send(`POST /events/${first.id}/webhooks`, { as, json: { url } })
    for (const path of [`/calendars/${calendar.slug}`, `/events/${second.id}`]) {
      expect((await send(`GET ${path}/webhooks`, { as })).body).toEqual({ data: [] })
      expect((await send(`DELETE ${path}/webhooks/${body.data.id}`, { as })).status).toBe(404)
    }
    expect((await send(`GET /events/${first.id}/webhooks`, { as })).body.data).toHaveLength(1)
  })

  it('are listed together only with withEvents=true, those of the calendar first', async () => {
    const [calendar, other] = [await newCalendar(), await newCalendar()]
    const event = await newEvent(calendar)
    const as = calendar.owner
    const ofEvent = (await send(`POST /events/${event.id}/webhooks`, { as, json: { url } })).body.data
    const ofCalendar = (await send(`POST /calendars/${calendar.slug}/webhooks`, { as, json: { url } })).body.data
    const list = async (query: string) => (await send(`GET /calendars/${calendar.slug}/webhooks${query}`, { as })).body
    const found = { data: [{ id: ofCalendar.id, eventId: null }] }
    expect(await list('')).toMatchObject(found)
    expect((await list('?withEvents=false')).data).toHaveLength(1)
    expect(await list('?withEvents=true')).toMatchObject({
      data: [...found.data, { id: ofEvent.id, form: 'current', eventId: event.id }],
    })
    expect((await send(`GET /calendars/${other.slug}/webhooks?withEvents=true`, { as: other.owner })).body).toEqual({
      data: [],
    })
  })

  it('are deleted with their event', async () => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar)
    const as = calendar.owner
    const { body } = await send(`POST /events/${event.id}/webhooks`, { as, json: { url } })
    expect((await send(`DELETE /events/${event.id}`, { as })).status).toBe(200)
    expect(await env.DB.prepare('select id from webhooks where id = ?').bind(body.data.id).first()).toBeNull()
  })
})
