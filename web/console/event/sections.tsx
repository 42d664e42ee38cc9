import type { Child } from 'hono/jsx/dom'
import type { Work } from '../parts/asking.ts'
import { faultOf } from '../parts/form.tsx'
import { CheckField, LongField, RadioField, SelectField, TextField } from '../parts/fields.tsx'
import { Icon } from '../parts/icon.tsx'
import type { Fields } from '../parts/use-fields.ts'
import { hereZone, zoneOptions } from '../screens/zones.ts'
import { CoverField } from './cover.tsx'
import type { Draft, TicketDraft } from './draft.ts'
import { LineFields } from './line-fields.tsx'
import { Hues } from './hues.tsx'

export interface Filling extends Pick<Fields<Draft>, 'set' | 'field'> {
  draft: Draft
  work: Work
}

const Part = ({ id, title, children }: { id: string; title: string; children: Child }) => (
  <section id={id} class="part" aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </section>
)

export const What = ({
  draft,
  set,
  field,
  slug,
  api,
  isShort = false,
}: Filling & { slug: string; api: Parameters<typeof CoverField>[0]['api']; isShort?: boolean }) => (
  <Part id="what" title="Details">
    <TextField label="Title" look="large" {...field('title')} isFocused={draft.title === ''} required />
    <LongField
      label="Description"
      aside={isShort ? 'optional' : undefined}
      rows={isShort ? 3 : 6}
      {...field('description')}
      hint="Markdown. The first sentence is used as the summary."
    />
    <CoverField
      api={api}
      slug={slug}
      url={draft.coverUrl}
      set={(cover) => set(cover)}
      fault={field('coverUrl').fault}
    />
    {draft.coverUrl !== '' && (
      <TextField
        key="alt"
        label="Alt text"
        {...field('coverAlt')}
        hint="Screen readers read it to people who can’t see the picture."
      />
    )}
    {!isShort && <Hues label="Accent" {...field('accent')} />}
    {!isShort && <TextField label="Tags" aside="separated by commas" {...field('tags')} />}
  </Part>
)

export const When = ({ draft, set, field, children }: Filling & { children?: Child }) => (
  <Part id="when" title="Date and time">
    <div class="fields">
      <TextField label={draft.allDay ? 'First day' : 'Day'} type="date" {...field('date', 'startAt')} />
      {!draft.allDay && <TextField key="from" label="From" type="time" {...field('from')} />}
      {!draft.allDay && (
        <TextField
          key="until"
          label="Until"
          type="time"
          {...field('until', 'endAt')}
          hint={draft.until <= draft.from && draft.untilDate === '' ? 'Ends the next day' : undefined}
        />
      )}
      {(draft.allDay || draft.untilDate !== '') && (
        <TextField
          key="last"
          label="Last day"
          type="date"
          value={draft.untilDate === '' ? draft.date : draft.untilDate}
          set={(untilDate) => set({ untilDate })}
          fault={draft.allDay ? field('untilDate', 'endAt').fault : null}
        />
      )}
    </div>
    <div class="fields">
      <SelectField
        label="Time zone"
        {...field('timezone')}
        options={zoneOptions(draft.timezone)}
        hint={draft.timezone === hereZone() ? undefined : 'Different from your time zone'}
      />
    </div>
    <CheckField label="All day" {...field('allDay')} set={(allDay) => set({ allDay, untilDate: '' })} />
    {children}
  </Part>
)

export const Where = ({ draft, field }: Filling) => (
  <Part id="where" title="Location">
    <RadioField
      label="Format"
      {...field('locationType')}
      options={[
        { value: 'IN_PERSON', label: 'In person' },
        { value: 'ONLINE', label: 'Online' },
        { value: 'HYBRID', label: 'Hybrid' },
      ]}
    />
    {draft.locationType !== 'ONLINE' && (
      <div class="stack" key="place">
        <TextField label="Venue" {...field('placeName', 'location')} />
        <div class="fields">
          <TextField label="Street and number" {...field('address')} />
          <TextField label="City" {...field('city')} />
          <TextField label="Country" {...field('country')} />
        </div>
        <CheckField label="Only guests see the address" {...field('isPlaceForGuests')} />
      </div>
    )}
    {draft.locationType !== 'IN_PERSON' && (
      <TextField key="link" label="Meeting link" type="url" {...field('meetingUrl')} hint="Only guests see this." />
    )}
  </Part>
)

let made = 0
const newTicket = (name: string): TicketDraft => {
  made += 1
  return { key: `new ${String(made)}`, name, price: '', currency: 'EUR', seats: '', requiresApproval: false }
}

