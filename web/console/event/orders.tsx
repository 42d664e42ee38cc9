import { useState } from 'hono/jsx/dom'
import type { OrderAnswer, PageOf, SalesAnswer, One } from '../../shared/answers.ts'
import { ORDER_STATUSES } from '../../../src/kernel/vocabulary.ts'
import { orTell } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Bars } from '../parts/chart.tsx'
import { Chip } from '../parts/chip.tsx'
import { Icon } from '../parts/icon.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { Figure, Search, Segments } from '../parts/tools.tsx'
import { countOf, momentOf, moneyOf, nameOf } from '../parts/words.ts'
import { withQuery } from '../place.ts'
import { EventFrame, type EventSession } from './event-frame.tsx'
import { saveOrders } from './order-papers.ts'
import { OrderSheet } from './order-sheet.tsx'
import { PayOffline } from './pay-offline.tsx'
import { orderState, PAID_BY } from './order-state.ts'
import { SalesByDay } from './sales-by-day.tsx'

const LIMIT = 50

const FILTERS: readonly { value: string; label: string }[] = [
  { value: '', label: 'All' },
  ...ORDER_STATUSES.map((status) => ({ value: status, label: orderState({ status, expiresAt: null }).words })),
]

const ticketsOf = ({ items }: OrderAnswer) =>
  items.map(({ quantity, ticketName }) => `${String(quantity)} ${ticketName}`).join(', ')

const SalesByTicket = ({ sales }: { sales: SalesAnswer | null }) => (
  <section class="stack">
    <h2 class="h2">Sales by ticket</h2>
    <Bars
      rows={(sales?.byTicket ?? [])
        .filter(({ currency }) => currency !== null)
        .map(({ ticketId, ticketName, currency, net, paidOrders, gross, refunded }) => ({
          id: `${ticketId} ${currency ?? ''}`,
          name: ticketName,
          taken: gross,
          said: moneyOf(net, currency),
          of: null,
          more: `${countOf(paidOrders, 'order')}${refunded > 0 ? `, ${moneyOf(refunded, currency)} refunded` : ''}`,
        }))}
    />
  </section>
)

const Sums = ({ sales }: { sales: SalesAnswer }) => {
  const sums = sales.totals.filter(({ currency }) => currency !== null)
  if (sums.length === 0) return null
  return (
    <>
      {sums.map((sum) => (
        <dl class="figures" key={sum.currency ?? ''}>
          <Figure label="Net" below={`${countOf(sum.paidOrders, 'order')} paid`}>
            {moneyOf(sum.net, sum.currency)}
          </Figure>
          <Figure label="Gross" below={`${moneyOf(sum.discount, sum.currency)} in discounts`}>
            {moneyOf(sum.gross, sum.currency)}
          </Figure>
          <Figure label="Refunded">{moneyOf(sum.refunded, sum.currency)}</Figure>
          <Figure label="Unpaid" below={countOf(sum.pendingOrders, 'order')}>
            {moneyOf(sum.pending, sum.currency)}
          </Figure>
        </dl>
      ))}
    </>
  )
}

