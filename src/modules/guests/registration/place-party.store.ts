import { sql, type SQL } from 'drizzle-orm'
import type { DomainEvent, OutgoingMail } from '../../../db/outgoing.ts'
import { guard, unless, type Judged } from '../../../db/guard.ts'
import type { EventRow, PartyRow } from '../../../db/rows.ts'
import { parties } from '../../../db/schema.ts'
import { rowsOf, statement, preparedStatement } from '../../../db/statement.ts'
import type { Code } from '../../../kernel/failure.ts'
import { leastOfTicket, mayPayBy, newOrderId, stepOfTicket, totalOfParty } from '../../orders/index.ts'
import { MAX_PRICE } from '../../tickets/index.ts'
import { attendees, of, param, theirTickets, type PlacingParty } from './placing-party.store.ts'
import {
  currencyOfParty,
  fitAddons,
  haveAddonsOnSale,
  haveStock,
  ownAddons,
  totalOfAddons,
} from './party-addons.store.ts'
import { isOpen, mayTakePayment, noGuestInserted, notCancelled, registeredData } from './place-guest.store.ts'
import {
  freeShortCode,
  guestQuota,
  hasOwnAddress,
  hasRoomForGuests,
  INTO_LIVE,
  isToPayOnline,
  mayGoFirst,
  nextInLine,
  recipientQuota,
  REGISTERED,
  roomInEvent,
  roomOnTickets,
} from '../../seats/index.ts'

/** Number of attendees by ticket. */
const needs = sql`select ${of('ticketId')} as ticket_id, count(*) as many from ${attendees} group by 1`
export const hasRoomInEvent = roomInEvent(sql`${param('size')}`)
export const hasRoomOnTickets = roomOnTickets(needs)
/** True if the party can take its seats (`needs`) without overtaking a waiting party that is protected from it. */
export const mayAllGoFirst = mayGoFirst(
  sql`${param('size')}`,
  sql`(select json_group_object(n.ticket_id, n.many) from (${needs}) n)`,
)
const haveSeats = sql`(${hasRoomInEvent} and ${hasRoomOnTickets} and ${mayAllGoFirst})`

/** Event `e` and coupon `c`, plus the joins in `more`. */
export const aroundParty = (more: SQL = sql``) => sql`events e
  left join coupons c on c.calendar_id = e.calendar_id and c.code_folded = ${param('couponCode')} ${more}
  where e.id = ${param('eventId')}`
const partyRows = aroundParty()

const everyTicket = (holds: string) => sql`not exists (select 1 from ${theirTickets} where not (${sql.raw(holds)}))`
const everyTicketNow = (isNot: string) =>
  sql`not exists (select 1 from ${theirTickets} where ${sql.raw(isNot)} ${param('now')})`

const isRegistered = sql`exists (select 1 from guests x where x.event_id = e.id and x.email = ${of('email')}
  and x.status in ${REGISTERED} and ${hasOwnAddress('x')})`
const isInvited = sql`exists (select 1 from guests i where i.event_id = e.id and i.email = ${of('email')} and i.status = 'INVITED')`
const newGuestCount = sql`(select count(*) from ${attendees} where ${of('email')} is null or not ${isInvited})`

const isAnswered = unless('validation_failed', sql`${param('answersFit')}`)
export const haveTickets = unless('validation_failed', sql`(select count(*) from ${theirTickets}) = ${param('size')}`, {
  field: { field: 'attendees', message: 'must use tickets of this event' },
})
const areOfOneCurrency = unless(
  'validation_failed',
  sql`(select count(distinct t.currency) from ${theirTickets} where t.price > 0 or t.price_mode = 'CHOSEN') < 2`,
  { field: { field: 'attendees', message: 'must use tickets in one currency' } },
)
/** The first attendee whose ticket's price fails `holds`. */
const priceFault = (holds: SQL) => sql`(select min(cast(a.key as integer)) from ${theirTickets}
  where ${of('price')} is not null and not (${holds}))`
const priceAt = (attendee: SQL) => sql`'attendees.' || ${attendee} || '.price'`
const changedPrice = priceFault(sql`t.price_mode = 'CHOSEN' or ${of('price')} = t.price`)
const disallowedPrice = priceFault(sql`t.price_mode <> 'CHOSEN' or (
  ${of('price')} between t.price and coalesce(t.max_price, ${sql.raw(String(MAX_PRICE))}) and ${of('price')} % ${stepOfTicket} = 0
  and (${of('price')} = 0 or ${of('price')} >= ${leastOfTicket('e.calendar_id')}))`)
const payAllowedPrices = [
  unless('price_changed', sql`${changedPrice} is null`, {
    field: { field: priceAt(changedPrice), message: 'isn’t the current price of the ticket' },
  }),
  unless('price_not_allowed', sql`${disallowedPrice} is null`, {
    field: {
      field: priceAt(disallowedPrice),
      message: 'must be from `minPrice` to `maxPrice` of the ticket, and an amount that can be charged in its currency',
    },
  }),
] as const

