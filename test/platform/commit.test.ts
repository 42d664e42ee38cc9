import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { createCommit, type Tell } from '../../src/db/commit.ts'
import type { DomainEvent } from '../../src/db/outgoing.ts'
import { statement } from '../../src/db/statement.ts'
import { deps } from '../support/app.ts'
import { newCalendar } from '../support/factories.ts'

const { db, clock, newId, atEvent } = deps
const told: Parameters<Tell>[0][] = []
const stale: string[] = []
const commit = createCommit({
  db,
  clock,
  newId,
  tell: (due) => told.push(due),
  makeStale: async (calendarId) => void stale.push(calendarId),
  writeAt: atEvent.write,
})

const webhook = async (calendarId: string, fields: { eventId?: string; events?: string[]; isActive?: number } = {}) => {
  const id = newId('whk')
  const { eventId = null, events = ['event.updated'], isActive = 1 } = fields
  await env.DB.prepare(
    `insert into webhooks (id, calendar_id, event_id, form, url, events, is_active, secret_cipher, created_at, updated_at)
     values (?, ?, ?, ?, 'https://example.org/', ?, ?, 'sealed', 1, 1)`,
  )
    .bind(id, calendarId, eventId, eventId === null ? 'target' : 'current', JSON.stringify(events), isActive)
    .run()
  return id
}

const touch = (calendarId: string, name = 'changed') =>
  statement(sql`update calendars set name = ${name} where id = ${calendarId}`)

const deliveriesOf = async (calendarId: string) => {
  const { results } = await env.DB.prepare('select * from deliveries where calendar_id = ?').bind(calendarId).all()
  return results
}

const updated = (data: DomainEvent['data'], when?: DomainEvent['when']): DomainEvent => ({
  type: 'event.updated',
  eventId: 'evt_1',
  data,
  ...(when === undefined ? {} : { when }),
})

describe('commit', () => {
  let calendarId = ''
  beforeEach(async () => {
    calendarId = (await newCalendar()).id
    told.length = 0
    stale.length = 0
  })

  it('writes and queues one delivery per active webhook of the event or calendar that subscribed to the change', async () => {
    const other = (await newCalendar()).id
    const wanted = [await webhook(calendarId), await webhook(calendarId, { eventId: 'evt_1' })]
    await webhook(calendarId, { eventId: 'evt_2' })
    await webhook(calendarId, { isActive: 0 })
    await webhook(calendarId, { events: ['checkin.created'] })
    await webhook(other)

    await commit({
      calendarId,
      seenBy: 'visitors',
      statements: [touch(calendarId)],
      events: [updated({ eventId: 'evt_1' })],
    })
    const rows = await deliveriesOf(calendarId)
    expect(rows.map((row) => row['webhook_id']).toSorted()).toEqual(wanted.toSorted())
    for (const row of rows) {
      expect(row).toMatchObject({
        status: 'pending',
        attempts: 0,
        data: '{"eventId":"evt_1"}',
        event_type: 'event.updated',
      })
      expect(row['id']).toMatch(/^del_[0-9a-f]{32}$/)
    }
    expect(told.flatMap(({ deliveries }) => deliveries).toSorted()).toEqual(rows.map((row) => row['id']).toSorted())
    expect(await deliveriesOf(other)).toEqual([])
  })

  it('writes no delivery while the calendar is on FREE', async () => {
    await webhook(calendarId)
    const change = {
      calendarId,
      seenBy: 'visitors' as const,
      statements: [touch(calendarId)] as const,
      events: [updated({})],
    }
    const setPlan = (plan: string) =>
      env.DB.prepare('update calendars set plan = ? where id = ?').bind(plan, calendarId).run()
    await setPlan('FREE')
    await commit(change)
    expect(await deliveriesOf(calendarId)).toEqual([])
    await setPlan('PLUS')
    await commit(change)
    expect(await deliveriesOf(calendarId)).toHaveLength(1)
  })

  it('reads event data inside the batch, and writes no delivery if the `when` condition is false', async () => {
    await webhook(calendarId)
    const name = sql`(select json_object('name', name) from calendars where id = ${calendarId})`
    await commit({
      calendarId,
      seenBy: 'visitors',
      statements: [touch(calendarId, 'decided in SQL')],
      events: [updated(name)],
    })
    await commit({ calendarId, seenBy: 'visitors', statements: [touch(calendarId)], events: [updated({}, sql`1 = 0`)] })
    expect((await deliveriesOf(calendarId)).map((row) => row['data'])).toEqual(['{"name":"decided in SQL"}'])
  })

  it('writes neither the change nor a delivery when a statement fails', async () => {
    await webhook(calendarId)
    const broken = updated(sql`(select json_object('x', json('not json')))`)
    await expect(
      commit({ calendarId, seenBy: 'visitors', statements: [touch(calendarId, 'never')], events: [broken] }),
    ).rejects.toThrow(/malformed JSON/)
    expect(await deliveriesOf(calendarId)).toEqual([])
    const row = await env.DB.prepare('select name from calendars where id = ?').bind(calendarId).first()
    expect(row).not.toEqual({ name: 'never' })
    // D1 may have written the batch even though `batch()` failed, so `commit()` purges the cached pages in either case.
    expect({ told, stale }).toEqual({ told: [], stale: [calendarId] })
  })

  it('queues one email per cause, even if the cause repeats', async () => {
    const mail = { kind: 'test', cause: 'cause-1', recipient: 'ada@example.org' }
    await commit({ calendarId, seenBy: 'visitors', statements: [touch(calendarId)], mails: [mail] })
    await commit({ calendarId, seenBy: 'visitors', statements: [touch(calendarId)], mails: [mail] })
    const { results } = await env.DB.prepare('select recipient, status from mails where cause = ?')
      .bind('cause-1')
      .all()
    expect(results).toEqual([{ recipient: 'ada@example.org', status: 'pending' }])
    expect(told.map(({ mails }) => mails?.length)).toEqual([1])
  })

  it('writes nothing if another request has taken over the idempotency claim', async () => {
    const insert = `insert into idempotency_claims (id, request_hash, holder, claimed_until, created_at) values (?, 'h', ?, 1, 1)`
    await env.DB.prepare(insert).bind('claim-1', 'another').run()
    const change = {
      calendarId,
      seenBy: 'visitors' as const,
      statements: [touch(calendarId, 'too late')] as const,
      effectId: sql`'cal_x'`,
    }
    await expect(commit({ ...change, claim: { id: 'claim-1', holder: 'me' } })).rejects.toThrow(
      /idempotency_claims.holder/,
    )
    await commit({ ...change, claim: { id: 'claim-1', holder: 'another' } })
    const row = await env.DB.prepare('select effect_id from idempotency_claims where id = ?').bind('claim-1').first()
    expect(row).toEqual({ effect_id: 'cal_x' })
  })

  it('purges the calendar’s public pages before it returns', async () => {
    await commit({ calendarId, seenBy: 'visitors', statements: [touch(calendarId)] })
    expect(stale).toEqual([calendarId])
  })
})
