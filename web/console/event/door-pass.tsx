import type { CreatedDoorPassAnswer, EventAnswer, One } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { CopyButton } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { SelectField, TextField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { Icon } from '../parts/icon.tsx'
import { useState } from '../parts/state.ts'
import { momentOf } from '../parts/words.ts'
import { doorWords } from '../words/en/door.ts'
import { termsWords } from '../words/en/terms.ts'
import { print } from './guest-papers.tsx'

const AFTER_EVENT_MS = 2 * 3_600_000
/** Filled in once the event is over, because a pass without `hours` would have expired. */
const HOURS_AFTER_EVENT = '6'

interface Point {
  id: string
  name: string
}

/** Shows the pass's QR code once. Anyone who has the code can check in guests until `expiresAt`. */
const ShowPass = ({ pass, event, close }: { pass: CreatedDoorPassAnswer; event: EventAnswer; close: () => void }) => {
  const words = doorWords().newPass
  const title = pass.gate === null ? pass.label : `${pass.label} · ${pass.gate}`
  const paper = () =>
    print(
      <div class="passsheet">
        <h1>{event.title}</h1>
        <p>{title}</p>
        <img src={pass.qrImage} alt="" />
        <p>{words.onPaper(momentOf(pass.expiresAt, event.timezone))}</p>
      </div>,
    )
  return (
    <Dialog
      title={title}
      close={close}
      isKept
      foot={
        <>
          <button type="button" class="button plain" onClick={paper}>
            <Icon name="print" /> {words.print}
          </button>
          <CopyButton text={pass.url} of={words.ofLink}>
            {words.copyLink}
          </CopyButton>
          <button type="button" class="button push" onClick={close}>
            {termsWords().done}
          </button>
        </>
      }
    >
      <div class="pass">
        <img src={pass.qrImage} alt={words.codeOf(pass.label)} width="240" height="240" />
        <p>{words.scan(momentOf(pass.expiresAt, event.timezone))}</p>
        <p class="soft">{words.shownOnce}</p>
      </div>
    </Dialog>
  )
}

export const DoorPassForm = ({
  session,
  event,
  close,
  made,
}: {
  session: CalendarSession
  event: EventAnswer
  close: () => void
  made: () => Promise<void>
}) => {
  const { passForm: words, passes } = doorWords()
  const terms = termsWords()
  const work = useWork()
  const expiresAt = Date.parse(event.endAt) + AFTER_EVENT_MS
  const isOver = expiresAt <= Date.now()
  const { values, field, shown, numberOrNull } = useFields(
    { label: '', gate: '', hours: isOver ? HOURS_AFTER_EVENT : '', checkpointId: '' },
    work,
  )
  const [pass, show] = useState<CreatedDoorPassAnswer | null>(null)
  const points = useAsked(
    async () => (await session.api.get<One<Point[]>>(`/events/${event.id}/checkpoints`)).data,
    [event.id],
  )
  const send = () =>
    void work.run(async () => {
      const hours = numberOrNull('hours')
      const { data } = await session.api.post<One<CreatedDoorPassAnswer>>(`/events/${event.id}/door-passes`, {
        label: values.label,
        ...(hours === null ? {} : { hours }),
        ...(values.gate.trim() === '' ? {} : { gate: values.gate }),
        ...(values.checkpointId === '' ? {} : { checkpointId: values.checkpointId }),
      })
      show(data)
      await made()
    })
  if (pass !== null) return <ShowPass key="pass" pass={pass} event={event} close={close} />
  return (
    <Dialog key="form" title={passes.new} close={close}>
      <Form send={send}>
        <TextField
          label={words.label}
          {...field('label')}
          placeholder={words.labelExample}
          isFocused
          hint={words.labelHint}
        />
        <div class="fields">
          <TextField label={words.gate} aside={terms.optional} {...field('gate')} />
          <TextField
            label={words.hours}
            type="number"
            min={1}
            max={24}
            hint={isOver ? undefined : words.hoursHint(momentOf(new Date(expiresAt).toISOString(), event.timezone))}
            {...field('hours')}
          />
        </div>
        {(points.data?.length ?? 0) > 0 && (
          <SelectField
            label={words.door}
            {...field('checkpointId')}
            options={[
              { value: '', label: words.everyDoor },
              ...(points.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            {terms.cancel}
          </button>
          <Send work={work}>{words.create}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
