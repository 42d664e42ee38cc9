import type { TicketRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { mailOfKept } from './answers.store.ts'
import type { CalendarReply } from './reply.ts'
import { manageUrlOf, type findManaged } from '../seats/index.ts'
import { splitName } from '../../kernel/person-name.ts'

/** Takes an invitation as its guest does on their page, by the token of their link; false where more is asked of them. */
export type Accept = (
  manageToken: string,
  guest: { id: string; firstName: string; lastName: string },
) => Promise<boolean>

type Asked = NonNullable<Awaited<ReturnType<typeof findManaged>>> & { tickets: readonly TicketRow[] }

/** Only where there is nothing to choose or to pay: a calendar asks nobody anything. */
const takes = (tickets: readonly TicketRow[]) => {
  const visible = tickets.filter(({ isHidden }) => !isHidden)
  return visible.length === 1 && visible[0]?.price === 0
}

/** Registers who was asked to come and whose calendar says yes; where that is not all it takes, they get the link. */
export const acceptFor = async (
  { guest, event, tickets }: Asked,
  { name, reply, accept }: { name: string; reply: CalendarReply; accept: Accept },
  deps: Deps,
): Promise<'registered' | 'kept'> => {
  const token = (await manageUrlOf(guest, deps)).split('/').at(-1) ?? ''
  const isIn = takes(tickets) && (await accept(token, { id: guest.id, ...splitName(name, guest.email) }))
  if (isIn) return 'registered'
  await deps.commit({
    calendarId: event.calendarId,
    seenBy: 'team',
    statements: {},
    mails: [mailOfKept({ ...reply, guestId: guest.id, now: deps.clock() }, ['INVITED'])],
  })
  return 'kept'
}
