import { hasSeat } from '../../kernel/visibility.ts'
import { Said } from '../../presentation/markup.tsx'
import { inNameOrder, wholeNameOf } from '../../presentation/name.ts'
import { withoutTurns } from '../../presentation/plain.ts'
import type { Language, Words } from '../../words/words.ts'
import type { OwnRegistration } from '../asking.ts'
import { MaybeAsked, TextField, type Filled } from '../event/fields.tsx'
import { pathOf } from '../links.ts'
import { Menu } from '../parts/menu.tsx'
import { Pass } from './pass.tsx'
import { debtOf, hasLeft, isInvited, isTakingPlace } from './words.ts'

type Member = NonNullable<OwnRegistration['party']>['guests'][number]

export const statusTextOf = (status: string, { guest, state }: Words, isUnpaid = false) =>
  ({
    PENDING: isUnpaid ? guest.unpaid : guest.member.notConfirmed,
    WAITLISTED: state.waitlist,
    OFFERED: guest.member.offered,
    CHECKED_IN: guest.member.checkedIn,
    CANCELLED: state.cancelled,
    DECLINED: state.cancelled,
  })[status] ?? guest.member.confirmed

/** The open form of one guest, with the submitted values and errors after a failed attempt. */
export interface OpenForm extends Filled {
  guestId: string
  action: 'edit' | 'transfer'
}

/** Returns the form that a link of the page opens, without values. */
export const formIn = ({ searchParams }: URL): OpenForm | null => {
  for (const action of ['edit', 'transfer'] as const) {
    const guestId = searchParams.get(action)
    if (guestId !== null) return { action, guestId, typed: new URLSearchParams(), problem: null }
  }
  return null
}

/**
 * Returns the questions for the guest's ticket, including those that depend on other answers: the API evaluates their
 * conditions. A guest who came alone answers all questions.
 */
