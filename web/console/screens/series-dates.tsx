import type { DryRunAnswer, One, SeriesAnswer } from '../../shared/answers.ts'
import { Refusal } from '../../shared/api.ts'
import { repeatOf, ruleOf } from '../event/repeat.ts'
import { Rhythm } from '../event/repeats.tsx'
import { useAsked, useSettled, useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField, GroupFault, TextField } from '../parts/fields.tsx'
import { faultOf, Form, OtherFault, Send } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { useState } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { useFields } from '../parts/use-fields.ts'
import { whenOf } from '../parts/words.ts'
import type { CalendarSession } from '../session.ts'
import { seriesWords } from '../words/en/series.ts'
import { termsWords } from '../words/en/terms.ts'

const PAUSE_MS = 300
const MAX_SHOWN = 24

type Affected = DryRunAnswer['affected'][number]

/** Whether a date is new, removed (deleted or cancelled), or changed in another way. */
const effectOn = ({ changes }: Affected) => {
  const to = changes.find(({ field }) => field === 'status')?.to
  if (to === 'CREATED') return 'created'
  return to === 'DELETED' || to === 'CANCELLED' ? 'removed' : 'changed'
}

const EFFECTS = ['created', 'removed', 'changed'] as const

const whenIn = ({ timezone, allDayDays }: SeriesAnswer, startAt: string) =>
  whenOf({ startAt, endAt: startAt, timezone, allDay: allDayDays !== null })

/** Returns the date of a recurrence id in the form in which the service reports start times of all-day events. */
const whenAdded = (series: SeriesAnswer, id: string) =>
  series.allDayDays === null
    ? whenOf({ startAt: `${id}Z`, endAt: `${id}Z`, timezone: 'UTC', allDay: false })
    : whenIn(series, id)

const Effects = ({ series, tried }: { series: SeriesAnswer; tried: DryRunAnswer }) => {
  const words = seriesWords().datesDialog
  const { affected, refused, quota } = tried
  const guests = [...affected, ...refused].reduce((sum, date) => sum + date.guests, 0)
  return (
    <div class="stack">
      {affected.length + refused.length === 0 && <p class="soft">{words.noEffect}</p>}
      {EFFECTS.map((effect) => {
        const dates = affected.filter((date) => effectOn(date) === effect)
        return (
          dates.length > 0 && (
            <div key={effect}>
              <p>{words[effect](dates.length)}</p>
              <ul class="dates" aria-label={words[effect](dates.length)}>
                {dates.slice(0, MAX_SHOWN).map((date) => (
                  <li key={date.startAt}>{whenIn(series, date.startAt)}</li>
                ))}
                {dates.length > MAX_SHOWN && <li class="soft">{words.andMore(dates.length - MAX_SHOWN)}</li>}
              </ul>
            </div>
          )
        )
      })}
      {affected.length + refused.length > 0 && (
        <p>{guests === 0 ? words.noGuestsAffected : words.guestsAffected(guests)}</p>
      )}
      {quota !== null && <p class="fault">{words.quota(quota.adds, Math.max(0, quota.limit - quota.used))}</p>}
    </div>
  )
}

