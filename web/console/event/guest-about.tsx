import { useState } from 'hono/jsx/dom'
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
import { Shown } from '../parts/states.tsx'
import { momentOf, moneyOf, nameOf } from '../parts/words.ts'
import { eventHash, withQuery } from '../place.ts'
import { withoutEchoes } from '../screens/change-groups.ts'
import { actorWords, deedOf, latestOf } from '../screens/change-words.ts'
import { mayDo } from '../session.ts'
import type { EventSession } from './event-frame.tsx'
import { CorrectBuyer } from './guest-dialogs.tsx'
import { guestState, isErased } from './guest-state.ts'
import { orderState } from './order-state.ts'

export const GuestHistory = ({ tab: { session, event }, guest }: { tab: EventSession; guest: GuestAnswer }) => {
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
      <h3>History</h3>
      <Shown
        asked={asked}
        rows={2}
        draw={({ data }) =>
          data.length === 0 ? (
            <p class="soft">No changes in the last 30 days.</p>
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

const MAIL_WORDS: Readonly<Record<string, string>> = {
  sent: 'sent',
  pending: 'on its way',
  retrying: 'retrying',
  failed: 'not delivered',
  cancelled: 'not sent',
}

const kindWords = (kind: string) => {
  const words = kind.replaceAll(/[._-]/g, ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

export const GuestMails = ({ tab: { session, event }, guest }: { tab: EventSession; guest: GuestAnswer }) => {
  const asked = useAsked(
    async () => (await session.api.get<One<GuestMailAnswer[]>>(`/events/${event.id}/guests/${guest.id}/mails`)).data,
    [guest.id, guest.updatedAt],
  )
  return (
    <section>
      <h3>Emails</h3>
      <Shown
        asked={asked}
        rows={2}
        draw={(mails) =>
          mails.length === 0 ? (
            <p class="soft">No emails yet.</p>
          ) : (
            <ol class="steps">
              {mails.slice(0, 12).map((mail) => (
                <li key={mail.id}>
                  <span>
                    {kindWords(mail.kind)}, {MAIL_WORDS[mail.status] ?? mail.status}
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
  const asked = useAsked(() => partyOf(tab, id), [id, guest.updatedAt])
  const [isCorrecting, correct] = useState(false)
  const party = asked.data
  if (party === null) return null
  return (
    <section>
      <h3>Registered together, {String(party.guests.length)}</h3>
      <p class="soft">
        {isErased(party.buyer) ? (
          'The person who registered them has been erased.'
        ) : (
          <>
            Registered by <bdi>{nameOf(party.buyer)}</bdi>, <bdi>{party.buyer.email}</bdi>
            {guest.emailIsBuyers === true && '. Emails go there because this guest has no address of their own'}
          </>
        )}
      </p>
      {mayDo(tab.session, 'MANAGER') && !isErased(party.buyer) && (
        <p>
          <button type="button" class="button plain small" onClick={() => correct(true)}>
            Edit buyer
          </button>
        </p>
      )}
      <ul class="lines" aria-label="Registered together">
        {party.guests.map((each) => (
          <li key={each.id}>
            <span class="grow">
              {each.id === guest.id ? (
                <b aria-current="true">
                  <bdi>{nameOf(each) || 'Name missing'}</bdi>
                </b>
              ) : (
                <a href={withQuery(tab.session.place, { guest: each.id })}>
                  <bdi>{nameOf(each) || 'Name missing'}</bdi>
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
      <h3>Order</h3>
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
