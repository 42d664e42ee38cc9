import type { Deps } from '../../deps.ts'
import { hasSeat } from '../../kernel/visibility.ts'
import { translated } from '../../presentation/event.ts'
import { languageOf, type Language } from '../../words/words.ts'
import { toGuestEvent, loadEventView, type EventOutput } from '../events/index.ts'
import { inTheirWords, manageUrlOf, type findManaged } from '../seats/index.ts'

type Managed = NonNullable<Awaited<ReturnType<typeof findManaged>>>

/** The contents of a guest's Apple or Google pass. */
export interface TicketFacts {
  guest: Managed['guest']
  ticketName: string | null
  event: EventOutput
  /** The title as the organiser wrote it. `event` is in the guest's language. */
  ownTitle: string
  calendar: Managed['calendar']
  manageUrl: string
  /** Whether the guest's QR code still admits them. */
  isValid: boolean
  /** The guest's language, or the calendar's if the guest has none. */
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
    manageUrl: await manageUrlOf(guest, calendar, deps),
    isValid: isGuest && event.status !== 'CANCELLED',
    language: languageOf(locale),
  }
}
