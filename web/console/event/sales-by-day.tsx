import type { One, SalesByDayAnswer } from '../../shared/answers.ts'
import { firstOfLast } from '../figures.ts'
import { useAsked } from '../parts/asking.ts'
import { BarChart } from '../parts/chart.tsx'
import { useState } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { Segments } from '../parts/tools.tsx'
import { majorOf, moneyOf } from '../parts/words.ts'
import { ordersWords } from '../words/en/orders.ts'
import type { EventSession } from './event-frame.tsx'
import { DAY_MS, nameOfDay } from './overview-days.ts'

const datesOf = ({ from, to }: SalesByDayAnswer) => {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return Array.from({ length: count }, (_, day) => new Date(Date.parse(from) + day * DAY_MS).toISOString().slice(0, 10))
}

/** Sales by day, with a chart for each currency. */
export const SalesByDay = ({ session, event }: Pick<EventSession, 'session' | 'event'>) => {
  const words = ordersWords().sales
  const [days, choose] = useState('30')
  const asked = useAsked(async () => {
    const from = firstOfLast(Number(days), session.calendar)
    return (await session.api.get<One<SalesByDayAnswer>>(`/events/${event.id}/sales/days`, { from })).data
  }, [event.id, days])
  return (
    <section class="stack">
      <header class="spread">
        <h2 class="h2">{words.byDay}</h2>
        <Segments
          label={words.period}
          value={days}
          set={choose}
          choices={[
            { value: '7', label: words.week },
            { value: '30', label: words.month },
            { value: '90', label: words.quarter },
          ]}
        />
      </header>
      <Shown
        asked={asked}
        rows={3}
        draw={(sold) => {
          const currencies = [...new Set(sold.days.map(({ currency }) => currency))]
          if (currencies.length === 0) return <p class="soft">{words.none}</p>
          return (
            <div class="halved">
              {currencies.map((currency) => (
                <BarChart
                  key={currency}
                  label={words.chart(currency)}
                  of={words.day}
                  what={words.column(currency)}
                  height={140}
                  bars={datesOf(sold).map((date) => {
                    const day = sold.days.find((each) => each.date === date && each.currency === currency)
                    const gross = day?.gross ?? 0
                    return {
                      name: nameOfDay(date),
                      value: Number(majorOf(gross, currency)),
                      title: words.onDay(nameOfDay(date), moneyOf(gross, currency), day?.orders ?? 0),
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
