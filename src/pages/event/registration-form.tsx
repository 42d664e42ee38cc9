import { withoutTurns } from '../../presentation/plain.ts'
import { buttonLabel, orderDataOf } from '../../presentation/selection.ts'
import type { Language } from '../../words/words.ts'
import type { PublicEvent } from '../asking.ts'
import { GAP, Sentence } from '../parts/sentence.tsx'
import { conditionsOf, TextField, type Filled } from './fields.tsx'
import { NameFields, QuestionFields } from './person-fields.tsx'
import { PayByField } from './payment-choice.tsx'
import { blankSubmission } from './submission.ts'
import { TicketChoice, TicketList } from './tickets.tsx'
import { Trouble } from './trouble.tsx'

/**
 * The form with which an invited guest accepts. It works without JavaScript. If available, a script checks it and sends
 * it without leaving the page.
 */
export const RegistrationForm = ({
  event,
  action,
  button,
  invited,
  filled: typed,
  language,
}: {
  event: PublicEvent
  action: string
  button: string
  /** The email address that was invited, which the guest cannot change. */
  invited: string
  filled: Filled
  language: Language
}) => {
  const { words } = language
  const filled: Filled = { ...typed, says: words.fault }
  const isPriced = event.tickets.some(({ price }) => price > 0)
  const [only, ...others] = event.tickets
  const isChoice = others.length > 0
  return (
    <form
      method="post"
      action={action}
      class="registration"
      novalidate
      data-quick
      data-conditions={conditionsOf(event)}
      data-check={words.fault.somethingMissing}
      data-choose={words.fault.ticketId}
    >
      {filled.problem !== null && <Trouble problem={filled.problem} event={event} language={language} />}
      <div class="part">
        {isChoice ? (
          <TicketChoice event={event} filled={filled} language={language} />
        ) : (
          <TicketList event={event} language={language} />
        )}
      </div>
      <div class="part stack">
        <NameFields filled={filled} language={language} />
        <p>
          <Sentence text={words.form.invitedAs(GAP)}>
            <b>{withoutTurns(invited)}</b>
          </Sentence>
        </p>
        <QuestionFields questions={event.registrationQuestions} event={event} filled={filled} language={language} />
        {isPriced && <PayByField event={event} filled={filled} language={language} />}
        {isPriced && (
          <TextField
            name="couponCode"
            label={words.form.coupon}
            maxlength={100}
            required={false}
            autocomplete="off"
            filled={filled}
            words={words.form}
          />
        )}
      </div>
      <div class="part send">
        {only !== undefined && !isChoice && <input type="hidden" name="ticketId" value={only.id} />}
        <input type="hidden" name="locale" value={language.locale} />
        <button class="button" type="submit" data-busy={words.frame.oneMoment}>
          {isChoice ? button : buttonLabel(blankSubmission(event).chosen, orderDataOf(event, button, language))}
        </button>
        {isPriced && <p class="quiet after">{words.event.payNext}</p>}
      </div>
    </form>
  )
}
