import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { CHANGE_OBJECTS } from '../../../src/kernel/vocabulary.ts'
import { publishedScopes } from '../../contract/published.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { insertAll } from '../../support/database.ts'
import {
  manageApi,
  newCalendar,
  newCoupon,
  newDoor,
  newEvent,
  newGuest,
  newGuests,
  newKey,
  newOrder,
  newPass,
  register,
  type Calendar,
} from '../../support/factories.ts'
import { operatorToken } from '../../support/identity.ts'
import { runSchedule } from '../../support/webhooks.ts'

interface Change {
  seq: number
  at: string
  object: string
  id: string
  eventId: string | null
  op: string
  fields: string[]
  actor: { type: string; id: string | null }
  current: Record<string, unknown> | null
}

let calendar: Calendar
let key = ''
let keyId = ''
beforeAll(async () => {
  calendar = await newCalendar()
  ;({ key, id: keyId } = await newKey(calendar))
})

const page = async (query: string, by = key) => {
  const answer = await send(`GET /v1/changes?${query}`, { key: by })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as { data: Change[]; meta: { cursor: string; hasMore: boolean } }
}
const now = async (by = key) => (await page('cursor=now', by)).meta.cursor

const since = async (cursor: string, query = '', by = key) => {
  const all: Change[] = []
  for (let next = cursor, more = true; more;) {
    const { data, meta } = await page(`cursor=${next}${query}`, by)
    all.push(...data)
    ;[next, more] = [meta.cursor, meta.hasMore]
  }
  return all
}
const told = (changes: Change[]) => changes.map(({ object, op, fields }) => [object, op, fields.join()])

