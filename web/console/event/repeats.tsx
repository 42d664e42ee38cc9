import type { SeriesPreview } from '../../shared/answers.ts'
import type { Asked } from '../parts/asking.ts'
import { GroupFault, SelectField, TextField } from '../parts/fields.tsx'
import type { Fields } from '../parts/use-fields.ts'
import { Shown } from '../parts/states.tsx'
import { clockOf, shortDayOf } from '../parts/words.ts'
import { partsWords } from '../words/en/parts.ts'
import { repeatsWords } from '../words/en/repeats.ts'
import type { Draft } from './draft.ts'
import { DAYS, ruleOf, weekdayOf, type Repeat } from './repeat.ts'
import { ruleWords } from './rule-words.ts'

/** How often a series repeats, and when it ends. `date` is its first one. */
export const Rhythm = ({ form: { values: repeat, set, field }, date }: { form: Fields<Repeat>; date: string }) => {
  const words = repeatsWords()
  const chosen = repeat.days.length === 0 ? [weekdayOf(date)] : repeat.days
  const toggle = (day: string) => {
    const days = chosen.includes(day) ? chosen.filter((each) => each !== day) : [...chosen, day]
    if (days.length > 0) set({ days: DAYS.filter((each) => days.includes(each)) })
  }
  return (
    <div class="stack">
      <div class="fields">
        <SelectField
          label={words.frequency}
          {...field('freq', 'rrule')}
          options={[
            { value: 'DAILY', label: words.daily },
            { value: 'WEEKLY', label: words.weekly },
            { value: 'MONTHLY', label: words.monthly },
            ...(repeat.kept === '' ? [] : [{ value: 'KEPT' as const, label: words.kept }]),
          ]}
        />
        {repeat.freq !== 'KEPT' && (
          <TextField label={words.interval} type="number" min={1} max={99} {...field('interval')} />
        )}
        {repeat.freq === 'MONTHLY' && (
          <SelectField
            label={words.monthlyOn}
            {...field('monthly')}
            options={[
              { value: 'DAY', label: words.onDay(Number(date.slice(8, 10))) },
              { value: 'WEEKDAY', label: words.onSameWeekday(weekdayOf(date)) },
            ]}
          />
        )}
      </div>
      {repeat.freq === 'WEEKLY' && (
        <div class="weekdays" role="group" aria-label={words.weekdays}>
          {DAYS.map((day) => (
            <button
              type="button"
              key={day}
              aria-label={words.weekdayNames[day]}
              aria-pressed={chosen.includes(day) ? 'true' : 'false'}
              onClick={() => toggle(day)}
            >
              {words.weekdayInitials[day]}
            </button>
          ))}
        </div>
      )}
      <div class="fields">
        <SelectField
          label={words.ends}
          {...field('end')}
          options={[
            { value: 'COUNT', label: words.afterDates },
            { value: 'UNTIL', label: words.onDate },
            { value: 'NEVER', label: words.never },
          ]}
        />
        {repeat.end === 'COUNT' && (
          <TextField key="count" label={words.numberOfDates} type="number" min={1} max={500} {...field('count')} />
        )}
        {repeat.end === 'UNTIL' && <TextField key="until" label={words.lastDay} type="date" {...field('until')} />}
      </div>
    </div>
  )
}

/** Previews the dates before anything is saved. The user can remove each of them. */
export const Repeats = ({
  form,
  draft,
  preview,
}: {
  form: Fields<Repeat>
  draft: Draft
  preview: Asked<SeriesPreview | null>
}) => {
  const words = repeatsWords()
  const { values: repeat, set } = form
  const removed = form.field('without', 'exdates').fault
  const ruleIn = ({ dates: [first], words: english }: SeriesPreview) => {
    const isTimed = first !== undefined && !draft.allDay
    const time = isTimed ? clockOf(first.startAt, draft.timezone) : partsWords().allDay
    return ruleWords({ rrule: ruleOf(repeat, draft), date: draft.date, time, english })
  }
  return (
    <div class="stack">
      <Rhythm form={form} date={draft.date} />
      <Shown
        asked={preview}
        rows={1}
        draw={(shown) =>
          shown !== null && (
            <div>
              <GroupFault id="dates-fault" fault={removed} />
              <p class="soft">
                {repeat.without.length > 0
                  ? words.ruleWithRemoved(ruleIn(shown), repeat.without.length)
                  : ruleIn(shown)}
              </p>
              <ul class="dates" aria-label={words.dates}>
                {shown.dates.map((date) => (
                  <li key={date.recurrenceId}>
                    {shortDayOf({ ...date, timezone: draft.timezone, allDay: draft.allDay })}
                    <button
                      type="button"
                      aria-label={words.removeDate(date.recurrenceId.slice(0, 10))}
                      onClick={() => set({ without: [...repeat.without, date.recurrenceId] })}
                    >
                      ×
                    </button>
                  </li>
                ))}
                {shown.hasMore && <li class="soft">{words.andMore}</li>}
              </ul>
              {repeat.without.length > 0 && (
                <button type="button" class="button bare" onClick={() => set({ without: [] })}>
                  {words.restore}
                </button>
              )}
            </div>
          )
        }
      />
    </div>
  )
}
