import { hasSeat } from '../../kernel/visibility.ts'
import { Said } from '../../presentation/markup.tsx'
import { wholeNameOf } from '../../presentation/name.ts'
import { withoutTurns } from '../../presentation/plain.ts'
import type { Language, Words } from '../../words/words.ts'
import type { OwnRegistration } from '../asking.ts'
import { pathOf } from '../links.ts'
import { Menu } from '../parts/menu.tsx'
import { EditForm, type ListedPerson, type OpenForm, type FormContext, TransferForm } from './own-forms.tsx'
import { Pass } from './pass.tsx'
import { debtOf, hasLeft, isInvited, isTakingPlace } from './words.ts'

export const statusTextOf = (status: string, { guest, state }: Words, isUnpaid = false) =>
  ({
    PENDING: isUnpaid ? guest.unpaid : guest.member.notConfirmed,
    WAITLISTED: state.waitlist,
    OFFERED: guest.member.offered,
    CHECKED_IN: guest.member.checkedIn,
    CANCELLED: state.cancelled,
    DECLINED: state.cancelled,
  })[status] ?? guest.member.confirmed

/**
 * Returns the attendees whose codes the reader may see: those without their own email address, and the buyer, who comes
 * first.
 */
export const heldBy = ({ event, party }: OwnRegistration) => {
  if (party === null || !isTakingPlace(event)) return []
  const isBuyers = ({ guest }: ListedPerson) => !guest.emailIsBuyers && guest.email === party.buyer.email
  const held = party.guests.filter(
    (member) => hasSeat(member.guest.status) && (member.manageUrl !== null || isBuyers(member)),
  )
  return held.toSorted((left, right) => Number(isBuyers(right)) - Number(isBuyers(left)))
}

const anchorOf = ({ guest }: ListedPerson) => `pass-${guest.id}`

/** The passes of the party, side by side to swipe through. Each has its own anchor. */
export const Passes = ({
  own,
  held,
  language,
}: {
  own: OwnRegistration
  held: readonly ListedPerson[]
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

const Options = ({ member, label, ...shown }: FormContext & { member: ListedPerson; label: string }) => {
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

const Person = ({ member, number, ...shown }: FormContext & { member: ListedPerson; number: number }) => {
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
      <span class={own.event.status === 'CANCELLED' ? 'status' : `status ${guest.status.toLowerCase()}`}>
        {own.event.status === 'CANCELLED'
          ? words.state.cancelled
          : statusTextOf(guest.status, words, debtOf(own) !== null)}
      </span>
      {isHere && (
        <Options
          {...shown}
          member={member}
          label={words.guest.options(name === '' ? String(number) : withoutTurns(name))}
        />
      )}
      {open?.action === 'edit' && <EditForm {...shown} member={member} form={open} />}
      {open?.action === 'transfer' && <TransferForm {...shown} member={member} form={open} />}
    </li>
  )
}

/** Returns the people on the page: the members of a party, or the guest who came alone. */
const peopleOf = (own: OwnRegistration): ListedPerson[] => {
  if (own.party !== null) return own.party.guests
  return isInvited(own) || hasLeft(own) ? [] : [{ guest: own.guest, manageUrl: null, canCancel: own.canCancel }]
}

/** One row for each person, with a menu of the actions available for them. */
export const PartyList = (shown: FormContext) => {
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
