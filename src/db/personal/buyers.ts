import { sql, type SQLWrapper } from 'drizzle-orm'

/** Each function returns SQL over guest `g` and a party, whose alias is the argument. */

/** True if guest `g` is the buyer of the party, under their own address. */
export const isBuyerOf = (party: string) =>
  `(${party}.event_id = g.event_id and ${party}.buyer_email = g.email and g.email_is_buyers = 0)`

/**
 * True if guest `g` is the buyer and also a member of the party. A matching address alone proves nothing, because
 * anyone can register under it.
 */
export const isBuyerAndMemberOf = (party: string) => `(${party}.id = g.party_id and ${isBuyerOf(party)})`

/**
 * True if erasing guest `g` also erases the buyer's data: the guest is the buyer, or the last member of the party who
 * has not been erased yet.
 */
export const isErasedWith = (party: string) => `(${isBuyerOf(party)} or (${party}.id = g.party_id and not exists (
  select 1 from guests r where r.party_id = ${party}.id and r.id <> g.id and r.erased_at is null)))`

/** Orders that the guest placed for themselves, and orders of the parties that `isChosen` selects. */
export const ordersBoughtBy = (isChosen: typeof isBuyerOf) =>
  sql.raw(`(orders.event_id = g.event_id and (orders.buyer_guest_id = g.id
  or (orders.buyer_guest_id is null and orders.party_id is null and orders.guest_id = g.id)
  or (orders.party_id is not null and exists (select 1 from parties y where y.id = orders.party_id and ${isChosen('y')}))))`)

/** Members, as `m`, of the parties whose buyer is erased together with guest `g`. */
const membersOfErasedParties = `from parties y join guests m on m.party_id = y.id where ${isErasedWith('y')}`

/** Members without their own address, whose emails went to the buyer. */
export const guestsReachedThroughBuyer = sql.raw(`(select m.id ${membersOfErasedParties} and m.email_is_buyers = 1)`)

/**
 * True if erasing guest `g` also erases a record about `guestId` with `address`. That covers all records about `g`, and
 * records about members of their party if the address is, or used to be, the buyer's.
 */
export const recordsAbout = (guestId: string, address: string) =>
  sql.raw(`(${guestId} in (select g.id union all select m.id ${membersOfErasedParties}) and (${guestId} = g.id or exists (
    select 1 from guests m where m.id = ${guestId} and (m.email_is_buyers = 1 or m.email <> ${address}))))`)

/**
 * True if someone else in the calendar, a guest or a party's buyer, receives email at `email`. The conditions in
 * `going` (alias `o`) exclude the people being erased.
 */
export const hasOtherReader = (
  email: SQLWrapper,
  calendarId: SQLWrapper,
  going = { guest: '0', party: '0' },
) => sql`exists (
  select 1 from events e join guests o on o.event_id = e.id and o.email = ${email}
  where e.calendar_id = ${calendarId} and not ${sql.raw(going.guest)}
  union all
  select 1 from events e join parties o on o.event_id = e.id and o.buyer_email = ${email}
  where e.calendar_id = ${calendarId} and not ${sql.raw(going.party)})`
