import type { EventAnswer, One } from '../../shared/answers.ts'
import { mayDo } from '../session.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { TextField } from '../parts/fields.tsx'
import { Icon } from '../parts/icon.tsx'
import { useOpened } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { useFields } from '../parts/use-fields.ts'
import { momentOf, wallOf } from '../parts/words.ts'
import { doorWords } from '../words/en/door.ts'
import { termsWords } from '../words/en/terms.ts'
import type { EventSession } from './event-frame.tsx'

/** The times that apply, from `GET …/checkins/door`. The service's defaults if the event sets no times. */
interface DoorAnswer {
  checkInOpensAt: string
  checkInClosesAt: string
}

const HoursForm = ({
  session,
  event,
  close,
  saved,
}: Pick<EventSession, 'session'> & { event: EventAnswer; close: () => void; saved: () => Promise<unknown> }) => {
  const words = doorWords().hours
  const work = useWork()
  const { field, shown, orNull } = useFields(
    {
      checkInOpensAt: wallOf(event.checkInOpensAt, event.timezone),
      checkInClosesAt: wallOf(event.checkInClosesAt, event.timezone),
    },
    work,
  )
  const send = () =>
    void work
      .run(async () => {
        await session.api.patch(`/events/${event.id}`, {
          checkInOpensAt: orNull('checkInOpensAt'),
          checkInClosesAt: orNull('checkInClosesAt'),
        })
        await saved()
        session.toast(words.saved)
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={words.title} close={close}>
      <Form send={send}>
        <TextField
          label={words.opensLabel}
          aside={words.blankOpens}
          type="datetime-local"
          isFocused
          {...field('checkInOpensAt')}
        />
        <TextField
          label={words.closesLabel}
          aside={words.blankCloses}
          type="datetime-local"
          {...field('checkInClosesAt')}
        />
        <OtherFault work={work} fields={shown} />
        <footer>
          <span class="push" />
          <button type="button" class="button bare" onClick={close}>
            {termsWords().cancel}
          </button>
          <Send work={work}>{words.save}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}

/** Shows when check-in opens and closes. Managers can change it. */
export const DoorHours = ({ session, event, asked: askedEvent }: EventSession) => {
  const words = doorWords().hours
  const [isOpen, open] = useOpened(false)
  const asked = useAsked(
    async () => (await session.api.get<One<DoorAnswer>>(`/events/${event.id}/checkins/door`)).data,
    [event.id],
  )
  return (
    <section class="stack">
      <header class="spread">
        <h2 class="h2">{words.title}</h2>
        {mayDo(session, 'MANAGER') && (
          <button type="button" class="button plain" onClick={() => open(true)}>
            <Icon name="clock" /> {words.edit}
          </button>
        )}
      </header>
      <Shown
        key="times"
        asked={asked}
        rows={1}
        draw={({ checkInOpensAt, checkInClosesAt }) => (
          <div>
            <p>
              <time datetime={checkInOpensAt}>{words.opens(momentOf(checkInOpensAt, event.timezone))}</time>
            </p>
            <p>
              <time datetime={checkInClosesAt}>{words.closes(momentOf(checkInClosesAt, event.timezone))}</time>
            </p>
            {Date.parse(checkInOpensAt) > Date.now() && <p class="soft small">{words.practice}</p>}
          </div>
        )}
      />
      {isOpen && (
        <HoursForm
          key="form"
          session={session}
          event={event}
          close={() => open(false)}
          saved={() => Promise.all([asked.again(), askedEvent.again()])}
        />
      )}
    </section>
  )
}
