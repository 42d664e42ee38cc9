import { hasSeat } from '../../kernel/visibility.ts'
import { Said } from '../../presentation/markup.tsx'
import { inNameOrder, wholeNameOf } from '../../presentation/name.ts'
import type { Language, Words } from '../../words/words.ts'
import type { OwnRegistration } from '../asking.ts'
import { MaybeAsked, TextField, type Filled } from '../event/fields.tsx'
import { pathOf } from '../links.ts'
import { Pass } from './pass.tsx'
import { isTakingPlace } from './words.ts'

type Member = NonNullable<OwnRegistration['party']>['guests'][number]

const statusTextOf = ({ status }: Member['guest'], { guest, state }: Words) =>
  ({
    PENDING: guest.member.notConfirmed,
    WAITLISTED: state.waitlist,
    OFFERED: guest.member.offered,
    CHECKED_IN: guest.member.checkedIn,
    CANCELLED: state.cancelled,
    DECLINED: state.cancelled,
  })[status] ?? guest.member.confirmed

/** The submitted values and errors for one attendee. */
export interface FilledFor extends Filled {
  guestId: string
}

/**
 * Returns the attendee questions for the guest's ticket, including those that depend on other answers: the API
 * evaluates their conditions.
 */
const questionsFor = ({ guest }: Member, { event }: OwnRegistration) =>
  event.registrationQuestions.filter(
    ({ askOf, ticketIds }) =>
      askOf === 'ATTENDEE' && (ticketIds === null || (guest.ticket !== null && ticketIds.includes(guest.ticket.id))),
  )

/** Returns the stored values. The form is filled with them when it first appears. */
const typedOf = ({ guest }: Member, own: OwnRegistration) => {
  const typed = new URLSearchParams({
    firstName: guest.firstName,
    lastName: guest.lastName,
    ...(guest.emailIsBuyers ? {} : { email: guest.email }),
  })
  for (const { id, label, type } of own.event.registrationQuestions) {
    const answer = guest.registrationAnswers.find(({ question }) => question === label)?.answer
    if (answer === undefined || (type === 'CHECKBOX' && answer !== 'true')) continue
    for (const choice of type === 'MULTISELECT' ? answer.split(', ') : [answer]) typed.append(`answer.${id}`, choice)
  }
  return typed
}

const Complete = ({ member, own, path, filled, language }: Shown & { member: Member }) => {
  const words = language.words
  const { guest } = member
  const isTheirs = filled?.guestId === guest.id
  const shared = {
    filled: {
      ...(isTheirs && filled !== null ? filled : { typed: typedOf(member, own), problem: null }),
      scope: `${guest.id}-`,
    },
    words: words.form,
  }
  return (
    <details open={isTheirs}>
      <summary>{words.guest.complete}</summary>
      <form method="post" action={path(`/guests/${guest.id}`)} class="stack">
        {isTheirs && filled?.problem && (
          <p class="notice bad" role="alert">
            {filled.problem.text}
          </p>
        )}
        <div class="pair">
          {inNameOrder(
            language.locale,
            <TextField name="firstName" label={words.form.firstName} maxlength={200} required={false} {...shared} />,
            <TextField name="lastName" label={words.form.lastName} maxlength={200} required={false} {...shared} />,
          )}
        </div>
        {guest.emailIsBuyers && (
          <TextField name="email" label={words.form.email} type="email" maxlength={254} required={false} {...shared} />
        )}
        {questionsFor(member, own).map((question) => (
          <MaybeAsked question={question} event={own.event} {...shared} />
        ))}
        <p>
          <button class="button plain" type="submit">
            {words.guest.save}
          </button>
        </p>
      </form>
    </details>
  )
}

const PassOn = ({ member: { guest }, path, language: { words } }: Shown & { member: Member }) => (
  <details>
    <summary>{words.guest.passOn}</summary>
    <form method="post" action={path(`/guests/${guest.id}/transfer`)} class="stack">
      <TextField
        name="recipientEmail"
        label={words.guest.passOnTo}
        type="email"
        maxlength={254}
        filled={{ typed: new URLSearchParams(), problem: null, scope: `${guest.id}-` }}
        words={words.form}
      />
      <p>
        <button class="button plain" type="submit">
          {words.guest.passOn}
        </button>
      </p>
    </form>
  </details>
)

interface Shown {
  own: OwnRegistration
  /** Returns a path below this page, keeping the query string. */
  path: (rest: string) => string
  filled: FilledFor | null
  language: Language
}

/**
 * Returns the attendees whose QR codes the buyer may see, because they have a seat and no address of their own, or the
 * buyer's. The buyer's own pass comes first.
 */
export const heldBy = ({ event, party }: OwnRegistration) => {
  const isBuyersOwn = ({ guest }: Member) => !guest.emailIsBuyers && guest.email === party?.buyer.email
  return isTakingPlace(event)
    ? (party?.guests ?? [])
        .filter((member) => hasSeat(member.guest.status) && (member.manageUrl !== null || isBuyersOwn(member)))
        .toSorted((left, right) => Number(isBuyersOwn(right)) - Number(isBuyersOwn(left)))
    : []
}

const anchorOf = ({ guest }: Member) => `pass-${guest.id}`

/** The passes of the party, side by side to swipe through. Each has its own anchor. */
export const Passes = ({
  own,
  held,
  language,
}: {
  own: OwnRegistration
  held: readonly Member[]
  language: Language
}) => (
  <ol class="own-passes">
    {held.map((member, index) => {
      const count = language.words.guest.nth(index + 1, held.length)
      return (
        <li id={anchorOf(member)} data-count={count}>
          <Pass own={own} guest={member.guest} withCode count={count} isFirst={index === 0} language={language} />
        </li>
      )
    })}
  </ol>
)

const Person = (shown: Shown & { member: Member }) => {
  const { member, own, path, language } = shown
  const { guest, manageUrl, canCancel } = member
  const { words } = language
  const name = wholeNameOf(guest)
  const isOn = isTakingPlace(own.event)
  const isHere = canCancel && isOn
  const hasPass = heldBy(own).includes(member)
  const shownName = name === '' ? words.guest.nameless : <Said text={name} />
  return (
    <li class="person">
      <div class="row">
        <b>{hasPass ? <a href={`#${anchorOf(member)}`}>{shownName}</a> : shownName}</b>
        <span class="quiet">{statusTextOf(guest, words)}</span>
      </div>
      {guest.ticket !== null && (
        <p class="quiet">
          <Said text={guest.ticket.name} />
          {!guest.emailIsBuyers && `\u00a0· ${guest.email}`}
        </p>
      )}
      {hasPass && manageUrl !== null && (
        <p>
          <a href={pathOf(manageUrl)}>{words.guest.theirTicket}</a>
        </p>
      )}
      {isHere && <Complete {...shown} />}
      {guest.status === 'CONFIRMED' && isOn && <PassOn {...shown} />}
      {isHere && (
        <p>
          <a class="leave" href={path(`/cancel?guestId=${guest.id}`)}>
            {words.guest.cancelOne}
          </a>
        </p>
      )}
    </li>
  )
}

/** The attendees of the party, with the actions available for each. */
export const PartyList = (shown: Shown) => {
  const { party } = shown.own
  if (party === null || party.guests.length === 0) return null
  return (
    <section class="party">
      <h2>{shown.language.words.guest.party}</h2>
      <ul>
        {party.guests.map((member) => (
          <Person {...shown} member={member} />
        ))}
      </ul>
    </section>
  )
}
