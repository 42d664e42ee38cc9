import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { appWith, deps } from '../../support/app.ts'
import { newCalendar, newEvent, newKey, type Calendar } from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'

let calendar: Calendar
beforeAll(async () => {
  calendar = await newCalendar()
  // Subscribes to every event type at a port where nothing listens: the tests read the rows in `deliveries`.
  await send(`POST /calendars/${calendar.slug}/webhooks`, {
    as: calendar.owner,
    json: { url: 'http://127.0.0.1:65533/hook' },
  })
})

const change = (id: string, json: Record<string, unknown>, headers = {}) =>
  send(`PATCH /events/${id}`, { as: calendar.owner, json, headers })
const act = (id: string, what: string, json: Record<string, unknown> = {}) =>
  send(`POST /events/${id}/${what}`, { as: calendar.owner, json })
const add = async (id: string, email: string) => {
  const answer = await send(`POST /events/${id}/guests`, {
    as: calendar.owner,
    json: { email, firstName: 'A', lastName: 'B' },
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data
}
const told = async (id: string) => {
  const { results } = await env.DB.prepare(
    `select event_type as type, data from deliveries where json_extract(data, '$.eventId') = ? and event_type like 'event.%' order by created_at`,
  )
    .bind(id)
    .run<{ type: string; data: string }>()
  return results.map(({ type, data }) => ({ type, ...JSON.parse(data) }))
}
/**
 * Waits until every letter (the text shared by many emails) is queued (`is_queued` = 1), then returns the emails about
 * the event, each with its letter's `data`.
 */
const mailed = async (id: string) => {
  const unwritten = env.DB.prepare('select count(*) as letters from letters where event_id = ? and is_queued = 0').bind(
    id,
  )
  await expect.poll(() => unwritten.first('letters'), { timeout: 20_000 }).toBe(0)
  const { results } = await env.DB.prepare(
    `select m.kind, m.recipient, l.data from mails m join letters l on l.id = substr(m.cause, 1, instr(m.cause, ':') - 1)
     where m.event_id = ? and m.kind like 'event.%' and m.data = '{}' order by m.recipient, m.created_at, m.rowid`,
  )
    .bind(id)
    .run<{ kind: string; recipient: string; data: string }>()
  return results.map(({ kind, recipient, data }) => ({ kind, recipient, ...JSON.parse(data) }))
}

describe('PATCH /events/:eventId', () => {
  it('changes only the given fields and sends event.updated with the old and new value of each', async () => {
    const event = await newEvent(calendar, { title: 'Before', tags: ['a'] })
    const answer = await change(event.id, { title: 'After', capacity: 20 })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ title: 'After', capacity: 20, tags: ['a'], slug: event.slug, sequence: 1 })
    expect(await told(event.id)).toEqual([
      {
        type: 'event.updated',
        eventId: event.id,
        eventSlug: event.slug,
        eventTitle: 'After',
        startAt: event.startAt,
        endAt: event.endAt,
        timezone: 'Europe/Paris',
        changes: [
          { field: 'title', from: 'Before', to: 'After' },
          { field: 'capacity', from: null, to: 20 },
        ],
      },
    ])
  })

  it('sends no event.updated when nothing changes or the event is a draft', async () => {
    const event = await newEvent(calendar, { title: 'Same' })
    const same = await change(event.id, { title: 'Same', startAt: event.startAt })
    expect(same.body.data.updatedAt).toBe(event.updatedAt)
    expect(same.headers.get('ETag')).toBe('"1"')
    const draft = await newEvent(calendar, { status: 'DRAFT' })
    await change(draft.id, { title: 'Still quiet' })
    expect([...(await told(event.id)), ...(await told(draft.id))]).toEqual([])
  })

  it('increases sequence when the time, time zone, place or title changes, and for nothing else', async () => {
    const event = await newEvent(calendar)
    const sequences: number[] = []
    for (const json of [
      { description: 'x' },
      { title: 'T' },
      { startAt: '2031-05-02T18:10:00Z' },
      { tags: ['x'] },
      { location: { name: 'Hall', city: 'Lyon' } },
      { capacity: 5 },
      { timezone: 'Europe/Berlin' },
    ]) {
      sequences.push((await change(event.id, json)).body.data.sequence)
    }
    expect(sequences).toEqual([0, 1, 2, 2, 3, 3, 4])
  })

  it('accepts an If-Match with several revisions if one of them is current', async () => {
    const event = await newEvent(calendar)
    const several = await change(event.id, { title: 'Of one' }, { 'If-Match': '"0", W/"1","11"' })
    expect({ status: several.status, etag: several.headers.get('ETag') }).toEqual({ status: 200, etag: '"2"' })
    for (const tags of ['"1", "3"', '"12"', '"22", "20"', '""', ',']) {
      const stale = await change(event.id, { title: 'Of none' }, { 'If-Match': tags })
      expect({ tags, status: stale.status }).toEqual({ tags, status: 412 })
    }
  })

  it('returns 412 for a stale If-Match and accepts one of 20 concurrent edits with the same revision', async () => {
    const event = await newEvent(calendar)
    const stale = await change(event.id, { title: 'x' }, { 'If-Match': '"7"' })
    expect(stale.status).toBe(412)
    expect(stale.body.code).toBe('precondition_failed')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => change(event.id, { title: `Editor ${index}` }, { 'If-Match': '"1"' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19)
    expect(await told(event.id)).toHaveLength(1)
  })

  it('keeps all of six concurrent edits without If-Match', async () => {
    const event = await newEvent(calendar)
    const edits = [
      { title: 'New' },
      { tags: ['x'] },
      { capacity: 9 },
      { description: 'd' },
      { waitlistEnabled: true },
      { reminderMinutes: [60] },
    ]
    const answers = await Promise.all(edits.map((json) => change(event.id, json)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    const read = await send(`GET /events/${event.id}`, { as: calendar.owner })
    expect(read.body.data).toMatchObject(Object.assign({}, ...edits))
    expect(read.headers.get('ETag')).toBe('"7"')
  })

  it('converts a timed event into an all-day event and back', async () => {
    const event = await newEvent(calendar, { startAt: '2031-05-02T22:30:00Z', endAt: '2031-05-03T01:00:00Z' })
    const days = await change(event.id, { allDay: true })
    expect(days.body.data).toMatchObject({ allDay: true, startAt: '2031-05-03', endAt: '2031-05-04' })
    const timed = await change(event.id, { allDay: false, startAt: '2031-05-03T10:00', endAt: '2031-05-03T12:00' })
    expect(timed.body.data).toMatchObject({
      allDay: false,
      startAt: '2031-05-03T08:00:00.000Z',
      endAt: '2031-05-03T10:00:00.000Z',
    })
  })

  it('keeps the ids of existing questions and gives new ones their own', async () => {
    const event = await newEvent(calendar, {
      registrationQuestions: [
        { label: 'A', type: 'TEXT' },
        { label: 'B', type: 'TEXT' },
      ],
    })
    const [first, second] = event.registrationQuestions
    const answer = await change(event.id, {
      registrationQuestions: [
        { ...second, label: 'B2' },
        { label: 'C', type: 'TEXT' },
        { ...second },
        { id: 'qst_forged', label: 'D', type: 'TEXT' },
      ],
    })
    const ids = answer.body.data.registrationQuestions.map(({ id }: { id: string }) => id)
    expect(ids[0]).toBe(second.id)
    expect(new Set(ids).size).toBe(4)
    expect(ids).not.toContain(first.id)
    expect(ids).not.toContain('qst_forged')
  })

  it.each([
    [{ endAt: '2031-05-02T17:00:00Z' }, 'endAt'],
    [{ startAt: '2031-05-02T20:00:00Z' }, 'endAt'],
    [{ timezone: 'Nowhere/Land' }, 'timezone'],
    [{ capacity: -3 }, 'capacity'],
    [{ title: '\n' }, 'title'],
  ])('returns 400 for %j and names the field %s', async (json, field) => {
    const event = await newEvent(calendar)
    const answer = await change(event.id, json)
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field)
  })

  it('returns 409 capacity_exceeded for a capacity below the seats taken', async () => {
    const event = await newEvent(calendar)
    for (const name of ['a', 'b', 'c']) await add(event.id, `${name}@example.org`)
    const refused = await change(event.id, { capacity: 2 })
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('capacity_exceeded')
    const calledOff = await change(event.id, { capacity: 2, status: 'CANCELLED' })
    expect(calledOff.body.code).toBe('capacity_exceeded')
    const fits = await change(event.id, { capacity: 3 })
    expect(fits.body.data).toMatchObject({ capacity: 3, spotsRemaining: 0, registrationStatus: 'SOLD_OUT' })
  })
})

describe('status change of an event', () => {
  it.each([
    ['DRAFT', 'PUBLISHED', 200],
    ['PUBLISHED', 'DRAFT', 200],
    ['PUBLISHED', 'ARCHIVED', 200],
    ['PUBLISHED', 'CANCELLED', 200],
    ['DRAFT', 'ARCHIVED', 409],
    ['DRAFT', 'CANCELLED', 409],
  ])('going from %s to %s returns %i', async (from, to, status) => {
    const event = await newEvent(calendar, { status: from })
    const answer = await change(event.id, { status: to })
    expect(answer.status).toBe(status)
    if (status === 409) expect(answer.body.code).toBe('invalid_transition')
    else expect(answer.body.data.status).toBe(to)
  })

  it('returns invalid_transition for an event that is CANCELLED or ARCHIVED', async () => {
    const off = await newEvent(calendar)
    await act(off.id, 'cancel')
    const away = await newEvent(calendar)
    await change(away.id, { status: 'ARCHIVED' })
    for (const [id, to] of [
      [off.id, 'PUBLISHED'],
      [off.id, 'DRAFT'],
      [away.id, 'PUBLISHED'],
      [away.id, 'CANCELLED'],
    ] as const) {
      expect((await change(id, { status: to })).body.code).toBe('invalid_transition')
    }
  })

  it('sets publishedAt when a draft is published', async () => {
    const draft = await newEvent(calendar, { status: 'DRAFT' })
    expect(draft.publishedAt).toBeNull()
    const published = await change(draft.id, { status: 'PUBLISHED' })
    expect(published.body.data.publishedAt).not.toBeNull()
    expect((await send(`GET /events/slug/${draft.slug}`)).status).toBe(200)
  })

  it('returns 409 event_has_guests for DRAFT if the event ever had a guest, as does a deletion', async () => {
    const event = await newEvent(calendar)
    await add(event.id, 'once@example.org')
    const back = await change(event.id, { status: 'DRAFT' })
    expect([back.status, back.body.code]).toEqual([409, 'event_has_guests'])
    const gone = await send(`DELETE /events/${event.id}`, { as: calendar.owner })
    expect([gone.status, gone.body.code]).toEqual([409, 'event_has_guests'])
    const read = await send(`GET /events/${event.id}`, { as: calendar.owner })
    expect(read.body.data).toMatchObject({ status: 'PUBLISHED' })
  })
})

describe('POST /events/:eventId/cancel', () => {
  it('cancels only once when ten requests arrive concurrently, with one event.cancelled and one email to each current guest', async () => {
    const event = await newEvent(calendar)
    await add(event.id, 'here@example.org')
    const gone = await add(event.id, 'left@example.org')
    await env.DB.prepare(`update guests set status = 'CANCELLED', ticket_id = ticket_id where id = ?`)
      .bind(gone.id)
      .run()
    const answers = await Promise.all(Array.from({ length: 10 }, () => act(event.id, 'cancel', { reason: 'Storm' })))
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body.data).toMatchObject({
        status: 'CANCELLED',
        cancellationReason: 'Storm',
        sequence: 1,
        registrationStatus: 'CLOSED',
      })
    }
    expect(new Set(answers.map(({ body }) => body.data.cancelledAt)).size).toBe(1)
    const { cancelledAt } = answers[0]?.body.data ?? {}
    expect(await told(event.id)).toEqual([
      {
        type: 'event.cancelled',
        eventId: event.id,
        eventSlug: event.slug,
        eventTitle: event.title,
        reason: 'Storm',
        cancelledAt,
      },
    ])
    expect(await mailed(event.id)).toEqual([
      { kind: 'event.cancelled', recipient: 'here@example.org', reason: 'Storm' },
    ])
  })

  it('returns invalid_transition for a draft and 412 for a stale If-Match', async () => {
    const draft = await newEvent(calendar, { status: 'DRAFT' })
    expect((await act(draft.id, 'cancel')).body.code).toBe('invalid_transition')
    const event = await newEvent(calendar)
    const headers = { 'If-Match': '"7"' }
    const stale = await send(`POST /events/${event.id}/cancel`, { as: calendar.owner, json: {}, headers })
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed'])
    expect(await told(event.id)).toEqual([])
  })

  it('has the same effect as PATCH with status CANCELLED, which sends no event.updated', async () => {
    const event = await newEvent(calendar)
    await change(event.id, { status: 'CANCELLED', title: 'Off' })
    expect((await told(event.id)).map(({ type }) => type)).toEqual(['event.cancelled'])
  })
})

