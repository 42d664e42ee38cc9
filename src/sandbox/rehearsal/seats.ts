import type { Books } from '../books.ts'

interface CountRow extends Record<string, SqlStorageValue> {
  status: string
  many: number
  seats: number
}

/** How many guests have a seat, an offer or a position on the waiting list. */
export const countSeats = (books: Books, eventId: string) => {
  const rows = books.rows<CountRow>(
    'select shown_status as status, count(*) as many, sum(takes_seat) as seats from guests where event_id = ? group by 1',
    eventId,
  )
  const manyOf = (wanted: string) => rows.find(({ status }) => status === wanted)?.many ?? 0
  const offered = manyOf('OFFERED')
  // Guests who wait for approval are PENDING and have no seat.
  return { taken: rows.reduce((sum, { seats }) => sum + seats, 0) - offered, offered, waiting: manyOf('WAITLISTED') }
}
