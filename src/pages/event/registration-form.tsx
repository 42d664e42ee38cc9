import { inNameOrder } from '../../presentation/name.ts'
import { ticketPriceOf } from '../../presentation/price.ts'
import type { Language, Words } from '../../words/words.ts'
import type { PublicEvent } from '../asking.ts'
import { GAP, Sentence } from '../parts/sentence.tsx'
import { conditionsOf, MaybeAsked, TextField, type Filled } from './fields.tsx'
import { fieldOf } from './form.ts'
import { AlsoOn, canBeAmong } from './other-dates.tsx'
import { buttonFor, TicketChoice, TicketList } from './tickets.tsx'
import { Trouble } from './trouble.tsx'

const labelOf = (name: string, { registrationQuestions }: PublicEvent, { form, ticket }: Words) =>
  ({
    firstName: form.firstName,
    lastName: form.lastName,
    email: form.email,
    ticketId: ticket.ticket,
    couponCode: form.coupon,
  })[name] ??
  registrationQuestions.find((question) => fieldOf(question) === name)?.label ??
  null

/**
 * The form works without JavaScript. If available, a script submits it without leaving the page and prevents a second
 * submission.
 */
export const RegistrationForm = ({
  event,
  action,
  button,
  invited,
  filled,
  also = [],
  language,
}: {
  event: PublicEvent
  /** The other dates of the series. */
  also?: readonly PublicEvent[]
  action: string
  button: string
  /** The email address that was invited, which the guest cannot change. */
  invited?: string
  filled: Filled
  language: Language
}) => {
  const { words } = language
  const { form } = words
  const shared = { filled, words: form }
  const isPriced = event.tickets.some(({ price }) => price > 0)
  const [only, ...others] = event.tickets
  return (
    <form method="post" action={action} class="registration" data-quick data-conditions={conditionsOf(event)}>
      {filled.problem !== null && (
        <Trouble problem={filled.problem} labelOf={(name) => labelOf(name, event, words)} locale={language.locale} />
      )}
      <div class="part">
        {others.length > 0 ? (
          <TicketChoice event={event} action={button} filled={filled} language={language} />
        ) : (
          <TicketList event={event} language={language} />
        )}
      </div>
      <div class="part stack">
        <div class="pair">
          {inNameOrder(
            language.locale,
            <TextField name="firstName" label={form.firstName} autocomplete="given-name" maxlength={200} {...shared} />,
            <TextField name="lastName" label={form.lastName} autocomplete="family-name" maxlength={200} {...shared} />,
          )}
        </div>
        {invited === undefined ? (
          <TextField name="email" label={form.email} type="email" autocomplete="email" maxlength={254} {...shared} />
        ) : (
          <p>
            <Sentence text={form.invitedAs(GAP)}>
              <b>{invited}</b>
            </Sentence>
          </p>
        )}
        {event.registrationQuestions.map((question) => (
          <MaybeAsked question={question} event={event} {...shared} />
        ))}
        {isPriced && (
          <TextField
            name="couponCode"
            label={form.coupon}
            maxlength={100}
            required={false}
            autocomplete="off"
            {...shared}
          />
        )}
      </div>
      {canBeAmong(event) && also.length > 0 && (
        <div class="part">
          <AlsoOn dates={also} filled={filled} language={language} />
        </div>
      )}
      <div class="part send">
        {only !== undefined && others.length === 0 && (
          <>
            <input type="hidden" name="ticketId" value={only.id} />
            {only.price > 0 && (
              <p class="sum">
                <span>{words.ticket.total}</span>
                <b>
                  <bdi>{ticketPriceOf(only, language)}</bdi>
                </b>
              </p>
            )}
          </>
        )}
        <input type="hidden" name="locale" value={language.locale} />
        <button class="button" type="submit" data-busy={words.frame.oneMoment}>
          {others.length > 0 ? button : buttonFor(only, event, button, language)}
        </button>
        {event.verifyEmail && invited === undefined && <p class="quiet after">{words.event.confirmFirst}</p>}
        {isPriced && <p class="quiet after">{words.event.payNext}</p>}
      </div>
    </form>
  )
}
