import type { OrderAnswer, PageOf, SalesAnswer, One } from '../../shared/answers.ts'
import { ORDER_STATUSES } from '../../../src/kernel/vocabulary.ts'
import { orTell } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Bars } from '../parts/chart.tsx'
import { Chip } from '../parts/chip.tsx'
import { Icon } from '../parts/icon.tsx'
import { useOpened } from '../parts/state.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { Figure, Search, Segments } from '../parts/tools.tsx'
import { momentOf, moneyOf, nameOf } from '../parts/words.ts'
import { withQuery } from '../place.ts'
import { refundRuleWords } from '../words/en/refund-rule.ts'
import { ordersWords } from '../words/en/orders.ts'
import { termsWords } from '../words/en/terms.ts'
import { EventFrame, type EventSession } from './event-frame.tsx'
import { saveOrders } from './order-papers.ts'
import { OrderSheet } from './order-sheet.tsx'
import { EventRefundRule } from './event-refund-rule.tsx'
import { PayOffline } from './pay-offline.tsx'
import { differenceKind, orderState, paidBy } from './order-state.ts'
import { RefundOrders } from './refund-orders.tsx'
import { SalesByDay } from './sales-by-day.tsx'

const LIMIT = 50

const filters = () => [
  { value: '', label: ordersWords().list.allStatuses },
  ...ORDER_STATUSES.map((status) => ({ value: status, label: orderState({ status, expiresAt: null }).words })),
]

const ticketsOf = ({ items, addons }: OrderAnswer) =>
  [...items.map(({ quantity, ticketName }) => ({ quantity, name: ticketName })), ...addons]
    .map(({ quantity, name }) => `${String(quantity)} ${name}`)
    .join(', ')

/** Cut off after two lines in the table, so the tooltip has them all. */
const TicketNames = ({ order }: { order: OrderAnswer }) => {
  const names = ticketsOf(order)
  return (
    <span class="names" title={names}>
      {names}
    </span>
  )
}

const SalesByTicket = ({ sales }: { sales: SalesAnswer | null }) => {
  const words = ordersWords().sales
  return (
    <section class="stack">
      <h2 class="h2">{words.byTicket}</h2>
      <Bars
        rows={(sales?.byTicket ?? [])
          .filter(({ currency }) => currency !== null)
          .map(({ ticketId, ticketName, currency, net, paidOrders, gross, refunded }) => ({
            id: `${ticketId} ${currency ?? ''}`,
            name: ticketName,
            taken: gross,
            said: moneyOf(net, currency),
            of: null,
            more:
              refunded > 0
                ? words.ticketOrdersAndRefunds(paidOrders, moneyOf(refunded, currency))
                : words.ticketOrders(paidOrders),
          }))}
      />
    </section>
  )
}

const Sums = ({ sales }: { sales: SalesAnswer }) => {
  const words = ordersWords().sums
  const sums = sales.totals.filter(({ currency }) => currency !== null)
  if (sums.length === 0) return null
  return (
    <>
      {sums.map((sum) => (
        <dl class="figures" key={sum.currency ?? ''}>
          <Figure label={words.net} below={words.paidOrders(sum.paidOrders)}>
            {moneyOf(sum.net, sum.currency)}
          </Figure>
          <Figure label={words.gross} below={sum.discount > 0 && words.discounts(moneyOf(sum.discount, sum.currency))}>
            {moneyOf(sum.gross, sum.currency)}
          </Figure>
          <Figure label={words.refunded}>{moneyOf(sum.refunded, sum.currency)}</Figure>
          <Figure label={words.unpaid} below={words.unpaidOrders(sum.pendingOrders)}>
            {moneyOf(sum.pending, sum.currency)}
          </Figure>
        </dl>
      ))}
    </>
  )
}

