import { asChosen } from '../../presentation/addons.ts'
import { withoutTurns } from '../../presentation/plain.ts'
import { policyLines } from '../../presentation/refund-policy.ts'
import { buttonLabel, mostTogether, optionsOf, orderDataOf } from '../../presentation/selection.ts'
import type { Language } from '../../words/words.ts'
import type { PublicEvent } from '../asking.ts'
import { Addons } from './addons.tsx'
import { conditionsOf, faultOf, TextField, type Filled } from './fields.tsx'
import { Guests } from './guest-fields.tsx'
import { AlsoOn, canBeAmong } from './other-dates.tsx'
import { EmailField, NameFields, QuestionFields } from './person-fields.tsx'
import { isPricedEvent, PayByField } from './payment-choice.tsx'
import { ATTENDING, blankSubmission, submissionOf, type Submission } from './submission.ts'
import { TicketChoice, TicketQuantities } from './tickets.tsx'
import { Trouble } from './trouble.tsx'

interface Shared {
  event: PublicEvent
  filled: Filled
  submission: Submission
  language: Language
}

/**
 * The buyer's own ticket, if they attend and have chosen several kinds. The script keeps the options up to date. The
 * form asks for it only once the number of tickets is known.
 */
const OwnTicket = ({ event, submission: { chosen, own }, language: { words } }: Shared) => {
  const isAsked = own !== null && chosen.length > 1
  return (
    <div class="field" data-own-ticket hidden={!isAsked}>
      <label for="field-own-ticket">{words.form.yourTicket}</label>
      <select id="field-own-ticket" name="ticketId" disabled={!isAsked}>
        {(isAsked ? chosen.map(({ option }) => option) : optionsOf(event)).map(({ id, name }) => (
          <option value={id} selected={id === own}>
            {withoutTurns(name)}
          </option>
        ))}
      </select>
    </div>
  )
}

const Buyer = (shared: Shared & { mayBeParty: boolean }) => {
  const { event, filled, submission, language, mayBeParty } = shared
  const { form } = language.words
  return (
    <section class="part stack" data-person="" data-ticket={submission.own ?? undefined}>
      <h3 tabindex={-1} data-heading>
        {form.details}
      </h3>
      {mayBeParty && (
        <p data-attending>
          <input type="hidden" name={ATTENDING} value="no" />
          <label class="choice">
            <input type="checkbox" name={ATTENDING} value="yes" checked={submission.isAttending} />
            <span>{form.attending}</span>
          </label>
        </p>
      )}
      {mayBeParty && event.tickets.length > 1 && <OwnTicket {...shared} />}
      <NameFields filled={filled} language={language} />
      <EmailField filled={filled} language={language} />
      <QuestionFields questions={event.registrationQuestions} event={event} filled={filled} language={language} />
    </section>
  )
}

const Coupon = ({ filled, language: { words } }: Shared) => (
  <div class="part">
    <details
      class="also"
      open={(filled.typed.get('couponCode') ?? '') !== '' || faultOf('couponCode', filled) !== undefined}
    >
      <summary>{words.form.addCoupon}</summary>
      <TextField
        name="couponCode"
        label={words.form.coupon}
        maxlength={100}
        required={false}
        isSilent
        autocomplete="off"
        filled={filled}
        words={words.form}
      />
    </details>
  </div>
)

const currencyOf = ({ tickets }: PublicEvent) => tickets.find(({ currency }) => currency !== null)?.currency ?? null

/**
 * The order form. Without JavaScript all of it is on the page. The script shows it in two steps, first the tickets and
 * then the details, and sends it without leaving the page. Until the server has seen fields for every person, it
 * registers no one.
 */