export const takeWhatOneOrderMay = unless(
  'quantity_not_allowed',
  sql`not exists (select 1 from (${needs}) n join tickets t on t.id = n.ticket_id
    where n.many < t.min_per_order or n.many > t.max_per_order)`,
  {
    data: sql`(select json_object('ticketId', t.id, 'minPerOrder', t.min_per_order, 'maxPerOrder', t.max_per_order, 'quantity', n.many)
      from (${needs}) n join tickets t on t.id = n.ticket_id where n.many < t.min_per_order or n.many > t.max_per_order limit 1)`,
  },
)
export const couldEverFit = unless(
  'party_exceeds_capacity',
  sql`(e.capacity is null or ${param('size')} <= e.capacity) and not exists (
    select 1 from (${needs}) n join tickets t on t.id = n.ticket_id where t.capacity is not null and n.many > t.capacity)`,
)
/** Only for authenticated callers: the public API must not reveal who is registered. */
const areNew = unless(
  'already_registered',
  sql`not exists (select 1 from ${attendees} where ${of('email')} is not null and ${isRegistered})`,
  {
    data: sql`(select json_object('guestId', x.id, 'status', x.shown_status) from ${attendees} join guests x on x.event_id = e.id
      and x.email = ${of('email')} and x.status in ${REGISTERED} and ${hasOwnAddress('x')} limit 1)`,
  },
)
const isPriced = sql`(not ${everyTicket("coalesce(a.value ->> 'price', t.price) = 0")} or ${totalOfAddons} > 0)`
export const areOnSale = [
  unless('registration_closed', everyTicket('t.is_paused = 0'), { says: 'This ticket isn’t on sale.' }),
  unless('registration_closed', everyTicketNow('t.sales_start_at is not null and t.sales_start_at >'), {
    says: 'This ticket isn’t on sale yet.',
  }),
  unless('registration_closed', everyTicketNow('t.sales_end_at is not null and t.sales_end_at <='), {
    says: 'Sales of this ticket have ended.',
  }),
  mayTakePayment(isPriced),
  mayPayBy(param('method'), isPriced, currencyOfParty, param('now')),
] as const
/** Visitors don't learn about quotas. To them, the event is full. */
export const hasRoomUnderQuota = unless('capacity_exceeded', hasRoomForGuests(newGuestCount))
const havePlaces = unless('capacity_exceeded', sql`e.waitlist_enabled = 1 or ${haveSeats}`)

const hasNoCoupon = sql`${param('couponCode')} is null`
/** The coupon must cover at least one seat. It discounts only the seats that it covers. */
export const mayBeRedeemedByParty = [
  unless(
    'coupon_invalid',
    sql`${hasNoCoupon} or (c.is_active = 1 and (c.event_id is null or c.event_id = e.id)
      and exists (select 1 from ${theirTickets} where t.price_mode <> 'CHOSEN'
        and (json_array_length(c.ticket_ids) = 0 or t.id in (select value from json_each(c.ticket_ids))))
      and (c.valid_from is null or c.valid_from <= ${param('now')}) and (c.valid_until is null or c.valid_until > ${param('now')})
      and (c.discount_type = 'PERCENT' or not exists (select 1 from ${theirTickets} where t.price > 0 and t.currency <> c.currency)))`,
    { field: { field: 'couponCode', message: 'isn’t valid for this registration' } },
  ),
  unless('coupon_exhausted', sql`${hasNoCoupon} or c.max_redemptions is null or c.redeemed_count < c.max_redemptions`),
] as const

const total = totalOfParty(
  sql`select a.key as position, t.id as ticket_id, coalesce(${of('price')}, t.price) as price, t.currency, ${stepOfTicket} as step from ${theirTickets}`,
)

/** Inserts either all attendees or none: the rule is evaluated once, before the first insert. */
const insertUnder = (rule: { holds: typeof haveSeats }, needsApproval: typeof haveSeats) =>
  statement<{ id: string }>(sql`
    insert into guests (id, calendar_id, event_id, party_id, ticket_id, order_id, user_id, first_name, last_name, email, email_is_buyers,
      locale, search_text, status, source, qr_code, short_code, answers, waitlist_seq, move_id, created_at, updated_at)
    select ${of('id')}, p.calendar_id, p.event_id, ${param('partyId')}, ${of('ticketId')}, case when p.is_seated then p.new_order end,
      ${of('userId')}, ${of('firstName')}, ${of('lastName')},
      case when a.is_lent then ${param('buyerEmail')} else ${of('email')} end, a.is_lent, ${param('locale')}, ${of('searchText')},
      case when p.needs_approval then 'PENDING' when not p.is_seated then 'WAITLISTED' when p.total > 0 then 'PENDING' else 'CONFIRMED' end,
      ${param('source')}, ${of('qrCode')}, ${freeShortCode(sql.raw(`(a.value -> 'shortCodes')`), sql.raw('p.event_id'))}, ${of('answers')},
      case when not p.needs_approval and not p.is_seated then p.next_in_line end, ${param('moveId')}, ${param('now')}, ${param('now')}
    from (
      select r.*, r.has_room and not r.needs_approval as is_seated from (
        select e.id as event_id, e.calendar_id, ${needsApproval} as needs_approval, ${haveSeats} as has_room, ${total} + ${totalOfAddons} as total,
          ${newOrderId} as new_order, ${nextInLine} as next_in_line
        from ${partyRows} and ${rule.holds}
      ) as r limit 1
    ) as p cross join (
      select a.key, a.value, ${of('email')} is null or exists (select 1 from guests x where x.event_id = ${param('eventId')}
        and x.email = ${of('email')} and x.status in ${REGISTERED} and ${hasOwnAddress('x')}) as is_lent
      from ${attendees}
    ) a
    where true order by a.key
    ${INTO_LIVE} do update set
      party_id = excluded.party_id, ticket_id = excluded.ticket_id, order_id = excluded.order_id, first_name = excluded.first_name,
      last_name = excluded.last_name, locale = coalesce(excluded.locale, guests.locale), search_text = excluded.search_text,
      status = excluded.status, answers = excluded.answers, waitlist_seq = excluded.waitlist_seq, move_id = excluded.move_id,
      updated_at = excluded.updated_at
    returning id`)

