import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import type { Instant } from '../../kernel/time.ts'
import { toListedCheckin } from './checkins.ts'
import { readDoorGuests } from './checkins.store.ts'

const GUESTS_A_READ = 5_000

/** Who is in comes from the desk, names from the guests as they are now. */
export const listCheckins = async (
  { event, query }: Call<unknown, { since?: Instant | undefined; ticketId?: string | undefined }, unknown, 'event'>,
  deps: Deps,
) => {
  const admissions = await deps.desk.list(event.id, { since: query.since ?? null, ticketId: query.ticketId ?? null })
  const door = { eventId: event.id, eventSlug: event.slug }
  const checkins = []
  for (let start = 0; start < admissions.length; start += GUESTS_A_READ) {
    const part = admissions.slice(start, start + GUESTS_A_READ)
    const guests = await readDoorGuests(
      deps.db,
      event.id,
      part.map(({ guestId }) => ({ by: 'id', value: guestId })),
    )
    const byId = new Map(guests.map((guest) => [guest.id, guest]))
    for (const admission of part) {
      const guest = byId.get(admission.guestId)
      if (guest !== undefined) checkins.push(toListedCheckin(door, admission, guest))
    }
  }
  return checkins
}
