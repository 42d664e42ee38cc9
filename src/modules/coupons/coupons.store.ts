import { and, desc, eq, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { inList, inOneBatch, onlyRow, rowsOf, statement } from '../../db/statement.ts'
import type { CouponRow, EventRow } from '../../db/rows.ts'
import { coupons } from '../../db/schema.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import { foldCode, freeCode, type CouponTerms } from './coupons.ts'

const ofCalendar = (calendarId: string, id: string) => and(eq(coupons.calendarId, calendarId), eq(coupons.id, id))

export const insertCoupon = (db: Database, coupon: typeof coupons.$inferInsert) =>
  rowsOf(coupons, db.insert(coupons).values(coupon).returning())

export const findCoupon = async (db: Database, calendarId: string, id: string) => {
  const [row] = await db.select().from(coupons).where(ofCalendar(calendarId, id)).limit(1)
  return row ?? null
}

export const couponsNamed = (calendarId: string, ids: readonly string[]) =>
  rowsOf(
    coupons,
    new QueryBuilder()
      .select()
      .from(coupons)
      .where(sql`${coupons.id} in ${inList(ids)} and ${coupons.calendarId} = ${calendarId}`),
  )

interface CouponFilter extends PageRequest {
  eventId?: string | undefined
  code?: string | undefined
}

export const listCouponsQuery = async (db: Database, calendarId: string, filter: CouponFilter) => {
  const wanted = and(
    eq(coupons.calendarId, calendarId),
    filter.eventId === undefined ? undefined : eq(coupons.eventId, filter.eventId),
    filter.code === undefined ? undefined : eq(coupons.codeFolded, foldCode(filter.code)),
  )
  const { rows, counted } = await inOneBatch(db, {
    rows: rowsOf(
      coupons,
      db
        .select()
        .from(coupons)
        .where(wanted)
        .orderBy(desc(coupons.createdAt), desc(coupons.id))
        .limit(filter.limit)
        .offset(offsetOf(filter)),
    ),
    counted: statement<{ total: number }>(sql`select count(*) as total from coupons where ${wanted}`),
  })
  return { rows, total: onlyRow(counted).total }
}

/**
 * Updates the coupon only if the terms checked by `couponErrors` are still the same. After a concurrent edit, no row
 * matches.
 */
export const updateCouponStatement = (db: Database, before: CouponRow, changes: Partial<CouponRow>) => {
  const same = (name: keyof CouponTerms | 'eventId' | 'ticketIds') =>
    sql`${coupons[name]} is ${sql.param(before[name], coupons[name])}`
  return rowsOf(
    coupons,
    db
      .update(coupons)
      .set(changes)
      .where(
        and(
          ofCalendar(before.calendarId, before.id),
          same('eventId'),
          same('ticketIds'),
          same('discountType'),
          same('percentOff'),
          same('amountOff'),
          same('currency'),
          same('validFrom'),
          same('validUntil'),
        ),
      )
      .returning(),
  )
}

export const deleteCouponStatement = (db: Database, calendarId: string, id: string) =>
  db.delete(coupons).where(ofCalendar(calendarId, id)).returning({ id: coupons.id })

/**
 * Returns whether the coupon's event belongs to the calendar, and which of `ticketIds` belong to that event or, for a
 * coupon without an event, to the calendar.
 */
export const knownOf = async (
  db: Database,
  { calendarId, eventId, ticketIds }: Pick<CouponRow, 'calendarId' | 'eventId' | 'ticketIds'>,
) => {
  const found = await inOneBatch(db, {
    event: statement(sql`select 1 from events where id = ${eventId} and calendar_id = ${calendarId}`),
    tickets: statement<{ id: string }>(sql`
      select t.id from tickets t join events e on e.id = t.event_id and e.calendar_id = ${calendarId}
      where t.id in ${inList(ticketIds)} and (${eventId} is null or e.id = ${eventId})`),
  })
  return {
    event: eventId === null || found.event.length > 0,
    tickets: new Set(found.tickets.map(({ id }) => id)),
  }
}

/** Coupons limited to the event, each with a code that no coupon of the calendar has, such as `EARLY-2`. */
export const couponsToCopy = async (db: Database, event: Pick<EventRow, 'id' | 'calendarId'>): Promise<CouponRow[]> => {
  const isOwn = sql`o.calendar_id = ${event.calendarId} and o.event_id = ${event.id}`
  const { own, similar } = await inOneBatch(db, {
    own: rowsOf(
      coupons,
      db
        .select()
        .from(coupons)
        .where(and(eq(coupons.calendarId, event.calendarId), eq(coupons.eventId, event.id)))
        .orderBy(coupons.createdAt, coupons.id),
    ),
    // '.' is the character after '-', so the range contains the codes that start with `code_folded || '-'`.
    similar: statement<{ code: string }>(sql`
      select c.code_folded as code from coupons o join coupons c on c.calendar_id = o.calendar_id
        and c.code_folded > o.code_folded || '-' and c.code_folded < o.code_folded || '.'
      where ${isOwn}`),
  })
  const taken = new Set(similar.map(({ code }) => code))
  return own.map((coupon) => {
    const code = freeCode(coupon.code, taken)
    taken.add(foldCode(code))
    return { ...coupon, code, codeFolded: foldCode(code) }
  })
}