describe('email to guests about a change', () => {
  it('is sent when the time or place changes, and for nothing else', async () => {
    const event = await newEvent(calendar)
    await add(event.id, 'guest@example.org')
    await change(event.id, { title: 'Other title', description: 'text' })
    expect(await mailed(event.id)).toEqual([])
    await change(event.id, { endAt: '2031-05-02T21:00:00Z' })
    await change(event.id, { location: { name: 'Elsewhere' } })
    expect(await mailed(event.id)).toEqual([
      { kind: 'event.changed', recipient: 'guest@example.org', fields: ['endAt'] },
      { kind: 'event.changed', recipient: 'guest@example.org', fields: ['location'] },
    ])
    // `letters.data` has the names of the changed fields but not their values.
    const { results } = await env.DB.prepare('select data from letters').all<{ data: string }>()
    expect(JSON.stringify(results)).not.toContain('Elsewhere')
  })

  it('is not sent with suppressNotifications, although the webhooks are', async () => {
    const event = await newEvent(calendar)
    await add(event.id, 'guest@example.org')
    await change(event.id, { startAt: '2031-05-02T18:30:00Z', suppressNotifications: true })
    await act(event.id, 'cancel', { suppressNotifications: true })
    expect(await mailed(event.id)).toEqual([])
    expect((await told(event.id)).map(({ type }) => type)).toEqual(['event.updated', 'event.cancelled'])
  })
})