describe('GET /v1/changes', () => {
  it('returns each change of an event and its ticket with the current object, or null after deletion', async () => {
    const cursor = await now()
    const { id } = await newEvent(calendar, { title: 'First' })
    await send(`PATCH /v1/events/${id}`, { key, json: { title: 'Second', capacity: 40 } })
    await send(`PATCH /v1/events/${id}`, { key, json: { title: 'Second' } })
    const made = await since(cursor)
    expect(made.map(({ object, op, id: of }) => [object, op, of === id])).toEqual([
      ['event', 'upsert', true],
      ['ticket', 'upsert', false],
      ['event', 'upsert', true],
    ])
    expect(made.every(({ eventId }) => eventId === id)).toBe(true)
    expect(made[0]?.fields).toEqual(expect.arrayContaining(['title', 'createdAt', 'tags']))
    expect(made[2]?.fields.toSorted()).toEqual(['capacity', 'sequence', 'title', 'updatedAt'])
    expect(made.map(({ actor }) => actor)).toEqual([
      { type: 'user', id: calendar.owner, via: null },
      { type: 'user', id: calendar.owner, via: null },
      { type: 'key', id: keyId, via: null },
    ])
    const read = (await send(`GET /v1/events/${id}`, { key })).body.data
    expect(made[0]?.current).toEqual(read)
    expect(made[2]?.current).toEqual(read)
    expect(made[1]?.current).toEqual(read.tickets[0])

    await send(`DELETE /v1/events/${id}`, { key })
    const all = await since(cursor)
    expect(told(all.slice(3))).toEqual([
      ['ticket', 'delete', ''],
      ['event', 'delete', ''],
    ])
    expect(all.every(({ current }) => current === null)).toBe(true)
  })

  it('names the changed fields of guests and check-ins, and never stores their values', async () => {
    const event = await newDoor(calendar)
    const { token } = await newPass(event)
    const cursor = await now()
    const registered = await register(event, { firstName: 'Grace', lastName: 'Hopper', email: 'grace@navy.test' })
    const { guest, manageUrl } = registered.body.data
    const inside = await send(`POST /events/${event.id}/checkins`, { token, json: { guestId: guest.id } })
    await send(`DELETE /events/${event.id}/checkins/${inside.body.data.id}`, { as: calendar.owner })
    await send(`PATCH /v1/events/${event.id}/guests/${guest.id}`, { key, json: { lastName: 'Murray' } })
    const rows = await since(cursor, '&types=guest,checkin')
    expect(rows.map(({ object, op, actor }) => [object, op, actor.type])).toEqual([
      ['guest', 'upsert', 'guest'],
      ['checkin', 'upsert', 'pass'],
      ['guest', 'upsert', 'pass'],
      ['checkin', 'delete', 'user'],
      ['guest', 'upsert', 'user'],
      ['guest', 'upsert', 'key'],
    ])
    expect(rows[2]?.fields.toSorted()).toEqual(['checkedInAt', 'status', 'updatedAt'])
    expect(rows[5]?.fields.toSorted()).toEqual(['lastName', 'updatedAt'])
    const listed = (await send(`GET /v1/events/${event.id}/guests`, { key })).body.data
    expect(rows[0]?.current).toEqual(listed[0])

    await send(`POST ${manageApi(manageUrl)}/cancel`)
    await send(`POST /v1/events/${event.id}/guests/${guest.id}/erase`, { key })
    const after = await since(cursor, '&types=guest')
    expect(after.at(-2)).toMatchObject({ op: 'upsert', actor: { type: 'guest', id: guest.id }, current: null })
    expect(after.at(-1)).toMatchObject({ op: 'delete', fields: [], actor: { type: 'key', id: keyId }, current: null })
    const { results } = await env.DB.prepare('select * from changes where object_id = ?').bind(guest.id).all()
    expect(JSON.stringify(results)).not.toMatch(/grace|hopper|murray/i)
  })

  it('returns scans at a checkpoint, exits and returns exactly as the list of check-ins does', async () => {
    const event = await newDoor(calendar, { reentry: true })
    const { token, id: passId } = await newPass(event)
    const [guest, leaver] = await newGuests(event, 2)
    const checkpoint = { name: 'Sauna', mode: 'IN_OUT' }
    const { id: checkpointId } = (await send(`POST /v1/events/${event.id}/checkpoints`, { key, json: checkpoint })).body
      .data
    const scan = async (json: object) => {
      const { status, text, body } = await send(`POST /events/${event.id}/checkins`, { token, json })
      expect(status, text).toBe(200)
      return body.data.id as string
    }
    const list = async (query = '') => (await send(`GET /v1/events/${event.id}/checkins${query}`, { key })).body.data
    const cursor = await now()
    const entered = await scan({ guestId: guest?.id, checkpointId })
    const left = await scan({ guestId: guest?.id, checkpointId, direction: 'OUT' })
    const first = await scan({ guestId: guest?.id })
    const exit = await scan({ guestId: guest?.id, direction: 'OUT' })
    const back = await scan({ guestId: guest?.id })
    const rows = await since(cursor, '&types=scan,checkin')
    expect(rows.map(({ object, op, id }) => [object, op, id])).toEqual([
      ['scan', 'upsert', entered],
      ['scan', 'upsert', left],
      ['checkin', 'upsert', first],
      ['scan', 'upsert', exit],
      ['scan', 'upsert', back],
    ])
    expect(rows[0]).toMatchObject({ eventId: event.id, actor: { type: 'pass', id: passId } })
    expect(rows[0]?.fields).toEqual(expect.arrayContaining(['guestId', 'checkpointId', 'direction', 'checkedInAt']))
    const current = rows.map((row) => row.current)
    expect(current.slice(0, 2)).toEqual(await list(`?checkpointId=${checkpointId}`))
    expect(current.slice(2)).toEqual(await list())

    await send(`DELETE /v1/events/${event.id}/checkins/${left}`, { key })
    await scan({ guestId: leaver?.id, checkpointId })
    const beforeLeaving = await now()
    await send(`PATCH /v1/events/${event.id}/guests/${leaver?.id}/status`, { key, json: { status: 'CANCELLED' } })
    const [undone, , ...others] = (await since(cursor, '&types=scan')).slice(4)
    expect(undone).toMatchObject({
      op: 'delete',
      id: left,
      fields: [],
      current: null,
      actor: { type: 'key', id: keyId },
    })
    // A guest who cancels while inside is scanned out by the service.
    expect(others).toMatchObject([{ op: 'upsert', current: { guestId: leaver?.id, direction: 'OUT' } }])
    expect((await since(beforeLeaving, '&types=scan')).map(({ id }) => id)).toEqual(others.map(({ id }) => id))
  })

  it('returns orders, refunds, coupons and announcements exactly as their own lists do', async () => {
    const cursor = await now()
    const { event, order } = await newOrder(calendar)
    await send(`POST /v1/events/${event.id}/orders/${order.id}/mark-paid`, { key })
    await send(`POST /v1/events/${event.id}/orders/${order.id}/refund`, { key, json: { amount: 500 } })
    await newCoupon(calendar, { code: 'FEED' })
    await send(`POST /v1/events/${event.id}/announcements`, { key, json: { subject: 'Hello', body: 'All' } })
    await expect
      .poll(async () => (await send(`GET /v1/events/${event.id}/announcements`, { key })).body.data[0].status, {
        timeout: 20_000,
      })
      .toBe('SENT')
    const rows = await since(cursor, '&types=order,refund,coupon,announcement')
    const one = (object: string) => rows.filter((row) => row.object === object)
    const [shown] = (await send(`GET /v1/events/${event.id}/orders`, { key })).body.data
    expect(one('order').map(({ current }) => current)).toEqual(one('order').map(() => shown))
    expect(one('refund').at(-1)?.current).toEqual(shown.refunds[0])
    expect(one('coupon').at(-1)?.current).toEqual(
      (await send(`GET /v1/calendars/${calendar.slug}/coupons`, { key })).body.data[0],
    )
    const [letter] = (await send(`GET /v1/events/${event.id}/announcements`, { key })).body.data
    expect(one('announcement').at(-1)).toMatchObject({ current: letter, actor: { type: 'system', id: null } })
    // `progress` and the usage counters of tickets and coupons add no row to `changes`.
    expect(one('announcement').flatMap(({ fields }) => fields)).not.toContain('progress')
    expect(one('coupon')).toHaveLength(1)
  })

  it('returns only object types the key has a scope for, and 403 scope_missing if types names any other', async () => {
    const event = await newDoor(calendar)
    const cursor = await now()
    const { order } = await newOrder(calendar)
    await send(`POST /v1/events/${order.eventId}/orders/${order.id}/mark-paid`, { key })
    const seller = {
      documents: 'ON_REQUEST',
      name: 'Verein',
      line1: 'Ring 1',
      city: 'Köln',
      country: 'DE',
      vatId: 'DE1',
    }
    await send(`PUT /calendars/${calendar.slug}/seller`, { as: calendar.owner, json: seller })
    const buyer = { name: 'Ada Byron', line1: 'Ring 2', city: 'Berlin', country: 'DE' }
    await send(`POST /v1/events/${order.eventId}/orders/${order.id}/documents`, { key, json: buyer })
    await send(`POST /v1/events/${order.eventId}/orders/${order.id}/refund`, { key, json: {} })
    const guest = await newGuest(event)
    await send(`POST /v1/events/${event.id}/checkins`, { key, json: { guestId: guest.id } })
    await newCoupon(calendar, { code: 'SCOPES' })
    await send(`POST /v1/events/${event.id}/checkpoints`, { key, json: { name: 'Lunch', mode: 'ONCE' } })
    const rule = { startAt: '2031-05-02T18:00', durationMinutes: 60, timezone: 'UTC', rrule: 'FREQ=WEEKLY' }
    await send('POST /v1/series', { key, json: { template: { title: 'Weekly' }, ...rule } })
    await send(`PATCH /calendars/${calendar.slug}`, { as: calendar.owner, json: { name: 'Another' } })
    const [scanned] = await newGuests(event, 1)
    const { id: checkpointId } = (await send(`GET /v1/events/${event.id}/checkpoints`, { key })).body.data[0]
    await send(`POST /v1/events/${event.id}/checkins`, { key, json: { guestId: scanned?.id, checkpointId } })
    await send(`POST /v1/events/${event.id}/addons`, { key, json: { name: 'T-shirt' } })
    const [line, file] = [`POST /v1/events/${event.id}/guests/import`, btoa('Email\njob@guests.example')]
    const { digest } = (await send(line, { key, json: { file, dryRun: true } })).body.data
    await send(line, { key, json: { file, confirm: digest } })
    for (const what of ['announcements', 'reminders'])
      await send(`POST /v1/events/${event.id}/${what}`, { key, json: { subject: 'Hello', body: 'All' } })

    const seen: Record<string, string[]> = {}
    for (const scope of Object.keys(publishedScopes)) {
      const own = await newKey(calendar, [scope])
      seen[scope] = [...new Set((await since(cursor, '', own.key)).map(({ object }) => object))].toSorted()
      for (const object of CHANGE_OBJECTS) {
        const asked = await send(`GET /v1/changes?types=${object}`, { key: own.key })
        expect([asked.status, asked.body.code ?? null]).toEqual(
          seen[scope].includes(object) ? [200, null] : [403, 'scope_missing'],
        )
      }
    }
    const none: string[] = []
    expect(seen).toEqual({
      'events:read': ['addon', 'calendar', 'checkpoint', 'coupon', 'event', 'job', 'series', 'ticket'],
      'events:write': none,
      'guests:read': ['guest'],
      'guests:write': none,
      'checkins:read': ['checkin', 'scan'],
      'checkins:write': none,
      'communications:write': ['announcement', 'reminder'],
      'webhooks:read': none,
      'webhooks:write': none,
      'billing:read': ['document', 'order', 'refund'],
      'billing:write': none,
      'analytics:read': none,
    })
    const whole = [...new Set((await since(cursor)).map(({ object }) => object))].toSorted()
    expect(whole).toEqual([...CHANGE_OBJECTS].toSorted())
    const other = await newKey(await newCalendar())
    expect((await page('', other.key)).data.filter(({ object }) => object !== 'calendar')).toEqual([])
  })

  it('returns a suspension as a change of the calendar and stays readable during it', async () => {
    const own = await newCalendar()
    const { key: ofOwn } = await newKey(own)
    const cursor = await now(ofOwn)
    const set = async (json: object) =>
      send(`PUT /calendars/${own.slug}/suspension`, { token: await operatorToken(), json })
    await set({ suspended: true, reason: 'Looked into.' })
    const [row, ...more] = await since(cursor, '', ofOwn)
    expect([row?.object, row?.fields, row?.actor.type, more]).toEqual([
      'calendar',
      ['updatedAt', 'suspension'],
      'user',
      [],
    ])
    expect(row?.current).toEqual((await send(`GET /v1/calendars/${own.slug}`, { key: ofOwn })).body.data)
    expect(row?.current).toMatchObject({ suspension: { reason: 'Looked into.' } })
    await set({ suspended: false })
    expect((await since(cursor, '', ofOwn)).at(-1)?.current).toMatchObject({ suspension: null })
  })

  it('scans 1,000 rows per page and sets hasMore even if none of them has the requested type', async () => {
    const event = await newEvent(calendar)
    const cursor = await now()
    await newGuests(event, 1_500)
    await send(`PATCH /calendars/${calendar.slug}`, { as: calendar.owner, json: { name: 'Behind many' } })
    const first = await page(`cursor=${cursor}&types=calendar`)
    expect([first.data.length, first.meta.hasMore]).toEqual([0, true])
    const second = await page(`cursor=${first.meta.cursor}&types=calendar`)
    expect([second.data.length, second.meta.hasMore]).toEqual([1, false])
    expect((await page(`cursor=${second.meta.cursor}`)).data).toEqual([])
    const hundred = await page(`cursor=${cursor}&limit=100`)
    expect([hundred.data.length, hundred.meta.hasMore]).toEqual([100, true])
    const objects = Map.groupBy(await since(cursor), ({ object }) => object)
    expect(Object.fromEntries([...objects].map(([object, changes]) => [object, changes.length]))).toEqual({
      calendar: 1,
      guest: 1_500,
    })
  })

  it('records 10,000 changes when one statement updates 10,000 rows', async () => {
    const event = await newEvent(calendar)
    const cursor = await now()
    await newGuests(event, 10_000, { status: 'PENDING' })
    const before = await env.DB.prepare('select max(seq) as seq from changes').first<{ seq: number }>()
    const written = await env.DB.prepare(`update guests set status = 'CANCELLED' where event_id = ?`)
      .bind(event.id)
      .run()
    expect(written.success).toBe(true)
    const rows = await env.DB.prepare(
      `select count(*) as rows, count(distinct at) as moments, min(fields) as fields, max(fields) as others from changes where seq > ?`,
    )
      .bind(before?.seq ?? 0)
      .first()
    expect(rows).toMatchObject({ rows: 10_000, fields: 'status,', others: 'status,' })
    expect((await page(`cursor=${cursor}&limit=1`)).data[0]?.current).toMatchObject({ status: 'CANCELLED' })
  })

  it('promotes 40 waitlisted guests with as many SQL statements as one guest', async () => {
    const statementsFor = async (waiting: number) => {
      const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true })
      const taken = await newGuest(event)
      await newGuests(event, waiting, { status: 'WAITLISTED', waitlist_seq: 1 })
      const cursor = await now()
      const batches = vi.spyOn(deps.db.$client, 'batch')
      await send(`PATCH /v1/events/${event.id}`, { key, json: { capacity: null } })
      const sent = batches.mock.calls.reduce((sum, [batch]) => sum + batch.length, 0)
      batches.mockRestore()
      const rows = (await since(cursor)).filter(({ actor }) => actor.id === keyId)
      const moved = rows.filter(({ object, fields }) => object === 'guest' && fields.includes('status'))
      expect(moved.map(({ id }) => id)).not.toContain(taken.id)
      expect(new Set(moved.map(({ id }) => id)).size).toBe(waiting)
      expect(new Set(moved.map(({ at }) => at)).size).toBe(1)
      return sent
    }
    expect(await statementsFor(40)).toBe(await statementsFor(1))
  })

  it('returns changes in seq order to readers that poll during writes: never 8 before 7', async () => {
    const event = await newEvent(calendar)
    const start = await now()
    const writers = { areDone: false }
    const follow = async () => {
      const seqs: number[] = []
      for (let cursor = start; !writers.areDone;) {
        const { data, meta } = await page(`cursor=${cursor}&limit=100`)
        seqs.push(...data.map(({ seq }) => seq))
        cursor = meta.cursor
      }
      return seqs
    }
    const readers = [follow(), follow()]
    await Promise.all(Array.from({ length: 40 }, () => register(event)))
    writers.areDone = true
    const whole = (await since(start)).map(({ seq }) => seq)
    expect(whole.length).toBeGreaterThanOrEqual(40)
    for (const seqs of await Promise.all(readers)) expect(seqs).toEqual(whole.slice(0, seqs.length))
  })

  it('attributes a write outside a commit to the system, not to the previous actor', async () => {
    const event = await newEvent(calendar)
    const cursor = await now()
    await env.DB.prepare(`update events set title = 'By hand' where id = ?`).bind(event.id).run()
    const [row, ...more] = await since(cursor)
    expect([row?.actor, row?.fields, more]).toEqual([{ type: 'system', id: null, via: null }, ['title'], []])
    expect(Math.abs(Date.parse(row?.at ?? '') - Date.now())).toBeLessThan(60_000)
  })
})

