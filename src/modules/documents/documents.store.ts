import { and, desc, eq, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { guard, unless, type Guard, type Judged } from '../../db/guard.ts'
import type { SellerRow } from '../../db/rows.ts'
import { documents, sellers } from '../../db/schema.ts'
import { inList, inOneBatch, onlyRow, rowsOf, send, statement } from '../../db/statement.ts'
import type { Code } from '../../kernel/failure.ts'
import type { InvoiceBuyer } from '../../kernel/document-facts.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import type { Instant } from '../../kernel/time.ts'
import type { Locale } from '../../kernel/vocabulary.ts'
import { missingAddressOf } from './documents.ts'

export const sellerOf = (calendarId: string) =>
  rowsOf(sellers, new QueryBuilder().select().from(sellers).where(eq(sellers.calendarId, calendarId)))

export const upsertSeller = (db: Database, { calendarId, ...seller }: SellerRow) =>
  rowsOf(
    sellers,
    db
      .insert(sellers)
      .values({ calendarId, ...seller })
      .onConflictDoUpdate({ target: sellers.calendarId, set: seller })
      .returning(),
  )

/** Documents of an order, oldest first. */
const documentsOfOrder = (calendarId: string, orderId: string) =>
  rowsOf(
    documents,
    new QueryBuilder()
      .select()
      .from(documents)
      .where(and(eq(documents.orderId, orderId), eq(documents.calendarId, calendarId)))
      .orderBy(documents.issuedAt, sql`rowid`),
  )

export const findDocument = (calendarId: string, id: string) =>
  rowsOf(
    documents,
    new QueryBuilder()
      .select()
      .from(documents)
      .where(and(eq(documents.id, id), eq(documents.calendarId, calendarId))),
  )

export const documentsNamed = (calendarId: string, ids: readonly string[]) =>
  rowsOf(
    documents,
    new QueryBuilder()
      .select()
      .from(documents)
      .where(and(sql`${documents.id} in ${inList(ids)}`, eq(documents.calendarId, calendarId))),
  )

/** The buyer's language, or the calendar's. */
export const languageOfBuyer = (calendarId: string, documentId: string) =>
  statement<{ locale: Locale }>(sql`
    select coalesce(y.locale, g.locale, c.locale) as locale from documents d join calendars c on c.id = d.calendar_id
      left join orders o on o.id = d.order_id left join parties y on y.id = o.party_id
      left join guests g on g.id = coalesce(o.buyer_guest_id, o.guest_id)
    where d.id = ${documentId} and d.calendar_id = ${calendarId}`)

export const listDocumentsOf = async (
  db: Database,
  calendarId: string,
  { orderId, ...page }: PageRequest & { orderId?: string | undefined },
) => {
  const wanted = and(
    eq(documents.calendarId, calendarId),
    orderId === undefined ? undefined : eq(documents.orderId, orderId),
  )
  const { rows, counted } = await inOneBatch(db, {
    rows: rowsOf(
      documents,
      db
        .select()
        .from(documents)
        .where(wanted)
        .orderBy(desc(documents.issuedAt), desc(sql`rowid`))
        .limit(page.limit)
        .offset(offsetOf(page)),
    ),
    counted: statement<{ total: number }>(sql`select count(*) as total from documents where ${wanted}`),
  })
  return { rows, total: onlyRow(counted).total }
}

/**
 * True if the order was paid through this service. An imported order has no `CHARGE`, because the sale is in the books
 * of the earlier system.
 */
const SETTLED = sql.raw(`o.status in ('PAID', 'PARTIALLY_REFUNDED')
  and exists (select 1 from postings p where p.order_id = o.id and p.type = 'CHARGE')`)
const isSelling = sql.raw(`exists (select 1 from sellers s where s.calendar_id = o.calendar_id and s.mode <> 'OFF')`)
/** Details of the seller that are missing for an invoice, as JSON. */
const missingOfSeller = sql.raw(`json((select json_group_array(x.value)
  from json_each('["documents","name","line1","city","country","taxNumber"]') x left join sellers s on s.calendar_id = o.calendar_id
  where case x.value when 'documents' then coalesce(s.mode, 'OFF') = 'OFF'
    when 'taxNumber' then coalesce(s.details ->> 'vatId', s.details ->> 'taxNumber', '') = ''
    else coalesce(s.details ->> x.value, '') = '' end))`)
const hasSeller = unless('seller_incomplete', isSelling, { data: sql`json_object('missing', ${missingOfSeller})` })
/** True for small amounts, whose invoice needs no address. */
const isSimplified = sql.raw(`exists (select 1 from sellers s where s.calendar_id = o.calendar_id
  and s.simplified_currency = o.currency and o.total <= s.simplified_up_to)`)
/** The buyer's data in the order's current invoice. */
const currentBuyer =
  sql.raw(`(select d.buyer from documents d where d.order_id = o.id and d.kind = 'INVOICE' and d.refund_id is null
  order by d.issued_at desc, d.rowid desc limit 1)`)

interface Asking {
  calendarId: string
  eventId: string
  orderId: string
  buyer: InvoiceBuyer
  now: Instant
}

/** Conditions on order `o`. */
export const mayIssue = guard([hasSeller, unless('invoice_unavailable', sql`((${SETTLED}) or o.status = 'PENDING')`)])

/** Conditions on order `o`. A buyer may add an address to an invoice without one, but not change an existing one. */
export const mayAskWith = (buyer: InvoiceBuyer) =>
  guard([
    hasSeller,
    unless('invoice_unavailable', sql`((${SETTLED}) or o.status = 'PENDING')`),
    unless(
      'invoice_issued',
      sql`${currentBuyer} is null or ${currentBuyer} is ${JSON.stringify(buyer)}
        or (${currentBuyer} ->> 'line1' is null and ${Number((buyer.line1 ?? null) !== null)})`,
    ),
  ])

/** Why the guard refuses, and whether the invoice needs the buyer’s address. */
type JudgedInvoice = Judged & { needsAddress: 0 | 1 }

/**
 * Stores the address for the order's invoice. In the same batch, triggers issue the invoice, or correct an issued one
 * whose data differs. Idempotent.
 */
export const askForInvoice = (
  { holds, why }: Pick<Guard<Code>, 'holds' | 'why'>,
  { calendarId, eventId, orderId, buyer, now }: Asking,
) => {
  const theOrder = sql`orders o where o.id = ${orderId} and o.event_id = ${eventId} and o.calendar_id = ${calendarId} and o.total > 0`
  return {
    why: statement<JudgedInvoice>(sql`select ${why} as why, not ${isSimplified} as needsAddress from ${theOrder}`),
    asked: statement(sql`
      insert into invoice_addresses (order_id, buyer, updated_at) select o.id, ${JSON.stringify(buyer)}, ${now} from ${theOrder} and ${holds}
        and (${Number(missingAddressOf(buyer).length === 0)} or ${isSimplified})
      on conflict (order_id) do update set buyer = excluded.buyer, updated_at = excluded.updated_at
        where buyer <> excluded.buyer or not exists (select 1 from documents d where d.order_id = invoice_addresses.order_id)`),
    issued: documentsOfOrder(calendarId, orderId),
  }
}

/** The documents of an order, and whether its buyer can ask for an invoice. */
export const ownDocumentsOf = (calendarId: string, orderId: string) => ({
  documents: documentsOfOrder(calendarId, orderId),
  asked: statement<{ canRequest: 0 | 1; needsAddress: 0 | 1 }>(sql`
    select ${isSelling} and ((${SETTLED}) or o.status = 'PENDING') and ${currentBuyer} ->> 'line1' is null as canRequest,
      ${currentBuyer} is not null or not ${isSimplified} as needsAddress
    from orders o where o.id = ${orderId} and o.calendar_id = ${calendarId} and o.total > 0`),
})

/** Documents that are kept when guest `guestId` is erased. */
export const documentsKept = (guestId: string, eventId: string) =>
  rowsOf(
    documents,
    new QueryBuilder()
      .select()
      .from(documents)
      .where(
        sql`${documents.buyer} is not null and ${documents.orderId} in (select o.id from orders o
          where o.event_id = ${eventId} and coalesce(o.buyer_guest_id, o.guest_id) = ${guestId})`,
      )
      .orderBy(documents.issuedAt, sql`rowid`),
  )

/** Erases the buyers' data in documents whose retention period has ended. */
export const eraseBuyersOfDocuments = async (db: Database, now: Instant, limit: number) => {
  await send(db, [
    statement(sql`update documents set buyer = null, erased_at = ${now} where id in (
      select id from documents where keep_until <= ${now} and erased_at is null order by keep_until limit ${sql.raw(String(limit))})`),
  ])
}
