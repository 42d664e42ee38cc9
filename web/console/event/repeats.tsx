import type { SeriesPreview } from '../../shared/answers.ts'
import type { Asked } from '../parts/asking.ts'
import { SelectField, TextField } from '../parts/fields.tsx'
import type { Fields } from '../parts/use-fields.ts'
import { Shown } from '../parts/states.tsx'
import { shortDayOf } from '../parts/words.ts'
import type { Draft } from './draft.ts'

/** The state of the recurrence form. */
export interface Repeat {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY'
  interval: string
  days: string[]
  /** Repeats monthly on a day of the month, or on a weekday such as the second Tuesday. */
  monthly: 'DAY' | 'WEEKDAY'
  end: 'COUNT' | 'UNTIL'
  count: string
  until: string
  /** Removed dates, which become `exdates`. */
  without: string[]
}

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const weekdayOf = (date: string) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7

export const newRepeat = (): Repeat => ({
  freq: 'WEEKLY',
  interval: '1',
  days: [],
  monthly: 'DAY',
  end: 'COUNT',
  count: '8',
  until: '',
  without: [],
})

/** Returns the recurrence rule as an RFC 5545 `RRULE`. */
export const ruleOf = (repeat: Repeat, { date }: Draft) => {
  const day = DAYS[weekdayOf(date)] ?? 'MO'
  const nth = Math.ceil(Number(date.slice(8, 10)) / 7)
  const parts = [`FREQ=${repeat.freq}`, `INTERVAL=${repeat.interval || '1'}`]
  if (repeat.freq === 'WEEKLY') parts.push(`BYDAY=${(repeat.days.length === 0 ? [day] : repeat.days).join(',')}`)
  if (repeat.freq === 'MONTHLY' && repeat.monthly === 'WEEKDAY') parts.push(`BYDAY=${nth > 4 ? -1 : nth}${day}`)
  if (repeat.end === 'COUNT') parts.push(`COUNT=${repeat.count || '1'}`)
  else if (repeat.until !== '') parts.push(`UNTIL=${repeat.until.replaceAll('-', '')}`)
  return parts.join(';')
}

/** Previews the dates before anything is saved. The user can remove each of them. */
export const Repeats = ({
  form: { values: repeat, set, field },
  draft,
  preview,
}: {
  form: Fields<Repeat>
  draft: Draft
  preview: Asked<SeriesPreview | null>
}) => {
  const chosen = repeat.days.length === 0 ? [DAYS[weekdayOf(draft.date)] ?? 'MO'] : repeat.days
  const toggle = (day: string) => {
    const days = chosen.includes(day) ? chosen.filter((each) => each !== day) : [...chosen, day]
    if (days.length > 0) set({ days: DAYS.filter((each) => days.includes(each)) })
  }
  return (
    <div class="stack">
      <div class="fields">
        <SelectField
          label="Every"
          {...field('freq')}
          options={[
            { value: 'DAILY', label: 'day' },
            { value: 'WEEKLY', label: 'week' },
            { value: 'MONTHLY', label: 'month' },
          ]}
        />
        <TextField label="Interval" type="number" min={1} max={99} {...field('interval')} />
        {repeat.freq === 'MONTHLY' && (
          <SelectField
            label="On"
            {...field('monthly')}
            options={[
              { value: 'DAY', label: `day ${Number(draft.date.slice(8, 10))}` },
              { value: 'WEEKDAY', label: `the same ${DAY_NAMES[weekdayOf(draft.date)] ?? 'weekday'} of the month` },
            ]}
          />
        )}
      </div>
      {repeat.freq === 'WEEKLY' && (
        <div class="weekdays" role="group" aria-label="Weekdays">
          {DAYS.map((day, index) => (
            <button
              type="button"
              key={day}
              aria-label={DAY_NAMES[index]}
              aria-pressed={chosen.includes(day) ? 'true' : 'false'}
              onClick={() => toggle(day)}
            >
              {DAY_NAMES[index]?.slice(0, 1)}
            </button>
          ))}
        </div>
      )}
      <div class="fields">
        <SelectField
          label="Ends"
          {...field('end')}
          options={[
            { value: 'COUNT', label: 'after a number of dates' },
            { value: 'UNTIL', label: 'on a date' },
          ]}
        />
        {repeat.end === 'COUNT' ? (
          <TextField key="count" label="Dates" type="number" min={1} max={500} {...field('count')} />
        ) : (
          <TextField key="until" label="Last day" type="date" {...field('until')} />
        )}
      </div>
      <Shown
        asked={preview}
        rows={1}
        draw={(shown) =>
          shown !== null && (
            <div>
              <p class="soft">
                {shown.words}
                {repeat.without.length > 0 && `, ${String(repeat.without.length)} removed`}
              </p>
              <ul class="dates" aria-label="Dates">
                {shown.dates.map((date) => (
                  <li key={date.recurrenceId}>
                    {shortDayOf({ ...date, timezone: draft.timezone, allDay: draft.allDay })}
                    <button
                      type="button"
                      aria-label={`Remove ${date.recurrenceId.slice(0, 10)}`}
                      onClick={() => set({ without: [...repeat.without, date.recurrenceId] })}
                    >
                      ×
                    </button>
                  </li>
                ))}
                {shown.hasMore && <li class="soft">and more</li>}
              </ul>
              {repeat.without.length > 0 && (
                <button type="button" class="button bare" onClick={() => set({ without: [] })}>
                  Restore removed dates
                </button>
              )}
            </div>
          )
        }
      />
    </div>
  )
}
