import type { EventAnswer, One, OrderAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useOpened } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { calendarDayOf, momentOf, moneyOf, nameOf } from '../parts/words.ts'
import { eventHash } from '../place.ts'
import { ordersWords } from '../words/en/orders.ts'
import { termsWords } from '../words/en/terms.ts'
import { evidenceOf } from './evidence.ts'
import { CorrectBuyer } from './guest-dialogs.tsx'
import { isErased } from './guest-state.ts'
import { MarkPaid, TakeBack } from './mark-paid.tsx'
import { OrderInvoices } from './order-invoices.tsx'
import { isDisputed, orderState, paidBy, refundStatus } from './order-state.ts'
import { RefundOrder } from './refund.tsx'

/** Stripe's reason and status in readable form, such as “product not received, needs response”. */
const disputeText = ({ reason, status }: NonNullable<OrderAnswer['payment']['dispute']>) =>
  [reason, status].flatMap((code) => code?.replaceAll('_', ' ') ?? []).join(', ')

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
  const words = ordersWords().sheet
  const terms = termsWords()
  const { api } = session
  const [isRefunding, refund] = useOpened(false)
  const [isCorrecting, correct] = useOpened(false)
  const path = `/events/${event.id}/orders/${orderId}`
  const asked = useAsked(async () => (await api.get<One<OrderAnswer>>(path)).data, [orderId])
  const order = asked.data
  const evidence = useAsked(
    async () => (order?.payment.dispute ? evidenceOf(api, event, order) : null),
    [order?.id, order?.payment.dispute?.status],
  )
  const done = async () => {
    await Promise.all([asked.again(), changed()])
  }
  const [paying, pay] = useOpened<'paid' | 'unpaid' | null>(null)
  const isDue = order?.status === 'PENDING' && order.payment.provider === 'OFFLINE'
  const isPaidByHand = order?.status === 'PAID' && order.payment.provider === 'OFFLINE' && event.status !== 'CANCELLED'
  const partyId = order === null || isErased(order.buyer) ? null : order.partyId
  const isRefundable =
    order !== null && order.net > 0 && ['PAID', 'PARTIALLY_REFUNDED'].includes(order.status) && !isDisputed(order)
  return (
    <Sheet
      label={order === null ? terms.order : words.orderNumber(order.number)}
      position={terms.order}
      close={close}
      previous={previous}
      next={next}
      foot={
        (isDue || isRefundable || partyId !== null) && (
          <>
            {isDue && (
              <button type="button" class="button" onClick={() => pay('paid')}>
                {words.markAsPaid}
              </button>
            )}
            {isRefundable && (
              <button type="button" class="button plain" onClick={() => refund(true)}>
                {words.refund}
              </button>
            )}
            {isPaidByHand && (
              <button type="button" class="button bare" onClick={() => pay('unpaid')}>
                {words.takeBack}
              </button>
            )}
            {partyId !== null && (
              <button type="button" class="button plain" onClick={() => correct(true)}>
                {words.editBuyer}
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
              <h3>{terms.tickets}</h3>
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
                          {item.guestIds.length > 1 ? words.guestNumber(index + 1) : terms.guest}
                        </a>
                      ))}
                    </span>
                    <b>{moneyOf(item.total, shown.currency)}</b>
                  </li>
                ))}
                {shown.addons.map((addon) => (
                  <li key={`${addon.addonId} ${addon.guestId ?? ''}`}>
                    <span class="grow">
                      {addon.quantity} × {addon.name}
                    </span>
                    <b>{moneyOf(addon.total, shown.currency)}</b>
                  </li>
                ))}
                {shown.fee > 0 && (
                  <li>
                    <span class="grow">{words.serviceFee}</span>
                    <b>{moneyOf(shown.fee, shown.currency)}</b>
                  </li>
                )}
                {shown.discount > 0 && (
                  <li>
                    <span class="grow">{shown.coupon?.code ?? words.discount}</span>
                    <span>−{moneyOf(shown.discount, shown.currency)}</span>
                  </li>
                )}
              </ul>
            </section>
            <section>
              <h3>{words.payment}</h3>
              <dl class="facts">
                <dt>{words.paidBy}</dt>
                <dd>{paidBy(shown.payment)}</dd>
                {shown.payment.reference !== null && <dt>{words.reference}</dt>}
                {shown.payment.reference !== null && <dd>{shown.payment.reference}</dd>}
                {shown.payment.dispute !== null && <dt>{words.dispute}</dt>}
                {shown.payment.dispute !== null && (
                  <dd>
                    {moneyOf(shown.payment.dispute.amount, shown.currency)} · {disputeText(shown.payment.dispute)}
                    {shown.payment.dispute.dueBy !== null && (
                      <span class="soft block small">{words.disputeDue(momentOf(shown.payment.dispute.dueBy))}</span>
                    )}
                    {isDisputed(shown) && <span class="soft block small">{words.disputed}</span>}
                    {evidence.data !== null && (
                      <CopyButton text={evidence.data} of={words.dispute}>
                        {words.copyEvidence}
                      </CopyButton>
                    )}
                  </dd>
                )}
                <dt>{words.created}</dt>
                <dd>{momentOf(shown.createdAt)}</dd>
                {shown.paidAt !== null && <dt>{words.paid}</dt>}
                {shown.paidAt !== null && (
                  <dd>
                    {shown.payment.paidOn === null ? momentOf(shown.paidAt) : calendarDayOf(shown.payment.paidOn)}
                  </dd>
                )}
                {shown.payment.note !== null && <dt>{words.note}</dt>}
                {shown.payment.note !== null && (
                  <dd>
                    <bdi>{shown.payment.note}</bdi>
                  </dd>
                )}
              </dl>
            </section>
            {shown.refunds.length > 0 && (
              <section>
                <h3>{words.refunds}</h3>
                <ol class="steps">
                  {shown.refunds.map((each) => (
                    <li key={each.id}>
                      <span>
                        {moneyOf(each.amount, each.currency)} · {refundStatus(each)}
                        {each.reason !== null && <span class="soft block small">{each.reason}</span>}
                      </span>
                      <time datetime={each.createdAt}>{momentOf(each.createdAt)}</time>
                    </li>
                  ))}
                </ol>
              </section>
            )}
            <OrderInvoices session={session} event={event} order={shown} />
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
      {paying === 'paid' && order !== null && (
        <MarkPaid key="paid" session={session} event={event} order={order} close={() => pay(null)} done={done} />
      )}
      {paying === 'unpaid' && order !== null && (
        <TakeBack key="unpaid" session={session} event={event} order={order} close={() => pay(null)} done={done} />
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