export const OrderForm = ({
  event,
  action,
  button,
  filled: typed,
  also,
  refundPolicy,
  language,
}: {
  event: PublicEvent
  action: string
  button: string
  /** The submitted values, or null for an empty form. */
  filled: Filled | null
  /** The other dates of the series. */
  also: readonly PublicEvent[]
  /** The policy of tickets without their own. Null if they refund nothing. */
  refundPolicy: PublicEvent['refundPolicy']
  language: Language
}) => {
  const { words } = language
  const submission = typed === null ? blankSubmission(event) : submissionOf(typed.typed, event)
  const filled: Filled = { ...(typed ?? { typed: new URLSearchParams(), problem: null }), says: words.fault }
  const { problem } = filled
  const { chosen, isAttending, guests } = submission
  const most = mostTogether(event)
  const mayBeParty = most > 1 && optionsOf(event).some((option) => option.most > 1 || optionsOf(event).length > 1)
  const isPriced = isPricedEvent(event)
  const shared = { event, filled, submission, language }
  const extras = asChosen(submission.addons)
  const order = orderDataOf(event, button, language)
  // Without JavaScript, the label cannot follow the chosen tickets.
  const isFixed =
    !mayBeParty &&
    event.tickets.length === 1 &&
    (event.addons ?? []).length === 0 &&
    chosen.every(({ option }) => option.choice === null)
  const lastLabel = isFixed
    ? buttonLabel(chosen, order, { isLast: true, extras })
    : isPriced && button === words.standing.register
      ? words.standing.order
      : button
  return (
    <form
      method="post"
      action={action}
      class="registration order"
      novalidate
      data-quick
      data-step={problem === null || (problem.faults.ticketId !== undefined && submission.count === 0) ? '1' : '2'}
      data-order={JSON.stringify(order)}
      data-conditions={conditionsOf(event)}
      data-check={words.fault.somethingMissing}
      data-choose={words.fault.ticketId}
      data-too-many={words.fault.partyTooLarge(most)}
    >
      {problem !== null && (
        <Trouble
          problem={problem}
          event={event}
          guests={guests.length}
          firstGuest={isAttending ? 2 : 1}
          language={language}
        />
      )}
      <div class="part choose">
        {most > 1 || event.tickets.length === 1 ? (
          <TicketQuantities event={event} chosen={chosen} filled={filled} language={language} />
        ) : (
          <TicketChoice event={event} filled={filled} language={language} />
        )}
        <Addons event={event} filled={filled} language={language} />
      </div>
      <div class="part go">
        <p class="quiet" role="status" data-limit hidden></p>
        <button class="button" type="submit" data-go>
          {buttonLabel(chosen, order, { extras })}
        </button>
      </div>
      {!isFixed && (
        <div class="part chosen">
          <ul></ul>
          <button type="button" class="quiet-button" data-change>
            {words.form.changeTickets}
          </button>
        </div>
      )}
      <div class="details">
        <Buyer {...shared} mayBeParty={mayBeParty} />
        {mayBeParty && <Guests event={event} filled={filled} submission={submission} language={language} />}
        {canBeAmong(event) && also.length > 0 && (
          <div class="part" data-dates>
            <AlsoOn dates={also} filled={filled} language={language} />
          </div>
        )}
        {isPriced && <PayByField event={event} filled={filled} language={language} />}
        {isPriced && <Coupon {...shared} />}
        <div class="part send">
          <p class="quiet" data-waits hidden>
            {words.standing.waitTogether}
          </p>
          <p class="sum" hidden>
            <span>{words.ticket.total}</span>
            <b>
              <bdi></bdi>
            </b>
          </p>
          <input type="hidden" name="locale" value={language.locale} />
          <button class="button" type="submit" data-busy={words.frame.oneMoment}>
            {lastLabel}
          </button>
        </div>
        {event.verifyEmail && <p class="quiet after">{words.event.confirmFirst}</p>}
        {isPriced && (
          <p class="quiet after" data-pays>
            {words.event.payNext}
          </p>
        )}
        {isPriced &&
          refundPolicy !== null &&
          policyLines(refundPolicy, event, currencyOf(event), language).map((line) => (
            <p class="quiet after">{line}</p>
          ))}
      </div>
    </form>
  )
}
