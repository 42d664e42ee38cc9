import type { TicketRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { mailOfKept } from './answers.store.ts'
import type { CalendarReply } from './reply.ts'
import { manageUrlOf, type findManaged } from '../seats/index.ts'
import { splitName } from '../../kernel/person-name.ts'

/** Accepts an invitation by manage token, as guests do on their page. Resolves to false if more input is needed. */
export type Accept = (
  manageToken: string,
  guest: { id: string; firstName: string; lastName: string },
) => Promise<boolean>

type Invitee = NonNullable<Awaited<ReturnType<typeof findManaged>>> & { tickets: readonly TicketRow[] }

const MAX_NAME_LENGTH = 200

/**
 * The name in `From`, cut to the length that a registration accepts. Many mail apps repeat the address as the name; the
 * guest is then called by its local part.
 */
const nameInReply = (name: string, email: string) => {
  const { firstName, lastName } = splitName(name.includes('@') ? undefined : name, email)
  const cut = (text: string) => text.slice(0, MAX_NAME_LENGTH).toWellFormed()
  return { firstName: cut(firstName), lastName: cut(lastName) }
}

/** Whether the guest has nothing to choose or pay for, since a calendar app can do neither. */
const hasOneFreeTicket = (tickets: readonly TicketRow[]) => {
  const visible = tickets.filter(({ isHidden }) => !isHidden)
  return visible.length === 1 && visible[0]?.price === 0
}

/**
 * Registers an invited guest whose calendar app answered `ACCEPTED`. If the guest still has to choose, pay or enter
 * something, emails them the link to their page instead.
 */
export const acceptFor = async (
  { guest, event, calendar, tickets }: Invitee,
  { name, reply, accept }: { name: string; reply: CalendarReply; accept: Accept },
  deps: Deps,
): Promise<'registered' | 'kept'> => {
  const token = (await manageUrlOf(guest, calendar, deps)).split('/').at(-1) ?? ''
  const isIn = hasOneFreeTicket(tickets) && (await accept(token, { id: guest.id, ...nameInReply(name, guest.email) }))
  if (isIn) return 'registered'
  await deps.commit({
    calendarId: event.calendarId,
    seenBy: 'team',
    statements: {},
    mails: [mailOfKept({ ...reply, guestId: guest.id, now: deps.clock() }, ['INVITED'])],
  })
  return 'kept'
}