describe('POST /events/:eventId/duplicate', () => {
  it('creates a draft with copies of the tickets and questions under new ids, and without guests', async () => {
    const event = await newEvent(calendar, {
      title: 'Original',
      registrationQuestions: [{ label: 'Q', type: 'TEXT' }],
      tickets: [{ name: 'A' }, { name: 'B', price: 500, currency: 'EUR' }],
    })
    const copy = (await act(event.id, 'duplicate')).body.data
    expect(copy).toMatchObject({
      title: 'Original',
      status: 'DRAFT',
      publishedAt: null,
      sequence: 0,
      startAt: event.startAt,
    })
    expect(copy.slug).toMatch(/^original-/)
    expect(copy.tickets.map(({ name, price, sold }: Record<string, unknown>) => [name, price, sold])).toEqual([
      ['A', 0, 0],
      ['B', 500, 0],
    ])
    const ids = (one: typeof event) => [
      one.id,
      ...one.tickets.map(({ id }: { id: string }) => id),
      one.registrationQuestions[0].id,
    ]
    expect(new Set([...ids(event), ...ids(copy)]).size).toBe(8)
  })
})

describe('DELETE /events/:eventId', () => {
  it('deletes the event with its tickets and its own webhooks', async () => {
    const event = await newEvent(calendar)
    await send(`POST /events/${event.id}/webhooks`, {
      as: calendar.owner,
      json: { url: 'http://127.0.0.1:65533/own' },
    })
    const answer = await send(`DELETE /events/${event.id}`, { as: calendar.owner })
    expect(answer.body.data).toEqual({ id: event.id, deleted: true })
    expect((await send(`GET /events/slug/${event.slug}`)).status).toBe(404)
    for (const table of ['tickets', 'webhooks']) {
      const left = await env.DB.prepare(`select count(*) as n from ${table} where event_id = ?`)
        .bind(event.id)
        .first('n')
      expect(left, table).toBe(0)
    }
  })
})

