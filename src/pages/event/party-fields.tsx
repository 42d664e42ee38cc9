import { inNameOrder } from '../../presentation/name.ts'
import { MAX_PARTY_SIZE } from '../../kernel/vocabulary.ts'
import { withoutTurns } from '../../presentation/plain.ts'
import { moneyOf, ticketPriceOf } from '../../presentation/price.ts'
import type { Language } from '../../words/words.ts'
import type { PublicEvent } from '../asking.ts'
import { conditionsOf, faultOf, idOf, MaybeAsked, TextField, type Filled } from './fields.tsx'
import { BUYER, peopleIn, prefixOf } from './party-form.ts'
import { buttonFor, canHave } from './tickets.tsx'
import { Trouble } from './trouble.tsx'

/**
 * Returns the largest `maxPerOrder` of the tickets, up to `MAX_PARTY_SIZE` (10). If it is 1, the form does not ask for
 * the number of attendees.
 */
export const mostTogether = ({ tickets }: PublicEvent) =>
  Math.min(MAX_PARTY_SIZE, Math.max(1, ...tickets.map(({ maxPerOrder }) => maxPerOrder)))

/**
 * Asks for the number of attendees. This is a separate GET form that reloads the page with one set of fields per
 * attendee, so it needs no JavaScript.
 */
export const HowMany = ({
  event,
  action,
  people,
  language: { words },
  kept,
}: {
  event: PublicEvent
  action: string
  people: number
  language: Language
  /** The other query parameters of the URL, which the reload must keep. */
  kept: readonly (readonly [string, string])[]
}) => (
  <form method="get" action={`${action}#register`} class="part how-many">
    {kept.map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <label for="field-people">{words.form.people}</label>
    <div class="row">
      <select id="field-people" name="people">
        {Array.from({ length: mostTogether(event) }, (_, index) => (
          <option value={String(index + 1)} selected={index + 1 === people}>
            {index + 1}
          </option>
        ))}
      </select>
      <button class="button plain" type="submit">
        {words.form.showPeople}
      </button>
    </div>
  </form>
)

const TicketOf = ({
  event,
  name,
  filled,
  language,
}: {
  event: PublicEvent
  name: string
  filled: Filled
  language: Language
}) => {
  const open = event.tickets.filter((ticket) => canHave(ticket, event))
  const fault = faultOf(name, filled)
  return (
    <div class="field">
      <label for={idOf(name)}>{language.words.ticket.ticket}</label>
      <select id={idOf(name)} name={name} required aria-invalid={fault === undefined ? undefined : 'true'}>
        {open.map((ticket) => (
          <option value={ticket.id} selected={filled.typed.get(name) === ticket.id} data-price={ticket.price}>
            {withoutTurns(`${ticket.name} · ${ticketPriceOf(ticket, language)}`)}
          </option>
        ))}
      </select>
      {fault !== undefined && <p class="error">{fault}</p>}
    </div>
  )
}

const Names = ({
  prefix,
  filled,
  language,
  required,
}: {
  prefix: string
  filled: Filled
  language: Language
  required: boolean
}) => {
  const { form } = language.words
  const shared = { filled, words: form, required }
  return (
    <>
      <div class="pair">
        {inNameOrder(
          language.locale,
          <TextField name={`${prefix}firstName`} label={form.firstName} maxlength={200} {...shared} />,
          <TextField name={`${prefix}lastName`} label={form.lastName} maxlength={200} {...shared} />,
        )}
      </div>
      <TextField name={`${prefix}email`} label={form.email} type="email" maxlength={254} {...shared} />
    </>
  )
}

const Questions = ({
  of,
  prefix,
  event,
  filled,
  language,
}: {
  of: 'BUYER' | 'ATTENDEE'
  prefix: string
  event: PublicEvent
  filled: Filled
  language: Language
}) => (
  <>
    {event.registrationQuestions
      .filter(({ askOf }) => askOf === of)
      .map((question) => (
        <MaybeAsked question={question} event={event} filled={{ ...filled, prefix }} words={language.words.form} />
      ))}
  </>
)

/**
 * The total price. If guests can choose tickets, it stays hidden until a script fills in the total for their choice.
 */
const Sum = ({ event: { tickets }, people, language }: { event: PublicEvent; people: number; language: Language }) => {
  const [only, ...others] = tickets
  const [currency = null, ...further] = new Set(tickets.flatMap((ticket) => ticket.currency ?? []))
  if (only === undefined || currency === null || further.length > 0) return null
  const chosen = {
    hidden: true,
    'data-currency': currency,
    'data-format': language.format,
  }
  return (
    <p class="sum" {...(others.length > 0 && chosen)}>
      <span>{language.words.ticket.total}</span>
      <b>
        <bdi>{moneyOf(people * only.price, currency, language)}</bdi>
      </b>
    </p>
  )
}

/** The form for a party: fields for the buyer, then for each attendee. */
export const PartyForm = ({
  event,
  action,
  button,
  filled,
  language,
}: {
  event: PublicEvent
  action: string
  button: string
  filled: Filled
  language: Language
}) => {
  const { words } = language
  const people = peopleIn(filled.typed)
  const isPriced = event.tickets.some(({ price }) => price > 0)
  const [only, ...others] = event.tickets
  return (
    <form method="post" action={action} class="registration" data-quick data-conditions={conditionsOf(event)}>
      {filled.problem !== null && <Trouble problem={filled.problem} labelOf={() => null} locale={language.locale} />}
      <input type="hidden" name="people" value={String(people)} />
      <fieldset class="part stack" data-person={BUYER}>
        <legend>{words.form.buyer}</legend>
        <Names prefix={BUYER} filled={filled} language={language} required />
        <Questions of="BUYER" prefix={BUYER} event={event} filled={filled} language={language} />
      </fieldset>
      <p class="part quiet">{words.form.noAddress}</p>
      {Array.from({ length: people }, (_, index) => {
        const prefix = prefixOf(index)
        return (
          <fieldset class="part stack" data-person={prefix}>
            <legend>{words.form.person(index + 1)}</legend>
            {event.tickets.length > 1 ? (
              <TicketOf event={event} name={`${prefix}ticketId`} filled={filled} language={language} />
            ) : (
              <input type="hidden" name={`${prefix}ticketId`} value={event.tickets[0]?.id ?? ''} />
            )}
            <Names prefix={prefix} filled={filled} language={language} required={false} />
            <Questions of="ATTENDEE" prefix={prefix} event={event} filled={filled} language={language} />
          </fieldset>
        )
      })}
      <div class="part send">
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
        {isPriced && <Sum event={event} people={people} language={language} />}
        <input type="hidden" name="locale" value={language.locale} />
        <button class="button" type="submit" data-busy={words.frame.oneMoment}>
          {others.length > 0 ? button : buttonFor(only, event, button, language, people)}
        </button>
        {event.verifyEmail && <p class="quiet after">{words.event.confirmFirst}</p>}
        {isPriced && <p class="quiet after">{words.event.payNext}</p>}
      </div>
    </form>
  )
}
