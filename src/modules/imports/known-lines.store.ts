import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { EventRow, RegistrationAnswer } from '../../db/rows.ts'
import { rowsFrom, statement } from '../../db/statement.ts'
import type { GuestStatus } from '../../kernel/vocabulary.ts'
import type { ImportedGuest } from './guest-changes.ts'

/**
 * A line to look up. `sourceId`, `address` and `buyer` are HMACs: of the line's key, its email address and its buyer's
 * address. `code` is the QR code in the file.
 */
interface SoughtLine {
  line: number
  sourceId: string
  address: string
  buyer: string
  email: string
  code: string | null
  /** HMAC of the order's number, or null. */
  order: string | null
}

export interface KnownLine {
  line: number
  isErased: 0 | 1
  /** Whether the buyer of the line's order was erased. */
  isBuyerErased: 0 | 1
  /** A guest with the same address who was not created by an import. */
  guestId: string | null
  guestName: string | null
  guestStatus: GuestStatus | null
  /** Product of the list that the guest came from, or null. */
  guestProduct: string | null
  /** Whether that list had an order number for that guest. */
  hasGuestOrder: 0 | 1
  isCodeTaken: 0 | 1
  /** Whether an import has created guests of the line's order. */
  isOrderKnown: 0 | 1
  importedId: string | null
  firstName: string
  lastName: string
  email: string
  status: GuestStatus
  answers: string
  isInParty: 0 | 1
  /** Whether the guest has an order that can still be paid. */
  isPaying: 0 | 1
  updatedAt: number
  /** Null for a guest who registered before the import. */
  fields: string | null
}

/**
 * Finds the guest that each line already has here: imported, erased, or registered under the same address. Erased
 * addresses are refused, unless their owner has registered again.
 */
export const findKnownLines = (
  db: Database,
  event: Pick<EventRow, 'id' | 'calendarId'>,
  lines: readonly SoughtLine[],
) =>
  rowsFrom(
    db,
    statement<KnownLine>(sql`
      with orders_here as materialized (
        select distinct fields ->> 'order' as hash from import_sources where event_id = ${event.id} and fields ->> 'order' is not null
      ), known as (
        select w.value ->> 'line' as line, w.value ->> 'code' as code, w.value ->> 'address' as address, w.value ->> 'order' as hash,
          w.value ->> 'buyer' as buyer,
          s.guest_id as importedId, s.fields,
          (select x.id from guests x where x.event_id = ${event.id} and x.email = w.value ->> 'email' and x.email_is_buyers = 0
            order by x.status in ('CANCELLED', 'DECLINED', 'TRANSFERRED'), x.created_at desc limit 1) as guestId
        from json_each(${JSON.stringify(lines)}) w
          left join import_sources s on s.event_id = ${event.id} and s.source_id = w.value ->> 'sourceId'
      )
      select k.line, k.guestId, (select trim(o.first_name || ' ' || o.last_name) from guests o where o.id = k.guestId) as guestName,
        (select o.shown_status from guests o where o.id = k.guestId) as guestStatus,
        (select s.product from import_sources s where s.guest_id = k.guestId and s.fields is not null limit 1) as guestProduct,
        exists (select 1 from import_sources s where s.guest_id = k.guestId and s.fields ->> 'order' is not null) as hasGuestOrder,
        g.id as importedId, k.fields, g.first_name as firstName, g.last_name as lastName, g.email, g.shown_status as status, g.answers,
        g.party_id is not null as isInParty, g.status = 'PENDING' and g.order_id is not null as isPaying, g.updated_at as updatedAt,
        coalesce(k.hash in (select hash from orders_here), 0) as isOrderKnown,
        case when k.importedId is not null then g.id is null
          else k.guestId is null and exists (select 1 from erased_addresses a where a.calendar_id = ${event.calendarId} and a.hash = k.address)
          end as isErased,
        exists (select 1 from erased_addresses a where a.calendar_id = ${event.calendarId} and a.hash = k.buyer) as isBuyerErased,
        exists (select 1 from guests q where q.qr_code = k.code) as isCodeTaken
      from known k left join guests g on g.id = k.importedId and g.erased_at is null`),
  )

export const importedGuestOf = ({
  importedId,
  fields,
  answers,
  isInParty,
  isPaying,
  ...guest
}: KnownLine): ImportedGuest | null =>
  importedId === null
    ? null
    : {
        ...guest,
        id: importedId,
        answers: JSON.parse(answers) as RegistrationAnswer[],
        isInParty: isInParty === 1,
        isPaying: isPaying === 1,
        fields: JSON.parse(fields ?? '{}') as ImportedGuest['fields'],
      }