/** Changes the rhythm and the end of a series, and adds dates outside the rhythm. Previews the result before saving. */
export const SeriesDates = ({
  session,
  series,
  close,
  changed,
}: {
  session: CalendarSession
  series: SeriesAnswer
  close: () => void
  changed: () => Promise<void>
}) => {
  const words = seriesWords().datesDialog
  const [date, time] = [series.startAt.slice(0, 10), series.startAt.slice(11, 16)]
  const isAllDay = series.allDayDays !== null
  const path = `/series/${series.id}`
  const work = useWork()
  const [fault, setFault] = useState<unknown>(null)
  const error = work.error ?? fault
  const [began] = useState(() => repeatOf(series.rrule, date))
  const form = useFields(began, { error })
  const [extra, setExtra] = useState<readonly string[]>(series.rdates)
  const [added, add] = useState({ day: '', time })
  const [cancels, setCancels] = useState(false)
  const [isTold, tell] = useState(true)
  const rrule = ruleOf(form.values, { date })
  const timing = {
    ...(rrule === ruleOf(began, { date }) ? {} : { rrule }),
    ...(JSON.stringify(extra) === JSON.stringify(series.rdates) ? {} : { rdates: extra }),
  }
  const isChanged = Object.keys(timing).length > 0
  const body = JSON.stringify({ ...timing, cancelVanished: cancels })
  const wanted = useSettled(isChanged ? body : '', PAUSE_MS)
  const tried = useAsked(async () => {
    if (wanted === '') return null
    try {
      const { data } = await session.api.patch<One<DryRunAnswer>>(path, {
        ...(JSON.parse(wanted) as object),
        dryRun: true,
      })
      setFault(null)
      return data
    } catch (failure) {
      // Errors about fields appear at these. The preview shows all others.
      if (!(failure instanceof Refusal) || failure.errors.length === 0) throw failure
      setFault(failure)
      return null
    }
  }, ['dates', wanted])
  const mailed = wanted === body ? (tried.data?.mailed ?? 0) : 0
  const blocked = tried.data?.refused.filter(({ code }) => code === 'occurrences_have_guests') ?? []
  const otherwise = tried.data?.refused.filter(({ code }) => code !== 'occurrences_have_guests') ?? []
  const addDate = () => {
    if (added.day === '') return
    const id = isAllDay ? added.day : `${added.day}T${added.time}:00`
    setExtra([...new Set([...extra, id])].toSorted())
    add({ ...added, day: '' })
  }
  const save = () =>
    void work
      .run(async () => {
        if (!isChanged) return
        await session.api.patch(path, { ...timing, cancelVanished: cancels, suppressNotifications: !isTold })
        await changed()
        session.toast(words.saved)
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={words.title(series.title)} close={close}>
      <Form send={save}>
        <Rhythm form={form} date={date} />
        <fieldset class="field">
          <legend>{words.extra}</legend>
          <p class="hint">{words.extraHint}</p>
          <GroupFault id="extra-fault" fault={faultOf({ error }, 'rdates')} />
          {extra.length > 0 && (
            <ul class="dates" aria-label={words.extra}>
              {extra.map((id) => (
                <li key={id}>
                  {whenAdded(series, id)}
                  <button
                    type="button"
                    aria-label={words.removeDate(whenAdded(series, id))}
                    onClick={() => setExtra(extra.filter((each) => each !== id))}
                  >
                    ×
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div class="inline-form">
            <TextField label={words.day} type="date" value={added.day} set={(day) => add({ ...added, day })} />
            {!isAllDay && (
              <TextField label={words.time} type="time" value={added.time} set={(at) => add({ ...added, time: at })} />
            )}
            <button
              type="button"
              class="button plain"
              aria-disabled={added.day === '' ? 'true' : 'false'}
              onClick={addDate}
            >
              <Icon name="plus" /> {words.add}
            </button>
          </div>
        </fieldset>
        <section class="stack" aria-label={words.preview}>
          <h3>{words.preview}</h3>
          {!isChanged ? (
            <p class="soft" key="nothing">
              {words.nothing}
            </p>
          ) : (
            <Shown
              key="tried"
              asked={tried}
              rows={2}
              draw={(answer) => answer !== null && <Effects series={series} tried={answer} />}
            />
          )}
          {isChanged && (blocked.length > 0 || cancels) && (
            <div key="blocked">
              {blocked.length > 0 && <p class="fault">{words.blocked}</p>}
              <ul>
                {blocked.map(({ eventId, startAt, guests }) => (
                  <li key={eventId}>
                    {whenIn(series, startAt)} · {words.withGuests(guests)}
                  </li>
                ))}
              </ul>
              <CheckField label={words.cancelThem} value={cancels} set={setCancels} />
            </div>
          )}
          {otherwise.length > 0 && (
            <ul class="fault-list" key="refused">
              {otherwise.map((each) => (
                <li key={each.eventId}>
                  {whenIn(series, each.startAt)} · {each.message}
                </li>
              ))}
            </ul>
          )}
          {mailed > 0 && <CheckField key="email" label={words.email(mailed)} value={isTold} set={tell} />}
        </section>
        <OtherFault work={work} fields={form.shown} more={['rdates']} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            {termsWords().cancel}
          </button>
          <Send work={work}>{isTold && mailed > 0 ? words.saveAndEmail(mailed) : words.save}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
