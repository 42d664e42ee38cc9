import { faultOf } from '../parts/form.tsx'
import { CheckField, GroupFault, RadioField, TextField } from '../parts/fields.tsx'
import { Icon } from '../parts/icon.tsx'
import { MarkdownField } from '../parts/markdown-field.tsx'
import { eventFieldsWords } from '../words/en/event-fields.ts'
import { termsWords } from '../words/en/terms.ts'
import { CoverField } from './cover.tsx'
import type { Draft, TicketDraft } from './draft.ts'
import { LineFields } from './line-fields.tsx'
import { Hues } from './hues.tsx'
import { Part, type Filling } from './part.tsx'

export const What = ({
  draft,
  set,
  field,
  slug,
  api,
  isShort = false,
}: Filling & { slug: string; api: Parameters<typeof CoverField>[0]['api']; isShort?: boolean }) => {
  const words = eventFieldsWords().details
  return (
    <Part id="what" title={words.title}>
      <TextField label={words.eventTitle} look="large" {...field('title')} isFocused={draft.title === ''} required />
      <MarkdownField
        label={words.description}
        aside={isShort ? termsWords().optional : undefined}
        rows={isShort ? 3 : 6}
        {...field('description')}
        hint={words.descriptionHint}
      />
      <CoverField
        api={api}
        slug={slug}
        url={draft.coverUrl}
        set={(cover) => set(cover)}
        fault={field('coverUrl').fault}
      />
      {draft.coverUrl !== '' && (
        <TextField key="alt" label={words.altText} {...field('coverAlt')} hint={words.altTextHint} />
      )}
      {!isShort && <Hues label={words.accent} {...field('accent')} />}
      {!isShort && <TextField label={words.tags} aside={words.tagsHint} {...field('tags')} />}
    </Part>
  )
}

let made = 0
const newTicket = (name: string): TicketDraft => {
  made += 1
  return { key: `new ${String(made)}`, name, price: '', currency: 'EUR', seats: '', requiresApproval: false }
}

/** The tickets of a new event. For an existing event, `ticket-sheet.tsx` edits them. */
export const Tickets = ({ draft, set, field, work }: Filling) => {
  const words = eventFieldsWords().tickets
  const terms = termsWords()
  field('tickets')
  const change = (key: string, changes: Partial<TicketDraft>) =>
    set({ tickets: draft.tickets.map((ticket) => (ticket.key === key ? { ...ticket, ...changes } : ticket)) })
  return (
    <Part id="tickets" title={terms.tickets}>
      {draft.tickets.length === 0 && <p class="soft">{words.none}</p>}
      {draft.tickets.map((ticket, index) => (
        <fieldset class="ticket-line" key={ticket.key}>
          <legend class="sr">{ticket.name || words.ticketNumber(index + 1)}</legend>
          <TextField
            label={terms.name}
            value={ticket.name}
            set={(name) => change(ticket.key, { name })}
            fault={faultOf(work, `tickets.${String(index)}.name`)}
          />
          <TextField
            label={words.price}
            aside={words.blankIsFree}
            inputmode="decimal"
            value={ticket.price}
            set={(price) => change(ticket.key, { price })}
            fault={faultOf(work, `tickets.${String(index)}.price`)}
          />
          <TextField
            label={words.currency}
            value={ticket.currency}
            set={(currency) => change(ticket.key, { currency: currency.toUpperCase() })}
            fault={faultOf(work, `tickets.${String(index)}.currency`)}
          />
          <TextField
            label={words.seats}
            aside={words.blankIsUnlimited}
            type="number"
            min={1}
            value={ticket.seats}
            set={(seats) => change(ticket.key, { seats })}
            fault={faultOf(work, `tickets.${String(index)}.capacity`)}
          />
          <button
            type="button"
            class="button bare"
            aria-label={ticket.name === '' ? words.removeNumber(index + 1) : words.remove(ticket.name)}
            onClick={() => set({ tickets: draft.tickets.filter(({ key }) => key !== ticket.key) })}
          >
            <Icon name="bin" />
          </button>
        </fieldset>
      ))}
      <button
        type="button"
        class="button plain"
        onClick={() =>
          set({ tickets: [...draft.tickets, newTicket(draft.tickets.length === 0 ? words.admission : '')] })
        }
      >
        <Icon name="plus" /> {words.add}
      </button>
    </Part>
  )
}

/** The usual reminders, and those that the event has in addition. */
const reminderChoices = ({ reminders }: Draft) => {
  const words = eventFieldsWords().reminders
  const usual = [
    { minutes: 10_080, label: words.weekBefore },
    { minutes: 1_440, label: words.dayBefore },
    { minutes: 120, label: words.twoHoursBefore },
  ]
  const others = reminders.filter((minutes) => !usual.some((known) => known.minutes === minutes))
  return [...usual, ...others.map((minutes) => ({ minutes, label: words.minutesBefore(minutes) }))]
}

export const Registration = ({ draft, set, field }: Filling) => {
  const words = eventFieldsWords().registration
  return (
    <Part id="registration" title={words.title}>
      <div class="fields">
        <TextField label={words.capacity} aside={words.blankIsUnlimited} type="number" min={1} {...field('capacity')} />
        <TextField
          label={words.opens}
          aside={words.blankIsNow}
          type="datetime-local"
          {...field('opens', 'registrationOpensAt')}
        />
        <TextField
          label={words.closes}
          aside={words.blankIsEnd}
          type="datetime-local"
          {...field('closes', 'registrationClosesAt')}
        />
      </div>
      <CheckField label={words.requireApproval} hint={words.requireApprovalHint} {...field('requiresApproval')} />
      <CheckField label={words.waitingList} hint={words.waitingListHint} {...field('waitlistEnabled')} />
      {draft.waitlistEnabled && <LineFields key="line" draft={draft} field={field} />}
      <CheckField label={words.verifyEmail} hint={words.verifyEmailHint} {...field('verifyEmail')} />
      <CheckField label={words.reentry} hint={words.reentryHint} {...field('reentry')} />
      <fieldset class="field">
        <legend>{eventFieldsWords().reminders.title}</legend>
        <GroupFault id="reminders-fault" fault={field('reminders', 'reminderMinutes').fault} />
        {reminderChoices(draft).map(({ minutes, label }) => (
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
}

export const Seen = ({ field }: Pick<Filling, 'field'>) => {
  const words = eventFieldsWords().visibility
  return (
    <Part id="seen" title={words.title}>
      <RadioField
        label={words.visibleTo}
        {...field('visibility')}
        options={[
          { value: 'PUBLIC', label: words.everyone, hint: words.everyoneHint },
          { value: 'UNLISTED', label: words.withLink },
          { value: 'PRIVATE', label: words.invited, hint: words.invitedHint },
        ]}
      />
    </Part>
  )
}