describe('edit of an event that is deleted at the same moment', () => {
  it('returns 404 and sends no event.updated', async () => {
    const event = await newEvent(calendar)
    const app = appWith({
      commit: async (edited) => {
        expect((await send(`DELETE /events/${event.id}`, { as: calendar.owner })).status).toBe(200)
        return deps.commit(edited)
      },
    })
    const answer = await app.request(`/api/events/${event.id}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${await tokenFor(calendar.owner)}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'Too late' }),
    })
    expect(answer.status).toBe(404)
    expect(await told(event.id)).toEqual([])
  })
})

describe('API key', () => {
  it('reads events of its calendar by slug and by id, and gets 404 for events of another calendar', async () => {
    const { key } = await newKey(calendar, ['events:read', 'events:write'])
    const other = await newCalendar()
    const [own, foreign] = [await newEvent(calendar), await newEvent(other)]
    for (const name of [own.slug, own.id]) {
      const answer = await send(`GET /v1/events/${name}`, { key })
      expect(answer.body.data.id).toBe(own.id)
      expect(answer.headers.get('ETag')).toBe('"1"')
    }
    for (const line of [
      `GET /v1/events/${foreign.id}`,
      `GET /v1/events/${foreign.slug}`,
      `DELETE /v1/events/${foreign.id}`,
    ]) {
      expect((await send(line, { key })).status).toBe(404)
    }
    const made = await send('POST /v1/events', {
      key,
      json: { title: 'By key', startAt: '2031-01-01', timezone: 'UTC' },
    })
    expect(made.body.data).toMatchObject({ calendarSlug: calendar.slug, allDay: true })
  })
})
