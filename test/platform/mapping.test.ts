import { env } from 'cloudflare:workers'
import { asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { aliased } from '../../src/db/aliased.ts'
import { ofManyRows, writtenOnce, type Statement } from '../../src/db/database.ts'
import { calendars, events, guests, tickets } from '../../src/db/schema.ts'
import { depsOf } from '../../src/platform/deps.ts'
import type { Env } from '../../src/platform/env.ts'
import { newCalendar } from '../support/api.ts'
import { newDoor, newGuests } from '../support/door.ts'

type Query = Statement & PromiseLike<unknown> & { prepare(): unknown }
const { db } = depsOf(env as unknown as Env)
const ofTicket = eq(tickets.id, guests.ticketId)

beforeAll(async () => {
  await newGuests(await newDoor(await newCalendar()), 3)
})

describe('the rows of a batch are mapped as drizzle maps them', () => {
  it.each<[string, () => Query]>([
    ['of one table', () => db.select().from(events).orderBy(asc(events.id))],
    [
      'of tables that share names of columns',
      () =>
        db
          .select({ event: aliased(events, 'e'), calendar: aliased(calendars, 'c') })
          .from(events)
          .innerJoin(calendars, eq(calendars.id, events.calendarId)),
    ],
    [
      'of a join that finds its row',
      () => db.select({ guest: guests, ticketName: tickets.name }).from(guests).leftJoin(tickets, ofTicket),
    ],
    [
      'of a join that finds none',
      () => db.select({ email: guests.email, tickets }).from(guests).leftJoin(tickets, eq(tickets.id, guests.moveId)),
    ],
  ])('%s', async (_, query) => {
    const [theirs] = await db.batch([query()])
    expect(theirs).not.toEqual([])
    expect(await db.batch([ofManyRows(query())])).toEqual([theirs])
    expect(await db.batch([writtenOnce(query)(db, {})])).toEqual([theirs])
    expect(await writtenOnce(query)(db, {})).toEqual(theirs)
  })
})
