import type { CheckpointAnswer, EventAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { AskDelete } from '../parts/ask-delete.tsx'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { wallOf } from '../parts/words.ts'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { ChecksField, RadioField, TextField } from '../parts/fields.tsx'
import { useState } from '../parts/state.ts'
import { useFields } from '../parts/use-fields.ts'
import { doorWords } from '../words/en/door.ts'
import { termsWords } from '../words/en/terms.ts'

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
  const [words, terms] = [doorWords().checkpointForm, termsWords()]
  const work = useWork()
  const [isDeleting, askDelete] = useState(false)
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
  if (checkpoint !== null && isDeleting) {
    return (
      <AskDelete
        key="delete"
        api={session.api}
        path={`${path}/${checkpoint.id}`}
        title={words.askDelete(checkpoint.name)}
        action={words.delete}
        close={close}
        deleted={saved}
      >
        {words.deleteText}
      </AskDelete>
    )
  }
  return (
    <Dialog key="edit" title={checkpoint === null ? words.newTitle : words.editTitle(checkpoint.name)} close={close}>
      <Form send={send}>
        <TextField label={terms.name} {...field('name')} isFocused />
        <RadioField
          label={words.mode}
          {...field('mode')}
          options={[
            { value: 'ONCE', label: words.modes.ONCE },
            { value: 'DAILY', label: words.modes.DAILY },
            { value: 'IN_OUT', label: words.modes.IN_OUT, hint: words.inOutHint },
          ]}
        />
        <TextField label={words.capacity} aside={words.blankUnlimited} type="number" min={1} {...field('limit')} />
        <div class="fields">
          <TextField label={words.opens} aside={words.blankAsDoor} type="datetime-local" {...field('opensAt')} />
          <TextField label={words.closes} aside={words.blankAsDoor} type="datetime-local" {...field('closesAt')} />
        </div>
        {event.tickets.length > 1 && (
          <ChecksField
            label={words.tickets}
            hint={words.ticketsHint}
            {...field('ticketIds')}
            options={event.tickets.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <OtherFault work={work} fields={shown} />
        <footer>
          {checkpoint !== null && (
            <button type="button" class="button bare bad" onClick={() => askDelete(true)}>
              {words.delete}
            </button>
          )}
          <span class="push" />
          <button type="button" class="button bare" onClick={close}>
            {terms.cancel}
          </button>
          <Send work={work}>{checkpoint === null ? words.create : words.save}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
