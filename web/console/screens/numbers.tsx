import type { AnalyticsAnswer, One } from '../../shared/answers.ts'
import { checkInsIn, firstOfLast } from '../figures.ts'
import type { CalendarSession } from '../session.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked } from '../parts/asking.ts'
import { BarChart, Bars } from '../parts/chart.tsx'
import { csvOf, save } from '../parts/files.ts'
import { Icon } from '../parts/icon.tsx'
import { useState } from '../parts/state.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { Figure, Segments } from '../parts/tools.tsx'
import { calendarDayOf, majorOf, moneyOf, numberOf } from '../parts/words.ts'
import { eventHash, hashOf } from '../place.ts'
import { numbersWords } from '../words/en/numbers.ts'

const MOST_BARS = 60
const PERIODS = ['7', '30', '90', '365'] as const

type Day = AnalyticsAnswer['series'][number]

/**
 * Returns one bar per day. For more than `MOST_BARS` days, each bar covers several days so that it stays wide enough to
 * see.
 */
const barsOf = (
  series: readonly Day[],
  value: (day: Day) => number,
  titleOf: (days: string, count: number) => string,
) => {
  const size = Math.ceil(series.length / MOST_BARS)
  return Array.from({ length: Math.ceil(series.length / size) }, (_, index) => {
    const days = series.slice(index * size, (index + 1) * size)
    const sum = days.reduce((total, day) => total + value(day), 0)
    const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
    const name = calendarDayOf(first)
    const span = first === last ? name : `${name} – ${calendarDayOf(last)}`
    return { name, value: sum, title: titleOf(span, sum) }
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

const changeWords = (now: number, before: number | null, days: number) => {
  const words = numbersWords().registrations
  if (before === null) return undefined
  if (before === 0) return words.noneBefore(days)
  const change = Math.round(((now - before) / before) * 100)
  return (change >= 0 ? words.grew : words.shrank)(String(Math.abs(change)), days)
}

export const NumbersScreen = ({ session }: { session: CalendarSession }) => {
  const words = numbersWords()
  const { api, calendar } = session
  const [days, setDays] = useState('30')
  const path = `/calendars/${calendar.slug}/analytics`
  const asked = useAsked(
    async () => (await api.get<One<AnalyticsAnswer>>(path, { from: firstOfLast(Number(days), calendar) })).data,
    [calendar.slug, days],
  )
  const before = useAsked(async () => {
    const [from, to] = [firstOfLast(2 * Number(days), calendar), firstOfLast(Number(days) + 1, calendar)]
    return (await api.get<One<AnalyticsAnswer>>(path, { from, to })).data.totals.registrations
  }, [`${calendar.slug} ${days}`])
  return (
    <Screen
      crumbs={[{ words: calendar.name, href: hashOf(calendar.slug, 'events') }, { words: words.title }]}
      title={`${words.title} · ${calendar.name}`}
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
      <Head title={words.title}>
        <Segments
          label={words.periodLabel}
          value={days}
          set={setDays}
          choices={PERIODS.map((value) => ({ value, label: words.periods[value] }))}
        />
      </Head>
      <Shown
        asked={asked}
        draw={(data) => {
          const { totals, series, noShows } = data
          const checkIns = checkInsIn(series)
          if (totals.registrations === 0 && checkIns === 0)
            return <Empty title={words.empty.title}>{words.empty.text}</Empty>
          return (
            <div class="stack-wide">
              <dl class="figures">
                <Figure
                  label={words.registrations.figure}
                  below={changeWords(totals.registrations, before.data, Number(days))}
                >
                  {numberOf(totals.registrations)}
                </Figure>
                <Figure
                  label={words.checkIns.figure}
                  below={checkIns === 0 ? words.checkIns.none : words.checkIns.below}
                >
                  {checkIns === 0 ? '–' : numberOf(checkIns)}
                </Figure>
                <Figure
                  label={words.noShows.figure}
                  below={
                    noShows.events === 0
                      ? words.noShows.noneEnded
                      : words.noShows.outOf(noShows.confirmed, noShows.events)
                  }
                >
                  {noShows.rate === null ? '–' : words.percent(numberOf(Math.round(noShows.rate * 100)))}
                </Figure>
                <Figure
                  label={words.sales.figure}
                  below={
                    data.revenue.length === 0
                      ? words.sales.none
                      : words.sales.also(data.revenue.slice(1).map(({ net, currency }) => moneyOf(net, currency)))
                  }
                >
                  {data.revenue[0] === undefined ? '–' : moneyOf(data.revenue[0].net, data.revenue[0].currency)}
                </Figure>
              </dl>
              <div class="halved">
                <section>
                  <h2 class="h2">{words.registrations.byDay}</h2>
                  {totals.registrations === 0 ? (
                    <p class="soft">{words.registrations.none}</p>
                  ) : (
                    <BarChart
                      label={words.registrations.byDay}
                      of={words.dayColumn}
                      what={words.registrations.figure}
                      bars={barsOf(series, ({ registrations }) => registrations, words.registrations.onDays)}
                    />
                  )}
                </section>
                <section>
                  <h2 class="h2">{words.checkIns.byDay}</h2>
                  {checkIns === 0 ? (
                    <p class="soft">{words.checkIns.none}</p>
                  ) : (
                    <BarChart
                      label={words.checkIns.byDay}
                      of={words.dayColumn}
                      what={words.checkIns.column}
                      bars={barsOf(series, (day) => day.checkIns, words.checkIns.onDays)}
                    />
                  )}
                </section>
              </div>
              <div class="halved">
                <section>
                  <h2 class="h2">{words.byEvent.title}</h2>
                  <Bars
                    rows={data.byEvent.slice(0, 12).map((event) => ({
                      id: event.eventId,
                      name: (
                        <a href={eventHash(calendar.slug, event.eventId)}>
                          <bdi>{event.title}</bdi>
                        </a>
                      ),
                      taken: event.registrations,
                      of: null,
                      more: words.byEvent.guests(event.confirmed + event.checkedIn, event.checkedIn),
                    }))}
                  />
                </section>
                <section>
                  <h2 class="h2">{words.sales.byCurrency}</h2>
                  {data.revenue.length === 0 ? (
                    <p class="soft">{words.sales.none}</p>
                  ) : (
                    <table class="plain">
                      <thead>
                        <tr>
                          <th scope="col">{words.sales.currency}</th>
                          <th scope="col" class="to-end">
                            {words.sales.gross}
                          </th>
                          <th scope="col" class="to-end">
                            {words.sales.refunded}
                          </th>
                          <th scope="col" class="to-end">
                            {words.sales.net}
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
