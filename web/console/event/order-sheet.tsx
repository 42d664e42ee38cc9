import { useState } from 'hono/jsx/dom'
import type { EventAnswer, One, OrderAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { orTell } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { Shown } from '../parts/states.tsx'
import { momentOf, moneyOf, nameOf } from '../parts/words.ts'
import { eventHash } from '../place.ts'
import { CorrectBuyer } from './guest-dialogs.tsx'
import { isErased } from './guest-state.ts'
import { orderState, PAID_BY } from './order-state.ts'
import { RefundOrder } from './refund.tsx'

export const OrderSheet = ({
  session,
  event,
  orderId,
  close,
  previous,
  next,
  changed,
}: {
  session: CalendarSession
  event: EventAnswer
  orderId: string
  close: () => void
  previous: (() => void) | undefined
  next: (() => void) | undefined
  changed: () => Promise<void>
}) => {
  const { api } = session
  const [isRefunding, refund] = useState(false)
  const [isCorrecting, correct] = useState(false)
  const path = `/events/${event.id}/orders/${orderId}`
  const asked = useAsked(async () => (await api.get<One<OrderAnswer>>(path)).data, [orderId])
  const order = asked.data
  const done = async () => {
    await Promise.all([asked.again(), changed()])
  }
  const markPaid = () =>
    void orTell(session, async () => {
      await api.post(`${path}/mark-paid`)
      await done()
      session.toast('Order paid. The guest is confirmed and gets an email.')
    })
  const isDue = order?.status === 'PENDING' && order.payment.provider === 'OFFLINE'
  const partyId = order === null || isErased(order.buyer) ? null : order.partyId
  const isRefundable = order !== null && order.net > 0 && ['PAID', 'PARTIALLY_REFUNDED'].includes(order.status)
  return (
    <Sheet
      label={order === null ? 'Order' : `Order ${order.number}`}
      position="Order"
      close={close}
      previous={previous}
      next={next}
      foot={
        (isDue || isRefundable || partyId !== null) && (
          <>
            {isDue && (
              <button type="button" class="button" onClick={markPaid}>
                Mark as paid
              </button>
            )}
            {isRefundable && (
              <button type="button" class="button plain" onClick={() => refund(true)}>
                Refund…
              </button>
            )}
            {partyId !== null && (
              <button type="button" class="button plain" onClick={() => correct(true)}>
                Edit buyer
              </button>
            )}
          </>
        )
      }
    >
      <Shown
        asked={asked}
        draw={(shown) => (
          <>
            <div class="title">
              <div>
                <h2>{shown.number}</h2>
                <p class="soft">
                  <bdi>{nameOf(shown.buyer)}</bdi> · <bdi>{shown.buyer.email}</bdi>
                </p>
                <Chip {...orderState(shown)} />
              </div>
              <p class="big">{moneyOf(shown.total, shown.currency)}</p>
            </div>
            <section>
              <h3>Tickets</h3>
              <ul class="lines">
                {shown.items.map((item) => (
                  <li key={item.ticketId}>
                    <span class="grow">
                      {item.quantity} × {item.ticketName}
                      {item.guestIds.map((guestId, index) => (
                        <a
                          class="under"
                          key={guestId}
                          href={eventHash(session.calendar.slug, event.id, 'guests', { guest: guestId })}
                        >
                          Guest {item.guestIds.length > 1 ? String(index + 1) : ''}
                        </a>
                      ))}
                    </span>
                    <b>{moneyOf(item.total, shown.currency)}</b>
                  </li>
                ))}
                {shown.discount > 0 && (
                  <li>
                    <span class="grow">{shown.coupon?.code ?? 'Discount'}</span>
                    <span>−{moneyOf(shown.discount, shown.currency)}</span>
                  </li>
                )}
              </ul>
            </section>
            <section>
              <h3>Payment</h3>
              <dl class="facts">
                <dt>Paid by</dt>
                <dd>{PAID_BY[shown.payment.provider] ?? shown.payment.provider}</dd>
                {shown.payment.reference !== null && <dt>Reference</dt>}
                {shown.payment.reference !== null && <dd>{shown.payment.reference}</dd>}
                <dt>Created</dt>
                <dd>{momentOf(shown.createdAt)}</dd>
                {shown.paidAt !== null && <dt>Paid</dt>}
                {shown.paidAt !== null && <dd>{momentOf(shown.paidAt)}</dd>}
              </dl>
            </section>
            {shown.refunds.length > 0 && (
              <section>
                <h3>Refunds</h3>
                <ol class="steps">
                  {shown.refunds.map((each) => (
                    <li key={each.id}>
                      <span>
                        {moneyOf(each.amount, each.currency)} · {each.status.toLowerCase()}
                        {each.reason !== null && <span class="soft block small">{each.reason}</span>}
                      </span>
                      <time datetime={each.createdAt}>{momentOf(each.createdAt)}</time>
                    </li>
                  ))}
                </ol>
              </section>
            )}
          </>
        )}
      />
      {isCorrecting && order !== null && partyId !== null && (
        <CorrectBuyer
          key="correct"
          session={session}
          event={event}
          partyId={partyId}
          buyer={order.buyer}
          close={() => correct(false)}
          done={done}
        />
      )}
      {isRefunding && order !== null && (
        <RefundOrder
          key="refund"
          session={session}
          event={event}
          order={order}
          close={() => refund(false)}
          done={done}
        />
      )}
    </Sheet>
  )
}
