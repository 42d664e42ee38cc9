import { useState } from 'hono/jsx/dom'
import type { CheckpointAnswer, EventAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { orNull, wallOf } from '../parts/words.ts'
import { CheckField, faultOf, Form, OtherFault, RadioField, Send, TextField } from '../parts/fields.tsx'

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
  const [fields, setFields] = useState({
    name: checkpoint?.name ?? '',
    mode: checkpoint?.mode ?? ('ONCE' as const),
    limit: checkpoint?.limit === null || checkpoint === null ? '' : String(checkpoint.limit),
    ticketIds: checkpoint?.ticketIds ?? ([] as string[]),
    opens: wallOf(checkpoint?.opensAt ?? null, event.timezone),
    closes: wallOf(checkpoint?.closesAt ?? null, event.timezone),
  })
  const work = useWork()
  const set = (changes: Partial<typeof fields>) => setFields((before) => ({ ...before, ...changes }))
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
        name: fields.name,
        mode: fields.mode,
        limit: fields.limit.trim() === '' ? null : Number(fields.limit),
        ticketIds: fields.ticketIds.length === 0 ? null : fields.ticketIds,
        opensAt: orNull(fields.opens),
        closesAt: orNull(fields.closes),
      }
      return checkpoint === null ? session.api.post(path, body) : session.api.patch(`${path}/${checkpoint.id}`, body)
    })
  return (
    <Dialog title={checkpoint === null ? 'New checkpoint' : `Edit ${checkpoint.name}`} close={close}>
      <Form send={send}>
        <TextField
          label="Name"
          value={fields.name}
          set={(name) => set({ name })}
          isFocused
          fault={faultOf(work, 'name')}
        />
        <RadioField
          label="How often it lets the same guest in"
          value={fields.mode}
          set={(mode) => set({ mode })}
          options={[
            { value: 'ONCE', label: 'Once' },
            { value: 'DAILY', label: 'Once a day' },
            { value: 'IN_OUT', label: 'Whenever they have left', hint: 'Who goes out is scanned as well.' },
          ]}
        />
        <TextField
          label="Room for"
          aside="empty: no limit"
          type="number"
          min={1}
          value={fields.limit}
          set={(limit) => set({ limit })}
          fault={faultOf(work, 'limit')}
        />
        <div class="fields">
          <TextField
            label="Opens"
            aside="empty: as the door"
            type="datetime-local"
            value={fields.opens}
            set={(opens) => set({ opens })}
            fault={faultOf(work, 'opensAt')}
          />
          <TextField
            label="Closes"
            aside="empty: as the door"
            type="datetime-local"
            value={fields.closes}
            set={(closes) => set({ closes })}
            fault={faultOf(work, 'closesAt')}
          />
        </div>
        {event.tickets.length > 1 && (
          <fieldset class="field">
            <legend>Whose holders come in</legend>
            <p class="hint">None chosen: everybody’s.</p>
            {event.tickets.map(({ id, name }) => (
              <CheckField
                key={id}
                label={name}
                value={fields.ticketIds.includes(id)}
                set={(isIn) =>
                  set({ ticketIds: isIn ? [...fields.ticketIds, id] : fields.ticketIds.filter((each) => each !== id) })
                }
              />
            ))}
          </fieldset>
        )}
        <OtherFault work={work} fields={['name', 'limit', 'opensAt', 'closesAt']} />
        <footer>
          {checkpoint !== null && (
            <button
              type="button"
              class="button bare bad"
              onClick={() => run(() => session.api.delete(`${path}/${checkpoint.id}`))}
            >
              Delete
            </button>
          )}
          <span class="push" />
          <button type="button" class="button bare" onClick={close}>
            Cancel
          </button>
          <Send work={work}>{checkpoint === null ? 'Make it' : 'Save'}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
