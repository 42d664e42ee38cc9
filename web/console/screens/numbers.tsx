import { useState } from 'hono/jsx/dom'
import type { AnalyticsAnswer, One } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked } from '../parts/asking.ts'
import { BarChart, Bars } from '../parts/chart.tsx'
import { csvOf, save } from '../parts/files.ts'
import { Icon } from '../parts/icon.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Figure, Segments } from '../parts/tools.tsx'
import { countOf, majorOf, moneyOf, numberOf } from '../parts/words.ts'
import { eventHash, hashOf } from '../place.ts'

const DAY_MS = 86_400_000
const MOST_BARS = 60
const CHOICES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
]

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const dayName = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

type Day = AnalyticsAnswer['series'][number]

/**
 * Returns one bar per day. For more than `MOST_BARS` days, each bar covers several days so that it stays wide enough to
 * see.
 */
const barsOf = (series: readonly Day[], value: (day: Day) => number, what: string) => {
  const size = Math.ceil(series.length / MOST_BARS)
  return Array.from({ length: Math.ceil(series.length / size) }, (_, index) => {
    const days = series.slice(index * size, (index + 1) * size)
    const sum = days.reduce((total, day) => total + value(day), 0)
    const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
    const name = dayName(first)
    const span = first === last ? name : `${name} – ${dayName(last)}`
    return { name, value: sum, title: `${span}: ${numberOf(sum)} ${what}` }
  })
}

const csvName = (slug: string, { from, to }: AnalyticsAnswer) => `${slug}-numbers-${from}-${to}.csv`

const rowsOf = (data: AnalyticsAnswer) => [
  ['date', 'registrations', 'admissions'],
  ...data.series.map(({ date, registrations, checkIns }) => [date, registrations, checkIns]),
  [],
  ['event', 'registrations', 'confirmed', 'came'],
  ...data.byEvent.map(({ title, registrations, confirmed, checkedIn }) => [title, registrations, confirmed, checkedIn]),
  [],
  ['currency', 'gross', 'refunded', 'net'],
  ...data.revenue.map(({ currency, gross, refunded, net }) => [
    currency,
    majorOf(gross, currency),
    majorOf(refunded, currency),
    majorOf(net, currency),
  ]),
]

const changeWords = (now: number, before: number | null, days: string) => {
  if (before === null) return undefined
  if (before === 0) return `none in the previous ${days} days`
  const change = Math.round(((now - before) / before) * 100)
  return `${change >= 0 ? '+' : '−'}${String(Math.abs(change))}% on the previous ${days} days`
}

export const NumbersScreen = ({ session }: { session: CalendarSession }) => {
  const { api, calendar } = session
  const [days, setDays] = useState('30')
  const path = `/calendars/${calendar.slug}/analytics`
  const span = Number(days) * DAY_MS
  const asked = useAsked(
    async () => (await api.get<One<AnalyticsAnswer>>(path, { from: dateOf(Date.now() - span + DAY_MS) })).data,
    [calendar.slug, days],
  )
  const before = useAsked(async () => {
    const range = { from: dateOf(Date.now() - 2 * span + DAY_MS), to: dateOf(Date.now() - span) }
    return (await api.get<One<AnalyticsAnswer>>(path, range)).data.totals.registrations
  }, [`${calendar.slug} ${days}`])
  return (
    <Screen
      crumbs={[{ words: calendar.name, href: hashOf(calendar.slug, 'events') }, { words: 'Numbers' }]}
      title={`Numbers · ${calendar.name}`}
      acts={
        asked.data !== null && (
          <button
            type="button"
            class="button plain"
            onClick={() => asked.data !== null && save(csvName(calendar.slug, asked.data), csvOf(rowsOf(asked.data)))}
          >
            <Icon name="download" /> CSV
          </button>
        )
      }
    >
      <Head title="Numbers">
        <Segments label="Period" value={days} set={setDays} choices={CHOICES} />
      </Head>
      <Shown
        asked={asked}
        draw={(data) => {
          const { totals, series, noShows } = data
          if (totals.registrations === 0 && series.every(({ checkIns }) => checkIns === 0))
            return <Empty title="No activity in this period">Registrations and check-ins show up here, by day.</Empty>
          return (
            <div class="stack-wide">
              <dl class="figures">
                <Figure label="Registrations" below={changeWords(totals.registrations, before.data, days)}>
                  {numberOf(totals.registrations)}
                </Figure>
                <Figure label="Checked in" below="by day of check-in">
                  {numberOf(series.reduce((sum, { checkIns }) => sum + checkIns, 0))}
                </Figure>
                <Figure
                  label="No-shows"
                  below={
                    noShows.events === 0
                      ? 'No event has ended yet'
                      : `of ${countOf(noShows.confirmed, 'guest')} at ${countOf(noShows.events, 'past event')}`
                  }
                >
                  {noShows.rate === null ? '–' : `${numberOf(Math.round(noShows.rate * 100))}%`}
                </Figure>
                <Figure
                  label="Net sales"
                  below={data.revenue
                    .slice(1)
                    .map(({ net, currency }) => `and ${moneyOf(net, currency)}`)
                    .join(', ')}
                >
                  {data.revenue[0] === undefined ? '–' : moneyOf(data.revenue[0].net, data.revenue[0].currency)}
                </Figure>
              </dl>
              <section>
                <h2 class="h2">Registrations by day</h2>
                <BarChart
                  label="Registrations by day"
                  of="Day"
                  what="Registrations"
                  bars={barsOf(series, ({ registrations }) => registrations, 'registrations')}
                />
              </section>
              <section>
                <h2 class="h2">Check-ins by day</h2>
                <BarChart
                  label="Check-ins by day"
                  of="Day"
                  what="Check-ins"
                  height={130}
                  bars={barsOf(series, ({ checkIns }) => checkIns, 'check-ins')}
                />
              </section>
              <div class="halved">
                <section>
                  <h2 class="h2">By event</h2>
                  <Bars
                    rows={data.byEvent.slice(0, 12).map((event) => ({
                      id: event.eventId,
                      name: <a href={eventHash(calendar.slug, event.eventId)}>{event.title}</a>,
                      taken: event.registrations,
                      of: null,
                      more: `${numberOf(event.confirmed + event.checkedIn)} confirmed, ${numberOf(event.checkedIn)} checked in`,
                    }))}
                  />
                </section>
                <section>
                  <h2 class="h2">Sales by currency</h2>
                  {data.revenue.length === 0 ? (
                    <p class="soft">No sales in this period.</p>
                  ) : (
                    <table class="plain">
                      <thead>
                        <tr>
                          <th scope="col">Currency</th>
                          <th scope="col" class="to-end">
                            Gross
                          </th>
                          <th scope="col" class="to-end">
                            Refunded
                          </th>
                          <th scope="col" class="to-end">
                            Net
                          </th>
                        </tr>
                      </thead>
                      <tbody>
                        {data.revenue.map(({ currency, gross, refunded, net }) => (
                          <tr key={currency}>
                            <td>{currency}</td>
                            <td class="to-end">{moneyOf(gross, currency)}</td>
                            <td class="to-end">{moneyOf(refunded, currency)}</td>
                            <td class="to-end">{moneyOf(net, currency)}</td>
                          </tr>
                        ))}
                      </tbody>
                    </table>
                  )}
                </section>
              </div>
            </div>
          )
        }}
      />
    </Screen>
  )
}