const questionsFor = ({ guest }: Member, { event, party }: OwnRegistration) =>
  event.registrationQuestions.filter(
    ({ askOf, ticketIds }) =>
      (party === null || askOf === 'ATTENDEE') &&
      (ticketIds === null || (guest.ticket !== null && ticketIds.includes(guest.ticket.id))),
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

interface Shown {
  own: OwnRegistration
  /** Returns a path below this page, keeping the query string. */
  path: (rest: string) => string
  form: OpenForm | null
  language: Language
}

const Problem = ({ form }: { form: OpenForm }) =>
  form.problem && (
    <p class="notice bad" role="alert">
      {form.problem.text}
    </p>
  )

/** Whether the guest may change an address, which the API allows for guests who came alone. */
const mayChangeAddress = ({ own }: Shown, { guest }: Member) =>
  own.party === null ? !own.event.verifyEmail && guest.status !== 'CHECKED_IN' : guest.emailIsBuyers

const Edit = (shown: Shown & { member: Member; form: OpenForm }) => {
  const { member, own, path, form, language } = shown
  const { words } = language
  const { guest } = member
  const isFirst = form.problem === null && [...form.typed.keys()].length === 0
  const shared = {
    filled: { ...form, ...(isFirst ? { typed: typedOf(member, own) } : {}), scope: `${guest.id}-` },
    words: words.form,
  }
  return (
    <form method="post" action={path(`/guests/${guest.id}`)} class="stack">
      <Problem form={form} />
      <div class="pair">
        {inNameOrder(
          language.locale,
          <TextField name="firstName" label={words.form.firstName} maxlength={200} required={false} {...shared} />,
          <TextField name="lastName" label={words.form.lastName} maxlength={200} required={false} {...shared} />,
        )}
      </div>
      {mayChangeAddress(shown, member) && (
        <div>
          <TextField
            name="email"
            label={words.form.email}
            type="email"
            maxlength={254}
            required={own.party === null}
            {...shared}
          />
          {own.party === null && <p class="quiet">{words.guest.movesLink}</p>}
        </div>
      )}
      {questionsFor(member, own).map((question) => (
        <MaybeAsked question={question} event={own.event} {...shared} />
      ))}
      <p class="row">
        <button class="button" type="submit">
          {words.guest.save}
        </button>
        <a class="button plain" href={path('')}>
          {words.doubt.back}
        </a>
      </p>
    </form>
  )
}

const Transfer = ({
  member: { guest },
  path,
  form,
  language: { words },
}: Shown & { member: Member; form: OpenForm }) => (
  <form method="post" action={path(`/guests/${guest.id}/transfer`)} class="stack">
    <Problem form={form} />
    <div>
      <TextField
        name="recipientEmail"
        label={words.guest.passOnTo}
        type="email"
        maxlength={254}
        filled={{ ...form, scope: `${guest.id}-` }}
        words={words.form}
      />
      <p class="quiet">{words.doubt.lose}</p>
    </div>
    <p class="row">
      <button class="button" type="submit">
        {words.guest.passOn}
      </button>
      <a class="button plain" href={path('')}>
        {words.doubt.back}
      </a>
    </p>
  </form>
)

/**
 * Returns the attendees whose codes the reader may see: those without their own email address, and the buyer, who comes
 * first.
 */
export const heldBy = ({ event, party }: OwnRegistration) => {
  if (party === null || !isTakingPlace(event)) return []
  const isBuyers = ({ guest }: Member) => !guest.emailIsBuyers && guest.email === party.buyer.email
  const held = party.guests.filter(
    (member) => hasSeat(member.guest.status) && (member.manageUrl !== null || isBuyers(member)),
  )
  return held.toSorted((left, right) => Number(isBuyers(right)) - Number(isBuyers(left)))
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

const Options = ({ member, label, ...shown }: Shown & { member: Member; label: string }) => {
  const { own, path, language } = shown
  const { guest, manageUrl, canCancel } = member
  const words = language.words.guest
  const isAlone = own.party === null
  const isPassable = guest.status === 'CONFIRMED' && !(isAlone && own.event.verifyEmail)
  const link = (action: OpenForm['action'], text: string) => (
    <li>
      <a href={`${path(`?${action}=${guest.id}`)}#person-${guest.id}`}>{text}</a>
    </li>
  )
  return (
    <Menu
      label={
        <span role="img" aria-label={label}>
          ⋯
        </span>
      }
      look="button plain dots"
      place="end"
    >
      <ul>
        {link('edit', words.complete)}
        {isPassable && link('transfer', words.passOn)}
        {manageUrl !== null && heldBy(own).includes(member) && (
          <li>
            <a href={pathOf(manageUrl)}>{words.theirTicket}</a>
          </li>
        )}
        {canCancel && (
          <li>
            <a class="leave" href={path(isAlone ? '/cancel' : `/cancel?guestId=${guest.id}`)}>
              {isAlone ? words.cancel : words.cancelOne}
            </a>
          </li>
        )}
      </ul>
    </Menu>
  )
}

const Person = ({ member, number, ...shown }: Shown & { member: Member; number: number }) => {
  const { own, path, form, language } = shown
  const { guest, canCancel } = member
  const { words } = language
  const name = wholeNameOf(guest)
  const isHere = canCancel && isTakingPlace(own.event)
  const open = form?.guestId === guest.id && isHere ? form : null
  const unnamed = words.guest.unnamed(number)
  const details = [
    ...(guest.ticket === null ? [] : [<Said text={guest.ticket.name} />]),
    ...(guest.emailIsBuyers ? [] : [<bdi>{guest.email}</bdi>]),
  ]
  return (
    <li class="person" id={`person-${guest.id}`}>
      <div class="who">
        {name !== '' ? (
          <b>
            {heldBy(own).includes(member) ? (
              <a href={`#${anchorOf(member)}`}>
                <Said text={name} />
              </a>
            ) : (
              <Said text={name} />
            )}
          </b>
        ) : isHere ? (
          <a href={`${path(`?edit=${guest.id}`)}#person-${guest.id}`}>{unnamed}</a>
        ) : (
          <b>{words.guest.nameless}</b>
        )}
        {details.length > 0 && (
          <p class="quiet">{details.flatMap((detail, index) => (index === 0 ? [detail] : ['\u00a0· ', detail]))}</p>
        )}
      </div>
      <span class={`status ${guest.status.toLowerCase()}`}>
        {statusTextOf(guest.status, words, debtOf(own) !== null)}
      </span>
      {isHere && (
        <Options
          {...shown}
          member={member}
          label={words.guest.options(name === '' ? String(number) : withoutTurns(name))}
        />
      )}
      {open?.action === 'edit' && <Edit {...shown} member={member} form={open} />}
      {open?.action === 'transfer' && <Transfer {...shown} member={member} form={open} />}
    </li>
  )
}

/** Returns the people on the page: the members of a party, or the guest who came alone. */
const peopleOf = (own: OwnRegistration): Member[] => {
  if (own.party !== null) return own.party.guests
  return isInvited(own) || hasLeft(own) ? [] : [{ guest: own.guest, manageUrl: null, canCancel: own.canCancel }]
}

/** One row for each person, with a menu of the actions available for them. */
export const PartyList = (shown: Shown) => {
  const people = peopleOf(shown.own)
  const words = shown.language.words.guest
  return people.length === 0 ? null : (
    <section class="party">
      <h2>{shown.own.party === null ? words.details : words.party}</h2>
      <ul>
        {people.map((member, index) => (
          <Person {...shown} member={member} number={index + 1} />
        ))}
      </ul>
    </section>
  )
}
