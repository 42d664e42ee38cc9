import type { Deps } from '../../deps.ts'
import { hasSeat } from '../../kernel/visibility.ts'
import { translated } from '../../presentation/event.ts'
import { languageOf, type Language } from '../../words/words.ts'
import { toGuestEvent, loadEventView, type EventOutput } from '../events/index.ts'
import { inTheirWords, manageUrlOf, type findManaged } from '../seats/index.ts'

type Managed = NonNullable<Awaited<ReturnType<typeof findManaged>>>

/** What a pass tells of a guest's place, whoever's wallet it lies in. */
export interface TicketFacts {
  guest: Managed['guest']
  ticketName: string | null
  event: EventOutput
  /** As the organiser wrote it; the event here is in the language of the guest. */
  ownTitle: string
  calendar: Managed['calendar']
  manageUrl: string
  /** Whether its code still opens the door. */
  isValid: boolean
  /** The guest's own, else the calendar's. */
  language: Language
}

export const factsOf = async (managed: Managed, deps: Deps): Promise<TicketFacts> => {
  const { guest, event, calendar } = managed
  const locale = guest.locale ?? calendar.locale
  const view = await loadEventView(deps.db, calendar, translated(event, locale))
  const isGuest = hasSeat(guest.status)
  return {
    guest,
    ticketName: inTheirWords(managed, locale).ticketName,
    ownTitle: event.title,
    event: toGuestEvent(guest.status, view, deps.config, deps.clock()),
    calendar,
    manageUrl: await manageUrlOf(guest, deps),
    isValid: isGuest && event.status !== 'CANCELLED',
    language: languageOf(locale),
  }
}
