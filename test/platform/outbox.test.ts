import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Due } from '../../src/db/commit.ts'
import { openDatabase } from '../../src/db/database.ts'
import { rowsFrom } from '../../src/db/statement.ts'
import { deliveryOutbox } from '../../src/modules/deliveries/index.ts'
import { runOutbox } from '../../src/modules/exports/index.ts'
import { mailOutbox } from '../../src/modules/mails/index.ts'
import { deps } from '../support/app.ts'
import { newCalendar } from '../support/factories.ts'

const { db, clock, newId } = deps
const SECOND = 1_000
const MINUTE = 60 * SECOND

/** The webhook and the scheduled export to which the rows of `deliveries` and `export_runs` refer. */
const { id: calendarId } = await newCalendar()
await env.DB.batch([
  env.DB.prepare(
    `insert into webhooks (id, calendar_id, form, url, events, is_active, secret_cipher, created_at, updated_at)
     values ('whk_outbox', ?, 'target', 'https://example.org/', '[]', 1, 'sealed', 1, 1)`,
  ).bind(calendarId),
  env.DB.prepare(
    `insert into scheduled_exports (id, calendar_id, dataset, format, frequency, time_of_day, timezone, recipients, is_active,
       created_by, created_at, updated_at) values ('sex_outbox', ?, 'EVENTS', 'csv', 'DAILY', '08:00', 'UTC', '[]', 0, 'usr_x', 1, 1)`,
  ).bind(calendarId),
])

interface Row {
  id: string
  status: string
  dueAt: number
  leaseUntil: number | null
}

const outboxes = [
  {
    name: 'deliveries' as const,
    queue: 'deliveries' as const,
    waiting: 'retrying',
    over: 'succeeded',
    outbox: deliveryOutbox as unknown as typeof mailOutbox,
    insert: ({ id, status, dueAt, leaseUntil }: Row) =>
      env.DB.prepare(
        `insert into deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, lease_until, created_at)
         values (?, 'whk_outbox', ?, 'event.updated', '{}', ?, ?, ?, 1)`,
      ).bind(id, calendarId, status, dueAt, leaseUntil),
  },
  {
    name: 'mails' as const,
    queue: 'mails' as const,
    waiting: 'retrying',
    over: 'sent',
    outbox: mailOutbox,
    insert: ({ id, status, dueAt, leaseUntil }: Row) =>
      env.DB.prepare(
        `insert into mails (id, calendar_id, kind, recipient, data, cause, status, next_attempt_at, lease_until, created_at)
         values (?1, ?2, 'none', 'nobody@outbox.test', '{}', ?1, ?3, ?4, ?5, 1)`,
      ).bind(id, calendarId, status, dueAt, leaseUntil),
  },
  {
    name: 'export_runs' as const,
    queue: 'jobs' as const,
    waiting: 'PENDING',
    over: 'SUCCEEDED',
    outbox: runOutbox as unknown as typeof mailOutbox,
    insert: ({ id, status, dueAt, leaseUntil }: Row) =>
      env.DB.prepare(
        `insert into export_runs (id, scheduled_export_id, calendar_id, status, scheduled_for, lease_until, created_at)
         values (?, 'sex_outbox', ?, ?, ?, ?, 1)`,
      ).bind(id, calendarId, status, dueAt, leaseUntil),
  },
]

describe.each(outboxes)('outbox of $name', ({ name, queue, waiting, over, outbox, insert }) => {
  let rows = 0
  const row = async (fields: Partial<Row> = {}) => {
    rows += 1
    const made = { id: newId('run'), status: waiting, dueAt: clock() - rows * SECOND, leaseUntil: null, ...fields }
    await insert(made).run()
    return made.id
  }
  const claim = (ids: string[], now = clock()) => rowsFrom(db, outbox.claim(db, ids, now, {}))
  const standing = (id: string) => env.DB.prepare(`select * from ${name} where id = ?`).bind(id).first()
  const told = async () => {
    const due: Due[] = []
    await outbox.sweep({ db, clock, tell: (messages) => due.push(...(messages[queue] ?? [])) })
    return new Map(due.map((each) => (typeof each === 'string' ? [each, 0] : [each.id, each.inSeconds])))
  }

  it('gives a row to only one of ten concurrent claims, with a lease of 15 to 20 seconds', async () => {
    const id = await row()
    const claimed = (await Promise.all(Array.from({ length: 10 }, () => claim([id, id])))).flat()
    expect(claimed.map((each) => each.id)).toEqual([id])
    const lease = (claimed[0]?.leaseUntil ?? 0) - clock()
    expect(lease).toBeGreaterThan(15 * SECOND)
    expect(lease).toBeLessThanOrEqual(20 * SECOND)
  })

  it('claims rows with an expired lease, but none that are early, done or held', async () => {
    const early = await row({ dueAt: clock() + MINUTE })
    const done = await row({ status: over })
    const held = await row({ leaseUntil: clock() + MINUTE })
    const left = await row({ leaseUntil: clock() - 1 })
    expect((await claim([early, done, held, left])).map(({ id }) => id)).toEqual([left])
    expect(await claim([])).toEqual([])
  })

  it('accepts a result once, and only from the worker that currently holds the lease', async () => {
    const id = await row()
    const [first] = await claim([id])
    const [second] = await claim([id], clock() + MINUTE)
    if (first === undefined || second === undefined) throw new Error('one claimed nothing')
    const settle = (holder: typeof first) => rowsFrom(db, outbox.settle(db, holder, { status: over as never }))
    expect(await settle(first)).toEqual([])
    expect(await standing(id)).toMatchObject({ status: second.status, lease_until: second.leaseUntil })
    expect(await settle(second)).toMatchObject([{ id, status: over, leaseUntil: null }])
    expect(await settle(second)).toEqual([])
  })

  it('queues rows that are due before the next sweep, delayed until they can be claimed', async () => {
    const now = clock()
    const due = await row()
    const soon = await row({ dueAt: now + 40 * SECOND })
    const held = await row({ leaseUntil: now + 15 * SECOND })
    const left = await row({ leaseUntil: now - MINUTE })
    const others = [await row({ dueAt: now + 2 * MINUTE }), await row({ status: over })]
    const messages = await told()
    expect([due, soon, held, left].map((id) => messages.get(id))).toEqual([0, 40, 15, 0])
    expect(others.map((id) => messages.get(id))).toEqual([undefined, undefined])
  })

  it('finds pending rows by an index', async () => {
    const asked: string[] = []
    const watching = new Proxy(env.DB, {
      get: (target, key) =>
        key === 'prepare'
          ? (text: string) => {
              asked.push(text)
              return target.prepare(text)
            }
          : Reflect.get(target, key),
    })
    await outbox.sweep({ db: openDatabase(watching), clock, tell: () => {} })
    const { results } = await env.DB.prepare(`explain query plan ${asked[0]}`)
      .bind(...Array.from({ length: asked[0]?.split('?').length ?? 1 }, () => 1).slice(1))
      .all<{ detail: string }>()
    expect(results.map(({ detail }) => detail).join('\n')).toMatch(
      /USING INDEX (?:deliveries_due|mails_due|export_runs_waiting)/,
    )
  })
})
