import { useState } from 'hono/jsx/dom'
import type { CreatedDoorPassAnswer, EventAnswer, One } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { CopyButton } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { SelectField, TextField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { Icon } from '../parts/icon.tsx'
import { momentOf } from '../parts/words.ts'
import { print } from './guest-papers.tsx'

interface Point {
  id: string
  name: string
}

/** Shows the pass's QR code once. Anyone who has the code can check in guests until `expiresAt`. */
const ShowPass = ({ pass, event, close }: { pass: CreatedDoorPassAnswer; event: EventAnswer; close: () => void }) => {
  const title = pass.gate === null ? pass.label : `${pass.label} · ${pass.gate}`
  const paper = () =>
    print(
      <div class="passsheet">
        <h1>{event.title}</h1>
        <p>{title}</p>
        <img src={pass.qrImage} alt="" />
        <p>Scan with a phone’s camera to open the kiosk. Expires {momentOf(pass.expiresAt)}.</p>
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
            <Icon name="print" /> Print
          </button>
          <CopyButton text={pass.url} of="the link of the pass">
            Copy link
          </CopyButton>
          <button type="button" class="button push" onClick={close}>
            Done
          </button>
        </>
      }
    >
      <div class="pass">
        <img src={pass.qrImage} alt={`QR code of door pass ${pass.label}`} width="240" height="240" />
        <p>
          Scan it with a phone’s camera to open the kiosk without an account. The pass expires{' '}
          {momentOf(pass.expiresAt)}.
        </p>
        <p class="soft">We only show it once. If you lose it, create a new pass.</p>
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
  const work = useWork()
  const { values, field, shown } = useFields({ label: '', gate: '', hours: '6', checkpointId: '' }, work)
  const [pass, show] = useState<CreatedDoorPassAnswer | null>(null)
  const points = useAsked(
    async () => (await session.api.get<One<Point[]>>(`/events/${event.id}/checkpoints`)).data,
    [event.id],
  )
  const send = () =>
    void work.run(async () => {
      const { data } = await session.api.post<One<CreatedDoorPassAnswer>>(`/events/${event.id}/door-passes`, {
        label: values.label,
        hours: Number(values.hours),
        ...(values.gate.trim() === '' ? {} : { gate: values.gate }),
        ...(values.checkpointId === '' ? {} : { checkpointId: values.checkpointId }),
      })
      show(data)
      await made()
    })
  if (pass !== null) return <ShowPass key="pass" pass={pass} event={event} close={close} />
  return (
    <Dialog key="form" title="New door pass" close={close}>
      <Form send={send}>
        <TextField
          label="Label"
          {...field('label')}
          placeholder="Volunteers"
          isFocused
          hint="Recorded on every check-in."
        />
        <div class="fields">
          <TextField label="Gate" aside="optional" {...field('gate')} />
          <TextField label="Valid for, in hours" type="number" min={1} max={24} {...field('hours')} />
        </div>
        {(points.data?.length ?? 0) > 0 && (
          <SelectField
            label="Door"
            {...field('checkpointId')}
            options={[
              { value: '', label: 'Every door' },
              ...(points.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            Cancel
          </button>
          <Send work={work}>Create pass</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