/** The tickets of a new event. For an existing event, `ticket-sheet.tsx` edits them. */
export const Tickets = ({ draft, set, work }: Filling) => {
  const change = (key: string, changes: Partial<TicketDraft>) =>
    set({ tickets: draft.tickets.map((ticket) => (ticket.key === key ? { ...ticket, ...changes } : ticket)) })
  return (
    <Part id="tickets" title="Tickets">
      {draft.tickets.length === 0 && (
        <p class="soft">Free for everyone, with one ticket. Add tickets to charge money or count seats separately.</p>
      )}
      {draft.tickets.map((ticket, index) => (
        <fieldset class="ticket-line" key={ticket.key}>
          <legend class="sr">{ticket.name || `Ticket ${String(index + 1)}`}</legend>
          <TextField
            label="Name"
            value={ticket.name}
            set={(name) => change(ticket.key, { name })}
            fault={faultOf(work, `tickets.${String(index)}.name`)}
          />
          <TextField
            label="Price"
            aside="blank = free"
            inputmode="decimal"
            value={ticket.price}
            set={(price) => change(ticket.key, { price })}
            fault={faultOf(work, `tickets.${String(index)}.price`)}
          />
          <TextField
            label="Currency"
            value={ticket.currency}
            set={(currency) => change(ticket.key, { currency: currency.toUpperCase() })}
            fault={faultOf(work, `tickets.${String(index)}.currency`)}
          />
          <TextField
            label="Seats"
            aside="blank = unlimited"
            type="number"
            min={1}
            value={ticket.seats}
            set={(seats) => change(ticket.key, { seats })}
            fault={faultOf(work, `tickets.${String(index)}.capacity`)}
          />
          <button
            type="button"
            class="button bare"
            aria-label={`Remove ${ticket.name || `ticket ${String(index + 1)}`}`}
            onClick={() => set({ tickets: draft.tickets.filter(({ key }) => key !== ticket.key) })}
          >
            <Icon name="bin" />
          </button>
        </fieldset>
      ))}
      <button
        type="button"
        class="button plain"
        onClick={() => set({ tickets: [...draft.tickets, newTicket(draft.tickets.length === 0 ? 'Admission' : '')] })}
      >
        <Icon name="plus" /> Add ticket
      </button>
    </Part>
  )
}

const REMINDERS = [
  { minutes: 10_080, label: 'a week before' },
  { minutes: 1_440, label: 'a day before' },
  { minutes: 120, label: 'two hours before' },
]

export const Registration = ({ draft, set, field }: Filling) => (
  <Part id="registration" title="Registration">
    <div class="fields">
      <TextField label="Capacity" aside="blank = unlimited" type="number" min={1} {...field('capacity')} />
      <TextField label="Opens" aside="blank = now" type="datetime-local" {...field('opens', 'registrationOpensAt')} />
      <TextField
        label="Closes"
        aside="blank = at the start"
        type="datetime-local"
        {...field('closes', 'registrationClosesAt')}
      />
    </div>
    <CheckField label="Require approval" hint="You approve each registration." {...field('requiresApproval')} />
    <CheckField
      label="Waiting list"
      hint="People can join a waiting list when the event is full. Seats that become free go to the next person on it."
      {...field('waitlistEnabled')}
    />
    {draft.waitlistEnabled && <LineFields key="line" draft={draft} field={field} />}
    <CheckField
      label="Verify email addresses"
      hint="Guests have 30 minutes to confirm with the link in the email."
      {...field('verifyEmail')}
    />
    <CheckField
      label="Allow re-entry"
      hint="Guests can leave and come back. The kiosk records both."
      {...field('reentry')}
    />
    <fieldset class="field">
      <legend>Email reminders</legend>
      {[
        ...REMINDERS,
        ...draft.reminders
          .filter((minutes) => !REMINDERS.some((known) => known.minutes === minutes))
          .map((minutes) => ({ minutes, label: `${String(minutes)} minutes before` })),
      ].map(({ minutes, label }) => (
        <CheckField
          key={label}
          label={label}
          value={draft.reminders.includes(minutes)}
          set={(isOn) =>
            set({
              reminders: isOn ? [...draft.reminders, minutes] : draft.reminders.filter((each) => each !== minutes),
            })
          }
        />
      ))}
    </fieldset>
  </Part>
)

export const Seen = ({ field }: Pick<Filling, 'field'>) => (
  <Part id="seen" title="Visibility">
    <RadioField
      label="Visible to"
      {...field('visibility')}
      options={[
        { value: 'PUBLIC', label: 'Everyone', hint: 'Shown in the calendar, in feeds and in the embed.' },
        { value: 'UNLISTED', label: 'Anyone with the link' },
        { value: 'PRIVATE', label: 'Only invited people', hint: 'The event has no public page.' },
      ]}
    />
  </Part>
)