it('GET /v1/changes returns 400 for a limit that contains anything but decimal digits', async () => {
  for (const limit of ['1e1', '0x10', '%205', '1.0'])
    expect((await send(`GET /v1/changes?limit=${limit}`, { key })).body.errors, limit).toMatchObject([
      { field: 'limit' },
    ])
})

describe('cursor of GET /v1/changes', () => {
  const code = async (cursor: string, by = key) => {
    const { status, body } = await send(`GET /v1/changes?cursor=${encodeURIComponent(cursor)}`, { key: by })
    return [status, body.code]
  }

  it('returns 400 if the service did not issue it or if it is a cursor of the history', async () => {
    const cursor = await now()
    const history = await send(`GET /calendars/${calendar.slug}/changes`, { as: calendar.owner })
    for (const given of ['x', `${cursor}x`, cursor.replace(/^./, 'A'), '.', history.body.meta.cursor])
      expect(await code(given)).toEqual([400, 'validation_failed'])
  })

  it('returns 400 for JSON of another form, and 410 for a cursor of another installation', async () => {
    const [, seal = ''] = (await now()).split('.')
    for (const form of ['{}', 'null', '"text"'])
      expect(await code(`${btoa(form)}.${seal}`)).toEqual([400, 'validation_failed'])
    for (const seq of [1, -1, 'x', {}]) {
      const text = btoa(JSON.stringify(['elsewhere', calendar.id, seq])).replaceAll('=', '')
      expect(await code(`${text}.${seal}`)).toEqual([410, 'cursor_expired'])
    }
  })

  it('returns 410 cursor_expired with recovery steps for another calendar, deleted rows or a reset database', async () => {
    const other = await newKey(await newCalendar())
    const cursor = await now()
    expect(await code(cursor, other.key)).toEqual([410, 'cursor_expired'])

    const kept = 30 * 86_400_000
    const [first] = (await page('limit=1')).data
    await env.DB.prepare('update changes set at = ? where seq <= ?')
      .bind(Date.now() - kept - 1_000, (first?.seq ?? 0) + 5)
      .run()
    const start = (await page('limit=1')).meta.cursor
    await runSchedule()
    const expired = await send(`GET /v1/changes?cursor=${start}`, { key })
    expect([expired.status, expired.body.code]).toEqual([410, 'cursor_expired'])
    expect(expired.body.message).toMatch(/1\. .*2\. .*3\. /s)
    expect((await page('limit=1')).data[0]?.seq).toBe((first?.seq ?? 0) + 6)
    expect((await page(`cursor=${cursor}`)).meta.hasMore).toBe(false)

    await env.DB.prepare(`update change_feed set epoch = 'drawn anew'`).run()
    expect(await code(cursor)).toEqual([410, 'cursor_expired'])
    await page(`cursor=${await now()}`)
  })

  it('is never reused: cleanup keeps the newest row, however old, and seq continues after it', async () => {
    const last = await env.DB.prepare('select max(seq) as seq from changes').first<{ seq: number }>()
    await env.DB.prepare('update changes set at = 1').run()
    for (let turn = 0; turn < 5; turn += 1) await runSchedule()
    const { results } = await env.DB.prepare('select seq from changes').all()
    expect(results).toEqual([last])
    const cursor = await now()
    await send(`PATCH /calendars/${calendar.slug}`, { as: calendar.owner, json: { name: 'Next' } })
    expect((await since(cursor)).map(({ seq }) => seq)).toEqual([(last?.seq ?? 0) + 1])
  })
})

