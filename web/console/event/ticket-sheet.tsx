import { useState } from 'hono/jsx/dom'
import type { TicketAnswer } from '../../shared/answers.ts'
import { MAX_PARTY_SIZE } from '../../../src/kernel/vocabulary.ts'
import { useWork } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { CheckField, faultOf, Form, LongField, OtherFault, Send, TextField } from '../parts/fields.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { majorOf, minorOf, orNull, wallOf } from '../parts/words.ts'
import type { EventSession } from './event-frame.tsx'

const fieldsOf = (ticket: TicketAnswer | null, zone: string, currency: string) => ({
  name: ticket?.name ?? '',
  description: ticket?.description ?? '',
  price: ticket === null || ticket.price === 0 ? '' : majorOf(ticket.price, ticket.currency ?? currency),
  currency: ticket?.currency ?? currency,
  seats: ticket?.capacity === null || ticket === null ? '' : String(ticket.capacity),
  atLeast: String(ticket?.minPerOrder ?? 1),
  atMost: String(ticket?.maxPerOrder ?? MAX_PARTY_SIZE),
  from: wallOf(ticket?.salesStartAt ?? null, zone),
  until: wallOf(ticket?.salesEndAt ?? null, zone),
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
  const [fields, setFields] = useState(() => fieldsOf(ticket, event.timezone, known))
  const [isLeaving, leave] = useState(false)
  const work = useWork()
  const set = (changes: Partial<typeof fields>) => setFields((before) => ({ ...before, ...changes }))
  const path = `/events/${event.id}/tickets`
  const save = () =>
    void work
      .run(async () => {
        const minor = fields.price.trim() === '' ? 0 : (minorOf(fields.price, fields.currency) ?? Number.NaN)
        const body = {
          name: fields.name,
          description: orNull(fields.description),
          type: minor === 0 ? 'FREE' : 'PAID',
          price: minor,
          currency: minor === 0 ? null : fields.currency,
          capacity: fields.seats.trim() === '' ? null : Number(fields.seats),
          minPerOrder: Number(fields.atLeast),
          maxPerOrder: Number(fields.atMost),
          salesStartAt: orNull(fields.from),
          salesEndAt: orNull(fields.until),
          requiresApproval: fields.requiresApproval,
          isHidden: fields.isHidden,
          ...(ticket === null && !fields.isPaused ? {} : { status: fields.isPaused ? 'PAUSED' : 'ON_SALE' }),
        }
        await (ticket === null ? session.api.post(path, body) : session.api.patch(`${path}/${ticket.id}`, body))
        await asked.again()
        session.toast(ticket === null ? 'The ticket is on sale.' : 'Saved.')
      })
      .then((isDone) => isDone && close())
  return (
    <Sheet label={ticket?.name ?? 'New ticket'} position={ticket === null ? 'New ticket' : 'Ticket'} close={close}>
      <Form send={save}>
        <TextField
          label="Name"
          look="large"
          value={fields.name}
          set={(name) => set({ name })}
          isFocused={ticket === null}
          fault={faultOf(work, 'name')}
        />
        <LongField
          label="Description"
          aside="optional"
          rows={2}
          value={fields.description}
          set={(description) => set({ description })}
          fault={faultOf(work, 'description')}
        />
        <div class="fields">
          <TextField
            label="Price"
            aside="empty is free"
            inputmode="decimal"
            value={fields.price}
            set={(price) => set({ price })}
            fault={faultOf(work, 'price')}
          />
          <TextField
            label="Currency"
            value={fields.currency}
            set={(currency) => set({ currency: currency.toUpperCase() })}
            fault={faultOf(work, 'currency')}
          />
          <TextField
            label="Seats"
            aside="empty: no limit"
            type="number"
            min={1}
            value={fields.seats}
            set={(seats) => set({ seats })}
            fault={faultOf(work, 'capacity')}
          />
        </div>
        <div class="fields">
          <TextField
            label="On sale from"
            type="datetime-local"
            value={fields.from}
            set={(from) => set({ from })}
            fault={faultOf(work, 'salesStartAt')}
          />
          <TextField
            label="Until"
            type="datetime-local"
            value={fields.until}
            set={(until) => set({ until })}
            fault={faultOf(work, 'salesEndAt')}
          />
        </div>
        <div class="fields">
          {(['atLeast', 'atMost'] as const).map((name) => (
            <TextField
              key={name}
              label={name === 'atLeast' ? 'An order takes at least' : 'And at most'}
              type="number"
              min={1}
              max={MAX_PARTY_SIZE}
              value={fields[name]}
              set={(count) => set({ [name]: count })}
              fault={faultOf(work, name === 'atLeast' ? 'minPerOrder' : 'maxPerOrder')}
            />
          ))}
        </div>
        <CheckField
          label="I decide who gets it"
          value={fields.requiresApproval}
          set={(requiresApproval) => set({ requiresApproval })}
        />
        <CheckField
          label="Hidden"
          hint="It is not shown on the page."
          value={fields.isHidden}
          set={(isHidden) => set({ isHidden })}
        />
        <CheckField
          label="Paused"
          hint="Nobody gets one for now."
          value={fields.isPaused}
          set={(isPaused) => set({ isPaused })}
        />
        <OtherFault
          work={work}
          fields={[
            'name',
            'description',
            'price',
            'currency',
            'capacity',
            'minPerOrder',
            'maxPerOrder',
            'salesStartAt',
            'salesEndAt',
          ]}
        />
        <div class="row">
          <Send work={work}>
            {ticket === null ? 'Make the ticket' : 'Save'} <kbd>⌘↵</kbd>
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
          action="Delete"
          isDangerous
          close={() => leave(false)}
          act={async () => {
            await session.api.delete(`${path}/${ticket.id}`)
            await asked.again()
            close()
          }}
        >
          <p>A ticket that somebody holds cannot be deleted; pause or hide it.</p>
        </Ask>
      )}
    </Sheet>
  )
}