const partyEntryPath = <C extends Code>(
  rule: ReturnType<typeof guard<readonly { code: C; holds: typeof haveSeats }[]>>,
  needsApproval: typeof haveSeats,
) => ({
  rule,
  insert: preparedStatement<PlacingParty, { id: string }>(() => insertUnder(rule, needsApproval)),
  why: preparedStatement<PlacingParty, Judged>(() =>
    statement(sql`select ${rule.why} as why from ${partyRows} and ${noGuestInserted}`),
  ),
})
export type PartyEntryPath<C extends Code> = ReturnType<typeof partyEntryPath<C>>

export const registeringTogether = partyEntryPath(
  guard([
    notCancelled,
    ...isOpen,
    isAnswered,
    haveTickets,
    areOfOneCurrency,
    ...payAllowedPrices,
    ...fitAddons,
    takeWhatOneOrderMay,
    couldEverFit,
    ...areOnSale,
    havePlaces,
    haveAddonsOnSale,
    haveStock,
    hasRoomUnderQuota,
    ...mayBeRedeemedByParty,
  ]),
  sql`(e.requires_approval or exists (select 1 from ${theirTickets} where t.requires_approval))`,
)

export const addingTogether = partyEntryPath(
  guard([
    notCancelled,
    isAnswered,
    haveTickets,
    areOfOneCurrency,
    ...payAllowedPrices,
    ...fitAddons,
    couldEverFit,
    areNew,
    havePlaces,
    haveStock,
    guestQuota(newGuestCount),
    recipientQuota(sql`${param('size')}`),
    ...mayBeRedeemedByParty,
  ]),
  sql`0`,
)

/** Stores the prices, the add-ons and the way to pay that attendees chose. Must run before their order is created, which may be much later. */
export const insertChoices = preparedStatement<PlacingParty, never>(() =>
  statement(sql`
    insert into guest_choices (guest_id, price, addons, pay_by)
    select g.id, ${of('price')}, ${ownAddons}, ${param('method')} from ${attendees} join guests g on g.move_id = ${param('moveId')}
      and (g.id = ${of('id')} or (g.email_is_buyers = 0 and g.email = ${of('email')}))
    where ${of('price')} is not null or ${ownAddons} is not null or ${param('method')} is not null
    on conflict (guest_id) do update set price = excluded.price, addons = excluded.addons, pay_by = excluded.pay_by`),
)

/** Inserts the buyer into `parties`, provided the guests were inserted. */
export const insertParty = preparedStatement<PlacingParty, PartyRow>(() =>
  rowsOf(
    parties,
    statement(sql`
    insert into parties (id, calendar_id, event_id, buyer_first_name, buyer_last_name, buyer_email, answers, locale, coupon_id,
      created_at, updated_at)
    select ${param('partyId')}, e.calendar_id, e.id, ${param('buyerFirstName')}, ${param('buyerLastName')}, ${param('buyerEmail')},
      ${param('buyerAnswers')}, ${param('locale')}, c.id, ${param('now')}, ${param('now')}
    from ${partyRows} and exists (select 1 from guests g where g.move_id = ${param('moveId')})
    returning *`),
  ),
)

const registered = (moveId: string) => sql`g.move_id = ${moveId} and g.status in ('CONFIRMED', 'PENDING', 'WAITLISTED')`

/** A `guest.registered` event for each attendee. */
export const partyRegistered = (event: EventRow, moveId: string): DomainEvent => ({
  type: 'guest.registered',
  eventId: event.id,
  each: sql`(select g.id from guests g where ${registered(moveId)})`,
  data: registeredData(event, sql`g.id = each.id`),
})

/**
 * Emails the buyer about all attendees, with text that depends on the status. The email refers to the first guest that
 * the move (one change of guests) inserted or, if `INVITED`, updated.
 */
export const mailOfPartyMade = (moveId: string): OutgoingMail => ({
  kind: 'party',
  cause: 'party',
  isToBuyer: true,
  where: sql`g.id = (select m.id from guests m where m.move_id = ${moveId} order by m.rowid limit 1)
    and not ${isToPayOnline}`,
})
