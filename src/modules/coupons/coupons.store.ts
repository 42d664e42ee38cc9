import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { rowsOf } from '../../db/statement.ts'
import type { CouponRow } from '../../db/rows.ts'
import { coupons, events, tickets } from '../../db/schema.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import { foldCode, type CouponTerms } from './coupons.ts'

const ofCalendar = (calendarId: string, id: string) => and(eq(coupons.calendarId, calendarId), eq(coupons.id, id))

export const insertCoupon = (db: Database, coupon: typeof coupons.$inferInsert) =>
  rowsOf(coupons, db.insert(coupons).values(coupon).returning())

export const findCoupon = async (db: Database, calendarId: string, id: string) => {
  const [row] = await db.select().from(coupons).where(ofCalendar(calendarId, id)).limit(1)
  return row ?? null
}

interface Sought extends PageRequest {
  eventId?: string | undefined
  code?: string | undefined
}

export const listCoupons = async (db: Database, calendarId: string, sought: Sought) => {
  const wanted = and(
    eq(coupons.calendarId, calendarId),
    sought.eventId === undefined ? undefined : eq(coupons.eventId, sought.eventId),
    sought.code === undefined ? undefined : eq(coupons.codeFolded, foldCode(sought.code)),
  )
  const [rows, counts] = await db.batch([
    db
      .select()
      .from(coupons)
      .where(wanted)
      .orderBy(desc(coupons.createdAt), desc(coupons.id))
      .limit(sought.limit)
      .offset(offsetOf(sought)),
    db
      .select({ total: sql<number>`count(*)` })
      .from(coupons)
      .where(wanted),
  ])
  return { rows, total: counts[0]?.total ?? 0 }
}

/** Writes only over the terms that the new ones were checked against: another edit in between changes nothing here. */
export const updateCoupon = (db: Database, seen: CouponRow, changes: Partial<CouponRow>) => {
  const same = (name: keyof CouponTerms | 'eventId') => sql`${coupons[name]} is ${seen[name]}`
  return rowsOf(
    coupons,
    db
      .update(coupons)
      .set(changes)
      .where(
        and(
          ofCalendar(seen.calendarId, seen.id),
          same('eventId'),
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

export const deleteCoupon = (db: Database, calendarId: string, id: string) =>
  db.delete(coupons).where(ofCalendar(calendarId, id)).returning({ id: coupons.id })

/** Which of the tickets belong to the calendar, and to the event when one is named. */
export const knownTickets = async (db: Database, calendarId: string, eventId: string | null, ids: string[]) => {
  if (ids.length === 0) return new Set<string>()
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(
      and(
        inArray(tickets.id, ids),
        eq(events.calendarId, calendarId),
        eventId === null ? undefined : eq(events.id, eventId),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}
