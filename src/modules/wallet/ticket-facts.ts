import type { Deps } from '../../deps.ts'
import { isIn } from '../../kernel/visibility.ts'
import { toGuestEvent, viewOf, type EventOutput } from '../events/index.ts'
import { manageUrlOf, type findManaged } from '../guests/index.ts'

type Managed = NonNullable<Awaited<ReturnType<typeof findManaged>>>

/** What a pass tells of a guest's place, whoever's wallet it lies in. */
export interface TicketFacts {
  guest: Managed['guest']
  ticketName: string | null
  event: EventOutput
  calendar: Managed['calendar']
  manageUrl: string
  /** Whether its code still opens the door. */
  isValid: boolean
}

export const factsOf = async ({ guest, ticketName, event, calendar }: Managed, deps: Deps): Promise<TicketFacts> => {
  const view = await viewOf(deps.db, calendar, event)
  const isGuest = isIn(guest.status)
  return {
    guest,
    ticketName,
    event: toGuestEvent(guest.status, view, deps.config, deps.clock()),
    calendar,
    manageUrl: await manageUrlOf(guest, deps),
    isValid: isGuest && event.status !== 'CANCELLED',
  }
}