describe('GET /calendars/:slug/changes', () => {
  const history = async (query: string, as = calendar.owner) => {
    const answer = await send(`GET /calendars/${calendar.slug}/changes?${query}`, { as })
    expect(answer.status, answer.text).toBe(200)
    return answer.body as {
      data: (Change & { actor: { label: string | null } })[]
      meta: { cursor: string; hasMore: boolean }
    }
  }

  it('lists the newest change first with the actor’s label, and filters by object, id and actor', async () => {
    const event = await newDoor(calendar)
    const { token, id: passId } = await newPass(event, { label: 'Anna' })
    const { guest } = (await register(event, { firstName: 'Ada', lastName: 'Byron' })).body.data
    await send(`POST /events/${event.id}/checkins`, { token, json: { guestId: guest.id } })
    await send(`PATCH /v1/events/${event.id}`, { key, json: { title: 'By key' } })

    const ofGuest = await history(`object=guest&id=${guest.id}`)
    expect(ofGuest.data.map(({ actor }) => [actor.type, actor.label])).toEqual([
      ['pass', 'Anna'],
      ['guest', null],
    ])
    expect(ofGuest.data[0]?.current).toMatchObject({ id: guest.id, status: 'CHECKED_IN' })
    const ofEvent = await history(`id=${event.id}`)
    expect(ofEvent.data[0]).toMatchObject({ object: 'event', actor: { type: 'key', id: keyId, label: 'test' } })
    expect(new Set(ofEvent.data.map(({ object }) => object))).toEqual(
      new Set(['event', 'ticket', 'guest', 'checkin', 'order']),
    )
    expect((await history(`object=event&id=${event.id}`)).data).toHaveLength(2)
    const other = await newCalendar()
    const there = `GET /calendars/${other.slug}/changes`
    const elsewhere = await send(`${there}?id=${event.id}`, { as: other.owner })
    expect([elsewhere.status, elsewhere.body.data]).toEqual([200, []])
    const foreign = await send(`${there}?cursor=${(await history('limit=1')).meta.cursor}`, { as: other.owner })
    expect([foreign.status, foreign.body.code]).toEqual([410, 'cursor_expired'])
    const seqs = ofEvent.data.map(({ seq }) => seq)
    expect(seqs).toEqual(seqs.toSorted((left, right) => right - left))

    expect((await history(`id=${event.id}&actor=${passId}`)).data.map(({ object }) => object)).toEqual([
      'guest',
      'checkin',
    ])
    expect((await history(`id=${event.id}&actor=pass`)).data).toHaveLength(2)
    const half = await history(`id=${event.id}&limit=3`)
    const rest = await history(`id=${event.id}&cursor=${half.meta.cursor}`)
    expect([...half.data, ...rest.data]).toEqual(ofEvent.data)
    expect([half.meta.hasMore, rest.meta.hasMore]).toEqual([true, false])
  })

  it('includes the scans of a guest in the history of that guest and of the event', async () => {
    const event = await newDoor(calendar)
    const { token } = await newPass(event, { label: 'Anna' })
    const guest = await newGuest(event)
    const lunch = { name: 'Lunch', mode: 'ONCE' }
    const { id: checkpointId } = (await send(`POST /v1/events/${event.id}/checkpoints`, { key, json: lunch })).body.data
    await send(`POST /events/${event.id}/checkins`, { token, json: { guestId: guest.id, checkpointId } })
    const scans = (await history(`id=${guest.id}`)).data.filter(({ object }) => object !== 'guest')
    expect(scans).toMatchObject([
      { object: 'scan', actor: { label: 'Anna' }, current: { guestId: guest.id, checkpointId } },
    ])
    expect(await history(`object=scan&id=${guest.id}`)).toMatchObject({ data: scans })
    expect((await history(`id=${event.id}`)).data.map(({ object }) => object)).toContain('scan')
    expect((await history(`object=guest&id=${guest.id}`)).data.map(({ object }) => object)).not.toContain('scan')
  })

  it('filters by from and to among 3,000 rows', async () => {
    const day = 86_400_000
    const start = Date.now() - 20 * day
    const { seq } = (await env.DB.prepare('select max(seq) as seq from changes').first<{ seq: number }>()) ?? { seq: 0 }
    const rows = Array.from({ length: 3_000 }, (_, index) => ({
      seq: seq + 1 + index,
      calendar_id: calendar.id,
      at: start + index * 60_000,
      object: 'calendar',
      object_id: calendar.id,
      op: 'upsert',
      fields: 'name,',
      actor_type: 'system',
    }))
    await env.DB.prepare('update changes set at = ? where seq <= ?')
      .bind(start - day, seq)
      .run()
    await insertAll({ changes: rows })
    const [from, to] = [start + 100 * 60_000, start + 130 * 60_000].map((at) => new Date(at).toISOString())
    const found = await history(`from=${from}&to=${to}&limit=100`)
    expect(found.data.map(({ seq: of }) => of)).toEqual(
      rows
        .slice(100, 130)
        .map((row) => row.seq)
        .toReversed(),
    )
    expect(found.meta.hasMore).toBe(false)
  })

  it('shows an API key the object types of its scopes', async () => {
    const { order } = await newOrder(calendar)
    const { key: poor } = await newKey(calendar, ['events:read'])
    const line = `GET /v1/calendars/${calendar.slug}/changes`
    const objects = async (by: string) => {
      const { data } = (await send(`${line}?id=${order.eventId}`, { key: by })).body as { data: Change[] }
      return new Set(data.map(({ object }) => object))
    }
    expect(await objects(key)).toEqual(new Set(['event', 'ticket', 'guest', 'order']))
    expect(await objects(poor)).toEqual(new Set(['event', 'ticket']))
    const asked = await send(`${line}?object=order`, { key: poor })
    expect([asked.status, asked.body.code]).toEqual([403, 'scope_missing'])
  })

  it('shows orders to owners only; object=order returns 403 role_insufficient to a manager', async () => {
    const { order } = await newOrder(calendar)
    const manager = 'usr_history_manager'
    await send(`POST /calendars/${calendar.slug}/members`, {
      as: calendar.owner,
      json: { userId: manager, role: 'MANAGER' },
    })
    const objects = async (as: string) =>
      new Set((await history(`id=${order.eventId}`, as)).data.map(({ object }) => object))
    expect(await objects(calendar.owner)).toEqual(new Set(['event', 'ticket', 'guest', 'order']))
    expect(await objects(manager)).toEqual(new Set(['event', 'ticket', 'guest']))
    const asked = await send(`GET /calendars/${calendar.slug}/changes?object=order`, { as: manager })
    expect([asked.status, asked.body.code]).toEqual([403, 'role_insufficient'])
  })
})
