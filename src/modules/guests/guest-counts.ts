import { guestsRead } from '../../access/demands.ts'
import { GUEST_STATUSES } from '../../kernel/vocabulary.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { countsOf } from './guest-table.store.ts'
import { GuestCounts } from './guest-table.schema.ts'

type Counted = Awaited<ReturnType<typeof countsOf>>['counts']

const sumOf = (counts: Counted) => counts.reduce((sum, { guests }) => sum + guests, 0)

const byStatus = (counts: Counted) =>
  GUEST_STATUSES.flatMap((status) => {
    const guests = sumOf(counts.filter((each) => each.status === status))
    return guests === 0 ? [] : [{ status, guests }]
  })

export const countGuests = operation({
  id: 'guests.counts',
  summary: 'Get guest counts',
  description: 'Counts the event’s guests by status and ticket, and what waits for the organiser.',
  routes: both('GET /events/:eventId/guests/counts'),
  access: guestsRead,
  subject: 'event',
  answer: one(GuestCounts),
  async run({ event }, deps) {
    const {
      counts,
      names,
      waiting: [waiting],
    } = await countsOf(deps.db, event.id)
    const of = (ticketId: string | null, name: string | null) => {
      const own = counts.filter((each) => each.ticketId === (ticketId ?? ''))
      return { ticketId, name, guests: sumOf(own), statuses: byStatus(own) }
    }
    const without = of(null, null)
    return {
      total: sumOf(counts),
      statuses: byStatus(counts),
      waiting: waiting ?? { approvals: 0, unpaidOrders: 0, unpaidGuests: 0 },
      tickets: [...names.map(({ id, name }) => of(id, name)), ...(without.guests === 0 ? [] : [without])],
    }
  },
})
