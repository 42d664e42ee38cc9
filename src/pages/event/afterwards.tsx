import { inLanguage } from '../../presentation/event.ts'
import { Said } from '../../presentation/markup.tsx'
import { leafOf } from '../../presentation/when.ts'
import type { PublicEvent } from '../asking.ts'
import { hrefFor } from '../reading.ts'
import type { HeadContext } from './head.tsx'
import { isPricedEvent } from './payment-choice.tsx'

/** Explains what happens to payments for a cancelled event, which are not refunded automatically. */
const Payments = ({ around: { event, calendar, reading } }: { around: HeadContext }) => {
  const { standing, frame } = reading.language.words
  return event.status === 'CANCELLED' && isPricedEvent(event) ? (
    <p class="payments">
      {standing.cancelledPaid}
      {calendar.contactEmail !== null && (
        <>
          {' '}
          <a href={`mailto:${calendar.contactEmail}`}>{frame.contact}</a>
        </>
      )}
    </p>
  ) : null
}

/**
 * Shown where no one can register: leads on to the next date of the series, to the calendar's feed after the event, or
 * to the organiser's other events.
 */
export const Afterwards = ({ around, dates }: { around: HeadContext; dates: readonly PublicEvent[] }) => {
  const { event, calendar, reading } = around
  const { language } = reading
  const { words } = language
  const href = hrefFor(reading)
  const next = dates.find(({ status, startAt }) => status === 'PUBLISHED' && startAt > event.startAt)
  const canFollow = event.lifecycle === 'ENDED' && calendar.icsUrl !== null
  return (
    <>
      <Payments around={around} />
      <p>
        {next !== undefined ? (
          <a class="button" href={href(`/e/${next.slug}`)}>
            {words.event.nextDate(leafOf(inLanguage(next, language.locale), language).full)}
          </a>
        ) : canFollow ? (
          <a class="button" href={`${href(`/c/${calendar.slug}`)}#subscribe`}>
            {words.calendar.follow}
          </a>
        ) : (
          <a class="button soft" href={href(`/c/${calendar.slug}`)}>
            <Said text={words.calendar.eventsOf(calendar.name)} />
          </a>
        )}
      </p>
    </>
  )
}