export const OrdersTab = ({ session, event, asked: askedEvent }: EventSession) => {
  const words = ordersWords()
  const terms = termsWords()
  const { api, place } = session
  const status = place.query.get('status') ?? ''
  const page = Number(place.query.get('page') ?? '1') || 1
  const openId = place.query.get('order')
  const [isWriting, write] = useOpened(false)
  const [isDeciding, decide] = useOpened(false)
  const [isRefunding, refund] = useOpened(false)
  const sought = place.query.get('q') ?? ''
  const path = `/events/${event.id}/orders`
  const asked = useAsked(
    () => api.get<PageOf<OrderAnswer>>(path, { status, page, q: sought, limit: LIMIT }),
    [event.id, event, status, page, sought],
  )
  const sales = useAsked(
    async () => (await api.get<One<SalesAnswer>>(`/events/${event.id}/sales`)).data,
    [event.id, event],
  )
  const orders = asked.data?.data ?? []
  const at = orders.findIndex(({ id }) => id === openId)
  const show = (changes: Record<string, string | null>) =>
    session.go(withQuery(place, { page: null, order: null, ...changes }), { replace: true })
  const search = (text: string) => show({ q: text })
  const open = (id: string | null) => session.go(withQuery(place, { order: id }), { replace: openId !== null })
  // Orders and sales are read again whenever the event is, because its menu can refund orders too.
  const reload = askedEvent.again
  const download = () => void orTell(session, () => saveOrders(api, event, { status, q: sought }))
  return (
    <EventFrame
      session={session}
      event={event}
      asked={askedEvent}
      tab="orders"
      more={
        <>
          <button type="button" onClick={download}>
            <Icon name="download" /> {words.list.csv}
          </button>
          <button type="button" onClick={() => write(true)}>
            <Icon name="edit" /> {words.offline.edit}
          </button>
        </>
      }
      acts={
        <>
          <button type="button" class="button plain hide-small" onClick={download}>
            <Icon name="download" /> {words.list.csv}
          </button>
          {event.status === 'CANCELLED' && (sales.data?.totals ?? []).some(({ net }) => net > 0) && (
            <button type="button" class="button" onClick={() => refund(true)}>
              {words.list.refundAll}
            </button>
          )}
          <button type="button" class="button plain hide-small" onClick={() => write(true)}>
            <Icon name="edit" /> {words.offline.edit}
          </button>
          <button type="button" class="button plain" onClick={() => decide(true)}>
            <Icon name="edit" /> {refundRuleWords().edit}
          </button>
        </>
      }
    >
      {sales.data !== null && <Sums sales={sales.data} />}
      {(sales.data?.unreconciled.length ?? 0) > 0 && (
        <section class="trouble">
          <h2 class="h2">{words.differences.title}</h2>
          <ul>
            {(sales.data?.unreconciled ?? []).map((difference) => (
              <li key={difference.reference}>
                {words.differences.amount(differenceKind(difference), moneyOf(difference.amount, difference.currency))}{' '}
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
        <Segments
          label={words.list.filter}
          value={status}
          set={(value) => show({ status: value })}
          choices={filters()}
        />
        <Search label={words.list.search} value={sought} set={search} />
      </div>
      <Shown
        asked={asked}
        draw={({ data, total }) =>
          data.length === 0 ? (
            status === '' && sought === '' ? (
              <Empty key="none" title={words.list.empty}>
                {words.list.emptyHint}
              </Empty>
            ) : (
              <Empty key="no-matches" title={words.list.noMatches}>
                {words.list.noMatchesText}
              </Empty>
            )
          ) : (
            <>
              <Table
                label={terms.orders}
                rows={data}
                idOf={({ id }) => id}
                current={openId}
                columns={[
                  {
                    id: 'buyer',
                    title: words.list.buyer,
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
                  { id: 'number', title: terms.order, kind: 'hide', draw: ({ number }) => number },
                  {
                    id: 'tickets',
                    title: terms.tickets,
                    kind: 'hide',
                    draw: (order) => <TicketNames order={order} />,
                  },
                  { id: 'state', title: terms.status, kind: 'state', draw: (order) => <Chip {...orderState(order)} /> },
                  {
                    id: 'by',
                    title: words.list.paidBy,
                    kind: 'hide',
                    draw: ({ payment }) => <span class="soft">{paidBy(payment)}</span>,
                  },
                  {
                    id: 'total',
                    title: words.list.total,
                    kind: 'end',
                    align: 'end',
                    draw: ({ total: sum, currency, refunded, coupon }) => (
                      <>
                        <b>{moneyOf(sum, currency)}</b>
                        {(refunded > 0 || coupon !== null) && (
                          <span class="under">
                            {refunded > 0 ? words.list.refunded(moneyOf(refunded, currency)) : coupon?.code}
                          </span>
                        )}
                      </>
                    ),
                  },
                  {
                    id: 'when',
                    title: terms.date,
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
      {isRefunding && (
        <RefundOrders key="refunds" session={session} event={event} close={() => refund(false)} changed={reload} />
      )}
      {isWriting && (
        <PayOffline key="offline" session={session} event={event} close={() => write(false)} saved={askedEvent.put} />
      )}
      {isDeciding && (
        <EventRefundRule
          key="policy"
          session={session}
          event={event}
          close={() => decide(false)}
          saved={askedEvent.put}
        />
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
