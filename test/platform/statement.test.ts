import { asc, eq, getTableColumns, is, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { guard, unless, type Judged } from '../../src/db/guard.ts'
import * as schema from '../../src/db/schema.ts'
import { calendars, events, guests, tickets } from '../../src/db/schema.ts'
import { maybe, projectionOf } from '../../src/db/projection.ts'
import { inOneBatch, rowsFrom, rowsOf, statement, preparedStatement } from '../../src/db/statement.ts'
import { deps } from '../support/app.ts'
import { newCalendar, newDoor, newGuests } from '../support/factories.ts'

const { db } = deps
const PLACE = { name: null, address: null, city: null, region: null, country: null }

beforeAll(async () => {
  await newGuests(await newDoor(await newCalendar()), 3)
})

describe('rowsFrom', () => {
  it('returns the same rows as the query builder for one table', async () => {
    const query = db.select().from(events).orderBy(asc(events.id))
    expect(await rowsFrom(db, rowsOf(events, query))).toEqual(await query)
  })

  it('separates joined tables that have columns with the same name', async () => {
    const both = projectionOf({ event: events, calendar: calendars })
    const joined = db.select(both.columns).from(events).innerJoin(calendars, eq(calendars.id, events.calendarId))
    const theirs = await db
      .select({ event: events, calendar: calendars })
      .from(events)
      .innerJoin(calendars, eq(calendars.id, events.calendarId))
    expect(theirs).not.toEqual([])
    expect(await rowsFrom(db, both.of(joined))).toEqual(theirs)
  })

  it('preserves quotes, control characters and emoji, and every digit of a number', async () => {
    const [first] = await db.select().from(events).limit(1)
    const odd = {
      title: 'a "quote", a \\, a \n, a \u0000, a \u2028 and a 🎪',
      location: { ...PLACE, name: '"\\"', latitude: 50.123_456_789_012_34, longitude: -1e-7 },
      capacity: Number.MAX_SAFE_INTEGER,
    }
    await db
      .update(events)
      .set(odd)
      .where(eq(events.id, first?.id ?? ''))
    const alone = projectionOf({ event: events })
    const [found] = await rowsFrom(db, alone.of(db.select(alone.columns).from(events).limit(1)))
    expect(found?.event).toEqual({ ...first, ...odd })
  })

  it('supports every column type of the schema (text and integer only)', () => {
    const types = Object.values(schema).flatMap((table) =>
      is(table, SQLiteTable) ? Object.values(getTableColumns(table)).map((column) => column.getSQLType()) : [],
    )
    expect(new Set(types)).toEqual(new Set(['text', 'integer']))
  })

  it('returns null for an unmatched left join and the row for a matched one', async () => {
    const found = projectionOf({ email: guests.email, ticket: maybe(tickets), name: maybe(tickets.name) })
    const select = () => db.select(found.columns).from(guests)
    const [none] = await rowsFrom(db, found.of(select().leftJoin(tickets, eq(tickets.id, guests.moveId))))
    expect(none).toMatchObject({ ticket: null, name: null })
    const [one] = await rowsFrom(db, found.of(select().leftJoin(tickets, eq(tickets.id, guests.ticketId))))
    const [ticket] = await db
      .select()
      .from(tickets)
      .where(eq(tickets.id, one?.ticket?.id ?? ''))
    expect(one?.ticket).toEqual(ticket)
    expect(one?.name).toBe(ticket?.name)
  })

  it('inOneBatch returns rows in the shape in which the statements were passed, nested or in arrays', async () => {
    const found = await inOneBatch(db, {
      one: statement<{ n: number }>(sql`select ${1} as n`),
      more: [statement<{ n: number }>(sql`select 2 as n`), statement<{ n: number }>(sql`select 3 as n`)],
      none: [],
      deep: { four: statement<{ n: number }>(sql`select 4 as n`) },
    })
    expect(found).toEqual({ one: [{ n: 1 }], more: [[{ n: 2 }], [{ n: 3 }]], none: [], deep: { four: [{ n: 4 }] } })
  })

  it('binds a prepared statement’s values on each use', async () => {
    const named = preparedStatement<{ id: string }, typeof calendars.$inferSelect>(() =>
      rowsOf(
        calendars,
        db
          .select()
          .from(calendars)
          .where(eq(calendars.id, sql.placeholder('id'))),
      ),
    )
    const all = await db.select().from(calendars)
    for (const calendar of all) expect(await rowsFrom(db, named({ id: calendar.id }))).toEqual([calendar])
    expect(await rowsFrom(db, named({ id: 'cal_none' }))).toEqual([])
  })

  it('binds repeated values of a handwritten statement once', async () => {
    const [calendar] = await db.select().from(calendars)
    const { id, slug } = calendar ?? { id: '', slug: '' }
    const named = statement<{ id: string; n: number }>(sql`
      select ${calendars.id}, ${2} as n from ${calendars} where id = ${id} and ${id} = ${id} and ${slug} = slug and ${null} is null`)
    expect(named.toSQL().params, 'what stands there several times is sent once').toEqual([2, id, slug, null])
    expect(await rowsFrom(db, named)).toEqual([{ id, n: 2 }])
    // Handwritten SQL rarely contains a query builder subquery or a list, but both are supported.
    const inside = db.select({ id: calendars.id }).from(calendars).where(eq(calendars.slug, slug))
    expect(
      await rowsFrom(db, statement(sql`select ${id} as id where ${id} in ${inside} and ${slug} in ${[slug, id]}`)),
    ).toEqual([{ id }])
  })

  it('inlines LIMIT, so that SQLite does not re-plan the query on every execution', async () => {
    const most = (limit: number) =>
      rowsOf(
        guests,
        db
          .select()
          .from(guests)
          .where(sql`id <> ${'?'}`)
          .limit(limit)
          .offset(1),
      )
    expect(most(1).toSQL()).toMatchObject({ sql: expect.stringMatching(/ limit 1 offset \?$/), params: ['?', 1] })
    expect((await rowsFrom(db, most(1))).length).toBe(1)
    expect((await rowsFrom(db, most(5))).length).toBe(2)
    const byHand = statement(sql`select id, '?' as mark from guests limit ${2} offset ${1}`)
    expect(byHand.toSQL()).toEqual({ sql: `select id, '?' as mark from guests limit 2 offset ?1`, params: [1] })
    expect((await rowsFrom(db, byHand)).length).toBe(2)
  })

  it('binds a repeated placeholder of a prepared statement once', async () => {
    const sum = preparedStatement<{ a: number; b: number }, { sum: number }>(() =>
      statement(sql`select ${sql.placeholder('b')} - ${sql.placeholder('a')} - ${sql.placeholder('a')} as sum`),
    )
    expect(sum({ a: 2, b: 10 }).toSQL().params).toEqual([10, 2])
    expect(await rowsFrom(db, sum({ a: 2, b: 10 }))).toEqual([{ sum: 6 }])
    expect(await rowsFrom(db, sum({ a: 3, b: 3 }))).toEqual([{ sum: -3 }])
  })

  it('throws if the result lacks a column of the table', async () => {
    const fewer = statement(sql`select id, slug from calendars`)
    await expect(rowsFrom(db, rowsOf(calendars, fewer))).rejects.toThrow(/without its column/)
    const shape = projectionOf({ calendar: calendars, name: calendars.name })
    const less = statement(sql`select name from calendars`)
    await expect(rowsFrom(db, shape.of(less))).rejects.toThrow(/without its column 'calendar'/)
  })
})

describe('guard', () => {
  const rule = guard([
    unless('event_cancelled', sql`e.status <> 'CANCELLED'`),
    unless('already_registered', sql`e.taken is null`, {
      data: sql`json_object('guestId', e.taken, 'status', 'CONFIRMED')`,
    }),
    unless('capacity_exceeded', sql`e.seats > 0`, { says: 'Nothing is left.' }),
    unless('refund_exceeds_remaining', sql`e.seats < 9`, {
      says: sql`printf('There are %d.', e.seats)`,
      field: { field: 'seats', message: sql`printf('must not be %d', e.seats)` },
    }),
  ])
  const judge = async (row: { status: string | null; taken: string | null; seats: number }) => {
    const [judged] = await rowsFrom(
      db,
      statement<Judged & { holds: number }>(sql`
        select ${rule.holds} as holds, ${rule.why} as why
        from (select ${row.status} as status, ${row.taken} as taken, ${row.seats} as seats) e`),
    )
    return { holds: judged?.holds, failure: rule.refusal(judged) }
  }

  it('holds without a refusal if every condition is true', async () => {
    expect(await judge({ status: 'PUBLISHED', taken: null, seats: 1 })).toEqual({ holds: 1, failure: null })
  })

  it('returns the first failed condition with its message and data', async () => {
    const { holds, failure } = await judge({ status: 'PUBLISHED', taken: 'gst_1', seats: 0 })
    expect(holds).toBe(0)
    expect(failure).toMatchObject({
      code: 'already_registered',
      status: 409,
      extras: { data: { guestId: 'gst_1', status: 'CONFIRMED' } },
    })
    const full = await judge({ status: 'PUBLISHED', taken: null, seats: 0 })
    expect(full.failure).toMatchObject({ code: 'capacity_exceeded', message: 'Nothing is left.' })
  })

  it('can build the message and the field error from the row', async () => {
    const { failure } = await judge({ status: 'PUBLISHED', taken: null, seats: 9 })
    expect(failure).toMatchObject({
      message: 'There are 9.',
      extras: { fields: [{ field: 'seats', message: 'must not be 9' }] },
    })
    expect(failure?.extras).not.toHaveProperty('data')
  })

  it('fails on a condition that is NULL and names it', async () => {
    const { holds, failure } = await judge({ status: null, taken: null, seats: 1 })
    expect(holds).not.toBe(1)
    expect(failure?.code).toBe('event_cancelled')
  })
})
