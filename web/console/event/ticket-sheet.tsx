import { useState } from 'hono/jsx/dom'
import type { TicketAnswer } from '../../shared/answers.ts'
import { MAX_PARTY_SIZE } from '../../../src/kernel/vocabulary.ts'
import { useWork } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { CheckField, LongField, TextField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { Sheet } from '../parts/sheet.tsx'
import { majorOf, minorOf, wallOf } from '../parts/words.ts'
import type { EventSession } from './event-frame.tsx'

const fieldsOf = (ticket: TicketAnswer | null, zone: string, currency: string) => ({
  name: ticket?.name ?? '',
  description: ticket?.description ?? '',
  price: ticket === null || ticket.price === 0 ? '' : majorOf(ticket.price, ticket.currency ?? currency),
  currency: ticket?.currency ?? currency,
  capacity: ticket?.capacity === null || ticket === null ? '' : String(ticket.capacity),
  minPerOrder: String(ticket?.minPerOrder ?? 1),
  maxPerOrder: String(ticket?.maxPerOrder ?? MAX_PARTY_SIZE),
  salesStartAt: wallOf(ticket?.salesStartAt ?? null, zone),
  salesEndAt: wallOf(ticket?.salesEndAt ?? null, zone),
  requiresApproval: ticket?.requiresApproval ?? false,
  isHidden: ticket?.isHidden ?? false,
  isPaused: ticket?.status === 'PAUSED',
})

export const TicketSheet = ({
  tab: { session, event, asked },
  ticket,
  close,
}: {
  tab: EventSession
  ticket: TicketAnswer | null
  close: () => void
}) => {
  const known = event.tickets.find(({ currency }) => currency !== null)?.currency ?? 'EUR'
  const work = useWork()
  const { values, set, field, shown, orNull, numberOrNull } = useFields(
    () => fieldsOf(ticket, event.timezone, known),
    work,
  )
  const [isLeaving, leave] = useState(false)
  const path = `/events/${event.id}/tickets`
  const save = () =>
    void work
      .run(async () => {
        const minor = values.price.trim() === '' ? 0 : (minorOf(values.price, values.currency) ?? Number.NaN)
        const body = {
          name: values.name,
          description: orNull('description'),
          type: minor === 0 ? 'FREE' : 'PAID',
          price: minor,
          currency: minor === 0 ? null : values.currency,
          capacity: numberOrNull('capacity'),
          minPerOrder: Number(values.minPerOrder),
          maxPerOrder: Number(values.maxPerOrder),
          salesStartAt: orNull('salesStartAt'),
          salesEndAt: orNull('salesEndAt'),
          requiresApproval: values.requiresApproval,
          isHidden: values.isHidden,
          ...(ticket === null && !values.isPaused ? {} : { status: values.isPaused ? 'PAUSED' : 'ON_SALE' }),
        }
        await (ticket === null ? session.api.post(path, body) : session.api.patch(`${path}/${ticket.id}`, body))
        await asked.again()
        session.toast(ticket === null ? 'The ticket is on sale.' : 'Ticket saved.')
      })
      .then((isDone) => isDone && close())
  return (
    <Sheet label={ticket?.name ?? 'New ticket'} position={ticket === null ? 'New ticket' : 'Ticket'} close={close}>
      <Form send={save}>
        <TextField label="Name" look="large" {...field('name')} isFocused={ticket === null} />
        <LongField label="Description" aside="optional" rows={2} {...field('description')} />
        <div class="fields">
          <TextField label="Price" aside="blank = free" inputmode="decimal" {...field('price')} />
          <TextField
            label="Currency"
            {...field('currency')}
            set={(currency) => set({ currency: currency.toUpperCase() })}
          />
          <TextField label="Seats" aside="blank = unlimited" type="number" min={1} {...field('capacity')} />
        </div>
        <div class="fields">
          <TextField label="On sale from" type="datetime-local" {...field('salesStartAt')} />
          <TextField label="Until" type="datetime-local" {...field('salesEndAt')} />
        </div>
        <div class="fields">
          {(['minPerOrder', 'maxPerOrder'] as const).map((name) => (
            <TextField
              key={name}
              label={name === 'minPerOrder' ? 'Minimum per order' : 'Maximum per order'}
              type="number"
              min={1}
              max={MAX_PARTY_SIZE}
              {...field(name)}
            />
          ))}
        </div>
        <CheckField label="Require approval" {...field('requiresApproval')} />
        <CheckField label="Hidden" hint="Not shown on the page." {...field('isHidden')} />
        <CheckField label="Paused" hint="Guests can’t get it for now." {...field('isPaused')} />
        <OtherFault work={work} fields={shown} />
        <div class="row">
          <Send work={work}>
            {ticket === null ? 'Create ticket' : 'Save ticket'} <kbd>⌘↵</kbd>
          </Send>
          {ticket !== null && (
            <button type="button" class="button bare bad push" onClick={() => leave(true)}>
              Delete…
            </button>
          )}
        </div>
      </Form>
      {isLeaving && ticket !== null && (
        <Ask
          title={`Delete “${ticket.name}”?`}
          action="Delete ticket"
          isDangerous
          close={() => leave(false)}
          act={async () => {
            await session.api.delete(`${path}/${ticket.id}`)
            await asked.again()
            close()
          }}
        >
          <p>You can’t delete a ticket that a guest holds. Pause or hide it instead.</p>
        </Ask>
      )}
    </Sheet>
  )
}
