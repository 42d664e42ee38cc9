import type { EventAnswer, One } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/fields.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { useFields } from '../parts/use-fields.ts'
import { localOf } from '../parts/words.ts'
import { eventHash } from '../place.ts'
import { eventsWords } from '../words/en/events.ts'
import { termsWords } from '../words/en/terms.ts'

const WEEK_DAYS = 7
const DAY_MS = 86_400_000

/** Returns the first date from tomorrow on that is a number of weeks after `date`. */
const weeksAfter = (date: string) => {
  const start = Date.parse(`${date}T00:00:00Z`)
  const weeks = Math.max(1, Math.ceil((Date.now() - start) / (WEEK_DAYS * DAY_MS)))
  return new Date(start + weeks * WEEK_DAYS * DAY_MS).toISOString().slice(0, 10)
}

/** Asks for the start of the copy, which decides how far all periods move. */
export const DuplicateEvent = ({
  session,
  event,
  close,
}: {
  session: CalendarSession
  event: EventAnswer
  close: () => void
}) => {
  const words = eventsWords().duplicateDialog
  const work = useWork()
  const start = event.allDay ? { date: event.startAt.slice(0, 10), time: '' } : localOf(event.startAt, event.timezone)
  const { values, set, field, shown } = useFields({ startAt: weeksAfter(start.date), time: start.time }, work)
  const send = () =>
    void work
      .run(async () => {
        const startAt = event.allDay ? values.startAt : `${values.startAt}T${values.time}`
        const { data } = await session.api.post<One<EventAnswer>>(`/events/${event.id}/duplicate`, { startAt })
        session.go(eventHash(session.calendar.slug, data.id, 'edit'))
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={words.title(event.title)} close={close}>
      <Form send={send}>
        <div class="fields">
          <TextField label={words.date} type="date" {...field('startAt')} isFocused />
          {!event.allDay && (
            <TextField label={words.time} type="time" value={values.time} set={(time) => set({ time })} />
          )}
        </div>
        <p class="soft">{words.means}</p>
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            {termsWords().cancel}
          </button>
          <Send work={work}>{words.action}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
