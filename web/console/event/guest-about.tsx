import { Refusal } from '../../shared/api.ts'
import type {
  ChangesAnswer,
  GuestAnswer,
  GuestMailAnswer,
  GuestPartyAnswer,
  One,
  OrderAnswer,
  PageOf,
} from '../../shared/answers.ts'
import { useAsked } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { useOpened } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { momentOf, moneyOf, nameOf } from '../parts/words.ts'
import { eventHash, withQuery } from '../place.ts'
import { withoutEchoes } from '../screens/change-groups.ts'
import { actorWords, deedOf, latestOf } from '../screens/change-words.ts'
import { mayDo } from '../session.ts'
import { guestSheetWords } from '../words/en/guest-sheet.ts'
import { guestsWords } from '../words/en/guests.ts'
import { termsWords } from '../words/en/terms.ts'
import type { EventSession } from './event-frame.tsx'
import { CorrectBuyer } from './guest-dialogs.tsx'
import { guestState, isErased } from './guest-state.ts'
import { orderState } from './order-state.ts'

export const GuestHistory = ({ tab: { session, event }, guest }: { tab: EventSession; guest: GuestAnswer }) => {
  const words = guestSheetWords().history
  const asked = useAsked(
    () =>
      session.api.get<ChangesAnswer>(`/calendars/${session.calendar.slug}/changes`, {
        id: guest.id,
        limit: 20,
      }),
    [guest.id, guest.status, event.updatedAt],
  )
  return (
    <section>
      <h3>{words.title}</h3>
      <Shown
        asked={asked}
        rows={2}
        draw={({ data }) =>
          data.length === 0 ? (
            <p class="soft">{words.none}</p>
          ) : (
            <ol class="steps">
              {withoutEchoes(data).map((change) => (
                <li key={String(change.seq)}>
                  <span>
                    {deedOf(change, latestOf(data))}
                    <span class="soft block small">{actorWords(change, session.me.userId)}</span>
                  </span>
                  <time datetime={change.at}>{momentOf(change.at)}</time>
                </li>
              ))}
            </ol>
          )
        }
      />
    </section>
  )
}

/** Returns the kind and status of an email. If this version of the page doesn't know one, returns its code. */
const mailWords = ({ kind, status }: GuestMailAnswer) => {
  const words = guestSheetWords().mails
  const known = (names: Readonly<Record<string, string>>, code: string) => names[code] ?? code
  return words.mail(known(words.kinds, kind), known(words.statuses, status))
}

export const GuestMails = ({ tab: { session, event }, guest }: { tab: EventSession; guest: GuestAnswer }) => {
  const words = guestSheetWords().mails
  const asked = useAsked(
    async () => (await session.api.get<One<GuestMailAnswer[]>>(`/events/${event.id}/guests/${guest.id}/mails`)).data,
    [guest.id, guest.updatedAt],
  )
  return (
    <section>
      <h3>{words.title}</h3>
      <Shown
        asked={asked}
        rows={2}
        draw={(mails) =>
          mails.length === 0 ? (
            <p class="soft">{words.none}</p>
          ) : (
            <ol class="steps">
              {mails.slice(0, 12).map((mail) => (
                <li key={mail.id}>
                  <span>
                    {mailWords(mail)}
                    {mail.error !== null && mail.status !== 'sent' && (
                      <span class="soft block small">{mail.error}</span>
                    )}
                  </span>
                  <time datetime={mail.createdAt}>{momentOf(mail.sentAt ?? mail.createdAt)}</time>
                </li>
              ))}
            </ol>
          )
        }
      />
    </section>
  )
}

/** Returns null on 404: seats booked together for several dates of a series share an id, but they aren't a party. */
const partyOf = async ({ session, event }: EventSession, id: string) => {
  try {
    return (await session.api.get<One<GuestPartyAnswer>>(`/events/${event.id}/parties/${id}`)).data
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null
    throw error
  }
}

/** The buyer and the other guests of the party. */
export const GuestParty = ({
  tab,
  guest,
  id,
  changed,
}: {
  tab: EventSession
  guest: GuestAnswer
  id: string
  changed: () => Promise<void>
}) => {
  const { party: words } = guestSheetWords()
  const { missing } = guestsWords().names
  const asked = useAsked(() => partyOf(tab, id), [id, guest.updatedAt])
  const [isCorrecting, correct] = useOpened(false)
  const party = asked.data
  if (party === null) return null
  const registeredBy = guest.emailIsBuyers === true ? words.registeredByWithEmails : words.registeredBy
  return (
    <section>
      <h3>{words.title(String(party.guests.length))}</h3>
      <p class="soft">
        {isErased(party.buyer)
          ? words.buyerErased
          : registeredBy(<bdi>{nameOf(party.buyer)}</bdi>, <bdi>{party.buyer.email}</bdi>)}
      </p>
      {mayDo(tab.session, 'MANAGER') && !isErased(party.buyer) && (
        <p>
          <button type="button" class="button plain small" onClick={() => correct(true)}>
            {words.editBuyer}
          </button>
        </p>
      )}
      <ul class="lines" aria-label={words.list}>
        {party.guests.map((each) => (
          <li key={each.id}>
            <span class="grow">
              {each.id === guest.id ? (
                <b aria-current="true">
                  <bdi>{nameOf(each) || missing}</bdi>
                </b>
              ) : (
                <a href={withQuery(tab.session.place, { guest: each.id })}>
                  <bdi>{nameOf(each) || missing}</bdi>
                </a>
              )}
              {each.ticket !== null && <span class="under">{each.ticket.name}</span>}
            </span>
            <Chip {...guestState(each)} />
          </li>
        ))}
      </ul>
      {isCorrecting && (
        <CorrectBuyer
          session={tab.session}
          event={tab.event}
          partyId={id}
          buyer={party.buyer}
          close={() => correct(false)}
          done={async () => {
            await Promise.all([asked.again(), changed()])
          }}
        />
      )}
    </section>
  )
}

export const GuestOrders = ({ tab: { session, event }, guest }: { tab: EventSession; guest: GuestAnswer }) => {
  const asked = useAsked(
    () => session.api.get<PageOf<OrderAnswer>>(`/events/${event.id}/orders`, { email: guest.email, limit: 5 }),
    [guest.id, guest.status, guest.email],
  )
  const orders = asked.data?.data ?? []
  if (orders.length === 0) return null
  return (
    <section>
      <h3>{termsWords().order}</h3>
      {orders.map((order) => (
        <p class="spread" key={order.id}>
          <a href={eventHash(session.calendar.slug, event.id, 'orders', { order: order.id })}>{order.number}</a>
          <Chip {...orderState(order)} />
          <b>{moneyOf(order.total, order.currency)}</b>
        </p>
      ))}
    </section>
  )
}
