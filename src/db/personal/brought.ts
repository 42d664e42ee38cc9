import { sql, type SQLWrapper } from 'drizzle-orm'

/** What is kept of whoever brought others, over guest `g` and a party by the name that is given. */

/** The guest brought it, under an address of their own. */
export const isBuyerOf = (party: string) =>
  `(${party}.event_id = g.event_id and ${party}.buyer_email = g.email and g.email_is_buyers = 0)`

/** The same, and came with it: under an address alone anybody can register. */
export const isBuyerAndMemberOf = (party: string) => `(${party}.id = g.party_id and ${isBuyerOf(party)})`

/** Its buyer goes with the guest: who brought it, or the last who is left of it. */
export const isErasedWith = (party: string) => `(${isBuyerOf(party)} or (${party}.id = g.party_id and not exists (
  select 1 from guests r where r.party_id = ${party}.id and r.id <> g.id and r.erased_at is null)))`

/** Orders of the guest's own, and of parties that are chosen. */
export const ordersBoughtBy = (isChosen: typeof isBuyerOf) =>
  sql.raw(`(orders.event_id = g.event_id and (orders.buyer_guest_id = g.id
  or (orders.buyer_guest_id is null and orders.party_id is null and orders.guest_id = g.id)
  or (orders.party_id is not null and exists (select 1 from parties y where y.id = orders.party_id and ${isChosen('y')}))))`)

/** Guests `m` of parties whose buyer goes. */
const membersOfErasedParties = `from parties y join guests m on m.party_id = y.id where ${isErasedWith('y')}`

/** Those of them who were written to through the buyer. */
export const guestsReachedThroughBuyer = sql.raw(`(select m.id ${membersOfErasedParties} and m.email_is_buyers = 1)`)

/** What is kept of the guest `guestId`, and `address` with it: of the one who goes, or at an address that is or was the buyer's. */
export const recordsAbout = (guestId: string, address: string) =>
  sql.raw(`(${guestId} in (select g.id union all select m.id ${membersOfErasedParties}) and (${guestId} = g.id or exists (
    select 1 from guests m where m.id = ${guestId} and (m.email_is_buyers = 1 or m.email <> ${address}))))`)

/** Somebody of the calendar is written to at `email`: a guest, or who brought a party; but for those who are going, each `o`. */
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
