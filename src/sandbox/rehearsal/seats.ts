import type { Books } from '../books.ts'

interface CountRow extends Record<string, SqlStorageValue> {
  status: string
  many: number
}

const TAKEN = ['CONFIRMED', 'PENDING', 'CHECKED_IN']

/** How many guests have a seat, an offer or a position on the waiting list. */
export const countSeats = (books: Books, eventId: string) => {
  const rows = books.rows<CountRow>(
    'select shown_status as status, count(*) as many from guests where event_id = ? group by 1',
    eventId,
  )
  const manyOf = (...statuses: string[]) =>
    rows.reduce((sum, { status, many }) => sum + (statuses.includes(status) ? many : 0), 0)
  return { taken: manyOf(...TAKEN), offered: manyOf('OFFERED'), waiting: manyOf('WAITLISTED') }
}
