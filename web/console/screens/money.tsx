import type { AnalyticsAnswer, CalendarOrdersAnswer, EventAnswer, One, PageOf } from '../../shared/answers.ts'
import { firstOfLast } from '../figures.ts'
import { type CalendarSession, mayDo } from '../session.ts'
import { orderState } from '../event/order-state.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked, useWork } from '../parts/asking.ts'
import { More } from '../parts/more.tsx'
import { Chip } from '../parts/chip.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Figure } from '../parts/tools.tsx'
import { momentOf, moneyOf, nameOf, whenOf } from '../parts/words.ts'
import { eventHash, hashOf } from '../place.ts'
import { BankScreen } from '../money/bank-screen.tsx'
import { moneyWords } from '../words/en/money.ts'
import { Coupons } from '../event/coupons.tsx'
import { Books } from './books.tsx'
import { BankAccounts } from './bank-accounts.tsx'
import { Documents } from './documents.tsx'
import { PaymentAccounts } from './payment-accounts.tsx'

const DAYS = 365
const PAGE_SIZE = 25

const pageOf = ({ api, calendar }: CalendarSession, before?: string) =>
  api.get<CalendarOrdersAnswer>(`/calendars/${calendar.slug}/orders`, { limit: PAGE_SIZE, before })

const Recent = ({ session }: { session: CalendarSession }) => {
  const words = moneyWords().recent
  const { calendar } = session
  const asked = useAsked(() => pageOf(session), [calendar.slug])
  const more = useWork()
  const readMore = ({ data }: CalendarOrdersAnswer) =>
    void more.run(async () => {
      const next = await pageOf(session, data.at(-1)?.id)
      asked.put({ data: [...data, ...next.data], meta: next.meta })
    })
  return (
    <section class="stack">
      <h2 class="h2">{words.title}</h2>
      <Shown
        asked={asked}
        draw={(page) =>
          page.data.length === 0 ? (
            <Empty title={words.empty}>{words.emptyText}</Empty>
          ) : (
            <>
              <ul class="lines" aria-label={words.title}>
                {page.data.map((order) => (
                  <li key={order.id}>
                    <span class="grow">
                      <a href={eventHash(calendar.slug, order.eventId, 'orders', { order: order.id })}>
                        {order.number}
                      </a>
                      <span class="under">
                        <bdi>{nameOf(order.buyer) || order.buyer.email}</bdi>
                      </span>
                      <time class="under" datetime={order.createdAt}>
                        {momentOf(order.createdAt)}
                      </time>
                    </span>
                    <Chip {...orderState(order)} />
                    <b class="number">{moneyOf(order.total, order.currency)}</b>
                  </li>
                ))}
              </ul>
              <More work={more} hasMore={page.meta.hasMore} words={words.more} read={() => readMore(page)} />
            </>
          )
        }
      />
    </section>
  )
}

/** Revenue of the last year, recent orders and events with paid tickets. */
const MoneyOverview = ({ session }: { session: CalendarSession }) => {
  const words = moneyWords()
  const { api, calendar } = session
  const revenue = useAsked(async () => {
    const from = firstOfLast(DAYS, calendar)
    return (await api.get<One<AnalyticsAnswer>>(`/calendars/${calendar.slug}/analytics`, { from })).data.revenue
  }, [calendar.slug])
  const sold = useAsked(async () => {
    const { data } = await api.get<PageOf<EventAnswer>>('/events', { calendarSlug: calendar.slug, limit: 50 })
    return data.filter(({ tickets }) => tickets.some(({ price, priceMode }) => price > 0 || priceMode === 'CHOSEN'))
  }, [calendar.slug])
  return (
    <Screen
      crumbs={[{ words: calendar.name, href: hashOf(calendar.slug, 'events') }, { words: words.title }]}
      title={`${words.title} · ${calendar.name}`}
    >
      <Head title={words.title} lead={words.lead} />
      <Shown
        asked={revenue}
        rows={2}
        draw={(lines) =>
          lines.length === 0 ? (
            <p class="soft">{words.income.none}</p>
          ) : (
            <div>
              {lines.map(({ currency, gross, refunded, net }) => (
                <dl class="figures" key={currency}>
                  <Figure label={words.income.netIn(currency)}>{moneyOf(net, currency)}</Figure>
                  <Figure label={words.income.gross}>{moneyOf(gross, currency)}</Figure>
                  <Figure label={words.income.refunded}>{moneyOf(refunded, currency)}</Figure>
                </dl>
              ))}
            </div>
          )
        }
      />
      <div class="two">
        <div class="stack-wide">
          <Recent session={session} />
          {mayDo(session, 'OWNER') && <Documents session={session} />}
          {mayDo(session, 'OWNER') && <Books session={session} />}
        </div>
        <div class="stack-wide">
          <section>
            <h2 class="h2">{words.onSale.title}</h2>
            <Shown
              asked={sold}
              rows={2}
              draw={(events) =>
                events.length === 0 ? (
                  <p class="soft">{words.onSale.none}</p>
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
          {mayDo(session, 'OWNER') && <PaymentAccounts session={session} />}
          {mayDo(session, 'OWNER') && <BankAccounts session={session} />}
          <Coupons session={session} event={null} />
        </div>
      </div>
    </Screen>
  )
}

/** `#calendar/money`, and `#calendar/money/bank` for bank statements. */
export const MoneyScreen = ({ session }: { session: CalendarSession }) =>
  session.place.eventId === 'bank' ? <BankScreen session={session} /> : <MoneyOverview session={session} />
