import { useState } from 'hono/jsx/dom'
import type { One, SalesByDayAnswer } from '../../shared/answers.ts'
import { useAsked } from '../parts/asking.ts'
import { BarChart } from '../parts/chart.tsx'
import { Shown } from '../parts/states.tsx'
import { Segments } from '../parts/tools.tsx'
import { countOf, majorOf, moneyOf } from '../parts/words.ts'
import type { EventSession } from './event-frame.tsx'

const DAY_MS = 86_400_000
const CHOICES = [
  { value: '7', label: '7 d' },
  { value: '30', label: '30 d' },
  { value: '90', label: '90 d' },
]

const dayName = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

const datesOf = ({ from, to }: SalesByDayAnswer) => {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return Array.from({ length: count }, (_, day) => new Date(Date.parse(from) + day * DAY_MS).toISOString().slice(0, 10))
}

/** Sales by day, with a chart for each currency. */
export const SalesByDay = ({ session, event }: Pick<EventSession, 'session' | 'event'>) => {
  const [days, choose] = useState('30')
  const asked = useAsked(async () => {
    const from = new Date(Date.now() - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10)
    return (await session.api.get<One<SalesByDayAnswer>>(`/events/${event.id}/sales/days`, { from })).data
  }, [event.id, days])
  return (
    <section class="stack">
      <header class="spread">
        <h2 class="h2">Sales by day</h2>
        <Segments label="Period" value={days} set={choose} choices={CHOICES} />
      </header>
      <Shown
        asked={asked}
        rows={3}
        draw={(sold) => {
          const currencies = [...new Set(sold.days.map(({ currency }) => currency))]
          if (currencies.length === 0) return <p class="soft">No sales in this period.</p>
          return (
            <div class="halved">
              {currencies.map((currency) => (
                <BarChart
                  key={currency}
                  label={`Sales by day in ${currency}`}
                  of="Day"
                  what={`Sales in ${currency}`}
                  height={140}
                  bars={datesOf(sold).map((date) => {
                    const day = sold.days.find((each) => each.date === date && each.currency === currency)
                    const gross = day?.gross ?? 0
                    return {
                      name: dayName(date),
                      value: Number(majorOf(gross, currency)),
                      title: `${dayName(date)}: ${moneyOf(gross, currency)}, ${countOf(day?.orders ?? 0, 'order')}`,
                    }
                  })}
                />
              ))}
            </div>
          )
        }}
      />
    </section>
  )
}
