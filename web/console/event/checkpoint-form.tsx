import type { CheckpointAnswer, EventAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { wallOf } from '../parts/words.ts'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { ChecksField, RadioField, TextField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'

export const CheckpointForm = ({
  session,
  event,
  checkpoint,
  close,
  saved,
}: {
  session: CalendarSession
  event: EventAnswer
  checkpoint: CheckpointAnswer | null
  close: () => void
  saved: () => Promise<void>
}) => {
  const work = useWork()
  const { values, field, shown, orNull, numberOrNull } = useFields(
    {
      name: checkpoint?.name ?? '',
      mode: checkpoint?.mode ?? ('ONCE' as const),
      limit: checkpoint?.limit === null || checkpoint === null ? '' : String(checkpoint.limit),
      ticketIds: checkpoint?.ticketIds ?? ([] as string[]),
      opensAt: wallOf(checkpoint?.opensAt ?? null, event.timezone),
      closesAt: wallOf(checkpoint?.closesAt ?? null, event.timezone),
    },
    work,
  )
  const path = `/events/${event.id}/checkpoints`
  const run = (act: () => Promise<unknown>) =>
    void work
      .run(async () => {
        await act()
        await saved()
      })
      .then((isDone) => isDone && close())
  const send = () =>
    run(() => {
      const body = {
        name: values.name,
        mode: values.mode,
        limit: numberOrNull('limit'),
        ticketIds: values.ticketIds.length === 0 ? null : values.ticketIds,
        opensAt: orNull('opensAt'),
        closesAt: orNull('closesAt'),
      }
      return checkpoint === null ? session.api.post(path, body) : session.api.patch(`${path}/${checkpoint.id}`, body)
    })
  return (
    <Dialog title={checkpoint === null ? 'New checkpoint' : `Edit ${checkpoint.name}`} close={close}>
      <Form send={send}>
        <TextField label="Name" {...field('name')} isFocused />
        <RadioField
          label="How often the same guest can enter"
          {...field('mode')}
          options={[
            { value: 'ONCE', label: 'Once' },
            { value: 'DAILY', label: 'Once a day' },
            { value: 'IN_OUT', label: 'Again after leaving', hint: 'Guests are scanned on the way out too.' },
          ]}
        />
        <TextField label="Capacity" aside="blank = unlimited" type="number" min={1} {...field('limit')} />
        <div class="fields">
          <TextField label="Opens" aside="blank = same as the door" type="datetime-local" {...field('opensAt')} />
          <TextField label="Closes" aside="blank = same as the door" type="datetime-local" {...field('closesAt')} />
        </div>
        {event.tickets.length > 1 && (
          <ChecksField
            label="Tickets accepted"
            hint="Choose none to accept every ticket."
            {...field('ticketIds')}
            options={event.tickets.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <OtherFault work={work} fields={shown} />
        <footer>
          {checkpoint !== null && (
            <button
              type="button"
              class="button bare bad"
              onClick={() => run(() => session.api.delete(`${path}/${checkpoint.id}`))}
            >
              Delete checkpoint
            </button>
          )}
          <span class="push" />
          <button type="button" class="button bare" onClick={close}>
            Cancel
          </button>
          <Send work={work}>{checkpoint === null ? 'Create checkpoint' : 'Save checkpoint'}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
