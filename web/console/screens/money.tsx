import type { AnalyticsAnswer, ChangesAnswer, EventAnswer, One, PageOf } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { orderState } from '../event/order-state.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Figure } from '../parts/tools.tsx'
import { momentOf, moneyOf, nameOf, whenOf } from '../parts/words.ts'
import { eventHash, hashOf } from '../place.ts'
import { Coupons } from '../event/coupons.tsx'

const DAYS = 365
const MOST = 100

/**
 * Returns the priced orders that changed in the last 30 days, each once in its current state. Reads at most `MOST`
 * changes.
 */
const latelyOf = async ({ api, calendar }: CalendarSession) => {
  const { data } = await api.get<ChangesAnswer>(`/calendars/${calendar.slug}/changes`, { object: 'order', limit: MOST })
  const seen = new Set<string>()
  return data.flatMap((change) => {
    const { current, id, at } = change
    if (current === null || !('buyer' in current) || current.total === 0 || seen.has(id)) return []
    seen.add(id)
    return [{ order: current, at }]
  })
}

/** Revenue of the last year, recent orders and events with paid tickets. */
export const MoneyScreen = ({ session }: { session: CalendarSession }) => {
  const { api, calendar } = session
  const revenue = useAsked(async () => {
    const from = new Date(Date.now() - (DAYS - 1) * 86_400_000).toISOString().slice(0, 10)
    return (await api.get<One<AnalyticsAnswer>>(`/calendars/${calendar.slug}/analytics`, { from })).data.revenue
  }, [calendar.slug])
  const lately = useAsked(() => latelyOf(session), [calendar.slug])
  const sold = useAsked(async () => {
    const { data } = await api.get<PageOf<EventAnswer>>('/events', { calendarSlug: calendar.slug, limit: 50 })
    return data.filter(({ tickets }) => tickets.some(({ price }) => price > 0))
  }, [calendar.slug])
  return (
    <Screen
      crumbs={[{ words: calendar.name, href: hashOf(calendar.slug, 'events') }, { words: 'Money' }]}
      title={`Money · ${calendar.name}`}
    >
      <Head title="Money" lead="Income of the last year by currency. We never add currencies together." />
      <Shown
        asked={revenue}
        rows={2}
        draw={(lines) =>
          lines.length === 0 ? (
            <p class="soft">No sales in the last year.</p>
          ) : (
            <div>
              {lines.map(({ currency, gross, refunded, net }) => (
                <dl class="figures" key={currency}>
                  <Figure label={`Net in ${currency}`}>{moneyOf(net, currency)}</Figure>
                  <Figure label="Gross">{moneyOf(gross, currency)}</Figure>
                  <Figure label="Refunded">{moneyOf(refunded, currency)}</Figure>
                </dl>
              ))}
            </div>
          )
        }
      />
      <div class="two">
        <section class="stack">
          <h2 class="h2">Recent orders</h2>
          <Shown
            asked={lately}
            draw={(orders) =>
              orders.length === 0 ? (
                <Empty title="No orders in the last 30 days">New orders show up here within moments.</Empty>
              ) : (
                <ul class="lines" aria-label="Recent orders">
                  {orders.map(({ order, at }) => (
                    <li key={order.id}>
                      <span class="grow">
                        <a href={eventHash(calendar.slug, order.eventId, 'orders', { order: order.id })}>
                          {order.number}
                        </a>
                        <span class="under">
                          <bdi>{nameOf(order.buyer) || order.buyer.email}</bdi>
                        </span>
                      </span>
                      <Chip {...orderState(order)} />
                      <b class="number">{moneyOf(order.total, order.currency)}</b>
                      <time class="soft hide-small" datetime={at}>
                        {momentOf(at)}
                      </time>
                    </li>
                  ))}
                </ul>
              )
            }
          />
        </section>
        <div class="stack-wide">
          <section>
            <h2 class="h2">On sale</h2>
            <Shown
              asked={sold}
              rows={2}
              draw={(events) =>
                events.length === 0 ? (
                  <p class="soft">No upcoming event has paid tickets.</p>
                ) : (
                  <ul class="lines">
                    {events.map((event) => (
                      <li key={event.id}>
                        <span class="grow">
                          <a href={eventHash(calendar.slug, event.id, 'orders')}>
                            <bdi>{event.title}</bdi>
                          </a>
                          <span class="under">{whenOf(event)}</span>
                        </span>
                      </li>
                    ))}
                  </ul>
                )
              }
            />
          </section>
          <Coupons session={session} event={null} />
        </div>
      </div>
    </Screen>
  )
}