export const OrdersTab = ({ session, event, asked: askedEvent }: EventSession) => {
  const { api, place } = session
  const status = place.query.get('status') ?? ''
  const page = Number(place.query.get('page') ?? '1') || 1
  const openId = place.query.get('order')
  const [isWriting, write] = useState(false)
  const sought = place.query.get('q') ?? ''
  const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(sought) ? sought.toLowerCase() : ''
  const path = `/events/${event.id}/orders`
  const asked = useAsked(
    () => api.get<PageOf<OrderAnswer>>(path, { status, page, email, limit: LIMIT }),
    [event.id, status, page, email],
  )
  const sales = useAsked(async () => (await api.get<One<SalesAnswer>>(`/events/${event.id}/sales`)).data, [event.id])
  const orders = asked.data?.data ?? []
  const at = orders.findIndex(({ id }) => id === openId)
  const show = (changes: Record<string, string | null>) =>
    session.go(withQuery(place, { page: null, order: null, ...changes }), { replace: true })
  const search = (words: string) => show({ q: words })
  const open = (id: string | null) => session.go(withQuery(place, { order: id }), { replace: openId !== null })
  const reload = async () => {
    await Promise.all([asked.again(), sales.again(), askedEvent.again()])
  }
  return (
    <EventFrame
      session={session}
      event={event}
      asked={askedEvent}
      tab="orders"
      acts={
        <>
          <button
            type="button"
            class="button plain"
            onClick={() => void orTell(session, () => saveOrders(api, event, { status, email }))}
          >
            <Icon name="download" /> CSV
          </button>
          <button type="button" class="button plain" onClick={() => write(true)}>
            <Icon name="edit" /> Edit offline payment
          </button>
        </>
      }
    >
      {sales.data !== null && <Sums sales={sales.data} />}
      {(sales.data?.unreconciled.length ?? 0) > 0 && (
        <section class="trouble">
          <h2 class="h2">The payment provider’s records differ</h2>
          <ul>
            {(sales.data?.unreconciled ?? []).map((difference) => (
              <li key={difference.reference}>
                {difference.kind.toLowerCase().replaceAll('_', ' ')}: {moneyOf(difference.amount, difference.currency)}{' '}
                <code>{difference.reference}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      {(sales.data?.totals ?? []).some(({ currency, paidOrders }) => currency !== null && paidOrders > 0) && (
        <div class="two" key="sold">
          <SalesByDay session={session} event={event} />
          <SalesByTicket sales={sales.data} />
        </div>
      )}
      <div class="tools">
        <Segments label="Order status" value={status} set={(value) => show({ status: value })} choices={FILTERS} />
        <Search label="Buyer’s full email" value={sought} set={search} />
      </div>
      <Shown
        asked={asked}
        draw={({ data, total }) =>
          data.length === 0 ? (
            <Empty title={status === '' && email === '' ? 'No order yet' : 'No matches'}>
              Each registration creates an order, paid or free.
            </Empty>
          ) : (
            <>
              <Table
                label="Orders"
                rows={data}
                idOf={({ id }) => id}
                current={openId}
                columns={[
                  {
                    id: 'buyer',
                    title: 'Buyer',
                    kind: 'main',
                    draw: (order) => (
                      <a href={withQuery(place, { order: order.id })} data-row>
                        <span>
                          <b>
                            <bdi>{nameOf(order.buyer) || order.buyer.email}</bdi>
                          </b>
                          <small>
                            <bdi>{order.buyer.email}</bdi>
                          </small>
                        </span>
                      </a>
                    ),
                  },
                  { id: 'number', title: 'Order', kind: 'hide', draw: ({ number }) => number },
                  { id: 'tickets', title: 'Tickets', kind: 'hide', draw: ticketsOf },
                  { id: 'state', title: 'Status', kind: 'state', draw: (order) => <Chip {...orderState(order)} /> },
                  {
                    id: 'by',
                    title: 'Paid by',
                    kind: 'hide',
                    draw: ({ payment }) => <span class="soft">{PAID_BY[payment.provider] ?? payment.provider}</span>,
                  },
                  {
                    id: 'total',
                    title: 'Total',
                    kind: 'end',
                    align: 'end',
                    draw: ({ total: sum, currency, refunded, coupon }) => (
                      <>
                        <b>{moneyOf(sum, currency)}</b>
                        {(refunded > 0 || coupon !== null) && (
                          <span class="under">
                            {refunded > 0 ? `${moneyOf(refunded, currency)} refunded` : coupon?.code}
                          </span>
                        )}
                      </>
                    ),
                  },
                  {
                    id: 'when',
                    title: 'Date',
                    kind: 'hide',
                    align: 'end',
                    draw: ({ createdAt }) => <span class="soft">{momentOf(createdAt)}</span>,
                  },
                ]}
              />
              <Pager page={page} limit={LIMIT} total={total} to={(next) => show({ page: String(next) })} />
            </>
          )
        }
      />
      {isWriting && (
        <PayOffline key="offline" session={session} event={event} close={() => write(false)} saved={askedEvent.put} />
      )}
      {openId !== null && (
        <OrderSheet
          key={openId}
          session={session}
          event={event}
          orderId={openId}
          close={() => open(null)}
          previous={at > 0 ? () => open(orders[at - 1]?.id ?? null) : undefined}
          next={at >= 0 && at < orders.length - 1 ? () => open(orders[at + 1]?.id ?? null) : undefined}
          changed={reload}
        />
      )}
    </EventFrame>
  )
}
