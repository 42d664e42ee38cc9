import { sql, type Placeholder, type SQL } from 'drizzle-orm'
import { unless } from '../../db/guard.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../../kernel/time.ts'
import { BANK_BEFORE_START_MS } from './order-deadlines.store.ts'

type Now = Placeholder | Instant

const takesTransfers = (start: string, now: Now) =>
  sql`b.is_active = 1 and ${sql.raw(start)} - b.bank_closes_hours * ${sql.raw(String(HOUR_MS))} > ${now}`

/** The deadline of a bank order. Null if the calendar takes no transfers for this event and currency now. */
export const bankDeadline = (
  { calendarId, eventId, currency }: Record<'calendarId' | 'eventId' | 'currency', SQL>,
  now: Now,
) =>
  sql`(select min(${now} + b.bank_days * ${sql.raw(String(DAY_MS))}, v.start_at - ${sql.raw(String(BANK_BEFORE_START_MS))})
    from bank_accounts b join events v on v.id = ${eventId}
    where b.calendar_id = ${calendarId} and b.currency = ${currency} and ${takesTransfers('v.start_at', now)})`

/**
 * Conditions on event `e`: the buyer's choice of payment must be available. A null `method` leaves the choice to the
 * calendar.
 */
export const mayPayBy = (method: Placeholder, isPriced: SQL, currency: SQL, now: Now) =>
  unless(
    'payment_method_closed',
    sql`${method} is null or not ${isPriced} or case ${method} when 'BANK' then exists (
      select 1 from bank_accounts b where b.calendar_id = e.calendar_id and b.currency = ${currency} and ${takesTransfers('e.start_at', now)})
      else exists (select 1 from payment_accounts u where u.calendar_id = e.calendar_id and u.is_default = 1) end`,
  )
