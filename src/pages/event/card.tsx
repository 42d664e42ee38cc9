import { Said } from '../../presentation/markup.tsx'
import { optionsOf } from '../../presentation/selection.ts'
import { stateOf, type Standing } from '../../presentation/state.ts'
import type { PublicEvent } from '../asking.ts'
import { hrefFor } from '../reading.ts'
import { Afterwards } from './afterwards.tsx'
import type { Filled } from './fields.tsx'
import type { HeadContext } from './head.tsx'
import { OrderForm } from './order-form.tsx'
import { TicketList } from './tickets.tsx'

/** The heading of the card: the number of places left, or why guests cannot simply register. */
export const StandingNotice = ({ standing: { kind, title, text }, isFew }: { standing: Standing; isFew: boolean }) => (
  <div class={`standing ${kind}`}>
    <h2>{title}</h2>
    {text && (
      <p class={isFew ? 'state few' : kind === 'bad' ? undefined : 'quiet'}>
        <Said text={text} />
      </p>
    )}
  </div>
)

/** Returns whether to list the tickets. Once guests can no longer register, the list would only mislead them. */
const showsTickets = ({ status, registrationStatus }: PublicEvent) =>
  status !== 'CANCELLED' && registrationStatus !== 'CLOSED'

/** The card with the tickets and the order form, or with the reason why guests cannot register. */
export const Card = ({
  around,
  standing,
  filled,
  also,
}: {
  around: HeadContext
  standing: Standing
  filled: Filled | null
  also: readonly PublicEvent[]
}) => {
  const { event, reading } = around
  const { language } = reading
  const { words } = language
  const { action } = standing
  const isForm = action !== null && optionsOf(event).length > 0
  return (
    <section class="card passes" id="register" aria-label={action ?? words.event.glance}>
      <StandingNotice standing={standing} isFew={stateOf(event) === 'few'} />
      {!isForm && filled?.problem && (
        <div class="notice bad" role="alert" id="trouble" tabindex={-1}>
          {filled.problem.text}
        </div>
      )}
      {!isForm && showsTickets(event) && (
        <div class="part">
          <TicketList event={event} language={language} />
        </div>
      )}
      {isForm && (
        <OrderForm
          event={event}
          action={hrefFor(reading)(`/e/${event.slug}`)}
          button={action}
          filled={filled}
          also={also}
          refundPolicy={event.refundPolicy ?? around.calendar.refundPolicy}
          language={language}
        />
      )}
      {action === null && <Afterwards around={around} dates={also} />}
    </section>
  )
}
