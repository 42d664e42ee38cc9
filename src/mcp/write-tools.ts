import * as z from 'zod'
import type { SchemaInput } from '../kernel/lazy.ts'
import type { AudienceInput, NewAnnouncement, NewReminder } from '../modules/communications/index.ts'
import type { Cancellation, EventChanges, NewEvent } from '../modules/events/index.ts'
import type { ManyGuests, NewInvitations } from '../modules/guests/index.ts'
import type { Draft } from '../modules/mails/index.ts'
import { confirmed } from './confirm.ts'
import { onceBy } from './operations.ts'
import { eventText, valuesText } from './says.ts'
import { done, tool } from './tool.ts'
import { quoted } from './untrusted.ts'

/** How much of a text that people receive a question shows. */
const SHOWN_LENGTH = 500

const eventId = () => z.string().max(100)
const instant = () => z.iso.datetime({ offset: true })
const confirm = () => z.string().max(8_000).optional().describe('As the first call says, once the person agrees.')

export const draftEventTool = tool({
  name: 'draft_event',
  title: 'Draft event',
  description: 'Creates an event as a draft that no one else sees, or a copy of another event.',
  input: () => ({
    copyOf: eventId().optional().describe('Event to copy. Then only startAt matters.'),
    title: z.string().max(200).optional(),
    startAt: instant().optional(),
    endAt: instant().optional(),
    timezone: z.string().max(64).optional(),
    description: z.string().max(20_000).optional(),
    capacity: z.int().min(1).optional(),
    idempotencyKey: z.string().max(255).optional().describe('Repeat with the same key after a lost response.'),
  }),
  kind: 'adds',
  async run({ copyOf, idempotencyKey, title, startAt, timezone, ...fields }, { operations, agent }) {
    const headers = onceBy(idempotencyKey)
    if (copyOf !== undefined) {
      const body = startAt === undefined ? {} : { startAt }
      const { data } = await operations.call('events.duplicate', { params: { eventId: copyOf }, body, headers })
      return done({ event: data })
    }
    if (title === undefined || startAt === undefined) {
      return { kind: 'refused', text: 'draft_event needs title and startAt, or copyOf.' }
    }
    const body: SchemaInput<typeof NewEvent> = {
      ...fields,
      title,
      startAt,
      timezone: timezone ?? (await agent).calendar.timezone,
      status: 'DRAFT',
    }
    return done({ event: (await operations.call('events.create', { body, headers })).data })
  },
})

export const changeEventTool = tool({
  name: 'change_event',
  title: 'Change or publish event',
  description: 'Changes the given fields. publish makes a draft public. Guests are emailed about a new time or place.',
  input: () => ({
    eventId: eventId(),
    publish: z.boolean().optional(),
    title: z.string().max(200).optional(),
    startAt: instant().optional(),
    endAt: instant().optional(),
    description: z.string().max(20_000).optional(),
    capacity: z.int().min(1).nullable().optional(),
    confirm: confirm(),
  }),
  kind: 'changes',
  isOpenWorld: true,
  async run({ eventId: id, publish, confirm: token, ...fields }, context) {
    const body: SchemaInput<typeof EventChanges> = { ...fields, ...(publish === true ? { status: 'PUBLISHED' } : {}) }
    const verb = publish === true ? 'Publishes' : 'Changes'
    const values = valuesText(fields)
    const headline = `${verb} ${await eventText(id, context)}.${values === '' ? '' : ` New: ${values}.`}`
    return confirmed(
      { operation: 'events.update', given: { params: { eventId: id }, body }, headline, confirm: token },
      context,
    )
  },
})

const reasonText = (reason: string | undefined) =>
  reason === undefined ? '' : `Tells the reason ${quoted(reason, 300)}. `

export const cancelEventTool = tool({
  name: 'cancel_event',
  title: 'Cancel event',
  description: 'Cancels an event for good and emails its guests.',
  input: () => ({
    eventId: eventId(),
    reason: z.string().max(500).optional(),
    suppressNotifications: z.boolean().optional(),
    confirm: confirm(),
  }),
  kind: 'changes',
  isOpenWorld: true,
  async run({ eventId: id, confirm: token, ...fields }, context) {
    const body: SchemaInput<typeof Cancellation> = fields
    const headline = `${reasonText(fields.reason)}Cancels ${await eventText(id, context)}.`
    return confirmed(
      { operation: 'events.cancel', given: { params: { eventId: id }, body }, headline, confirm: token },
      context,
    )
  },
})

export const messageGuestsTool = tool({
  name: 'message_guests',
  title: 'Message guests',
  description: 'Emails guests of an event, now or at sendAt. By default, those who are coming. preview sends nothing.',
  input: () => ({
    eventId: eventId(),
    reminder: z.boolean().optional().describe('Sends the event reminder. Needs no subject and body.'),
    preview: z.boolean().optional().describe('Returns the email and the number of recipients.'),
    subject: z.string().max(200).optional(),
    body: z.string().max(20_000).optional().describe('Markdown.'),
    statuses: z.array(z.string().max(20)).max(10).optional(),
    sendAt: instant().optional(),
    confirm: confirm(),
  }),
  kind: 'changes',
  isOpenWorld: true,
  async run({ eventId: id, confirm: token, statuses, reminder = false, preview = false, ...fields }, context) {
    const { subject, body: text = '', sendAt } = fields
    if (!reminder && (subject === undefined || text === '')) {
      return { kind: 'refused', text: 'message_guests needs subject and body, or reminder.' }
    }
    const audience = statuses === undefined ? {} : { audience: { statuses } as SchemaInput<typeof AudienceInput> }
    const params = { eventId: id }
    if (preview) {
      const body: SchemaInput<typeof Draft> = {
        kind: reminder ? 'REMINDER' : 'ANNOUNCEMENT',
        ...(reminder ? {} : { subject }),
        ...(text === '' ? {} : { body: text }),
        ...audience,
      }
      const { data } = await context.operations.call('announcements.preview', { params, body })
      const { html: _html, ...shown } = data as { html: string }
      return done({ preview: shown })
    }
    const to = `to guests of ${await eventText(id, context)}.`
    const more = text.length > SHOWN_LENGTH ? `, and ${text.length - SHOWN_LENGTH + 1} more characters` : ''
    const says = text === '' ? '' : ` It says ${quoted(text, SHOWN_LENGTH)}${more}.`
    const what = reminder ? 'the reminder' : `the message ${quoted(subject ?? '')}`
    const headline = `Sends ${what} ${to}${says}${sendAt === undefined ? '' : ` At ${quoted(sendAt)}.`}`
    if (reminder) {
      const body: SchemaInput<typeof NewReminder> = {
        ...(text === '' ? {} : { body: text }),
        ...(sendAt === undefined ? {} : { sendAt }),
        ...audience,
      }
      return confirmed({ operation: 'reminders.create', given: { params, body }, headline, confirm: token }, context)
    }
    const body: SchemaInput<typeof NewAnnouncement> = { ...fields, subject: subject ?? '', body: text, ...audience }
    return confirmed({ operation: 'announcements.create', given: { params, body }, headline, confirm: token }, context)
  },
})

const VERBS = { approve: 'Approves', reject: 'Rejects', cancel: 'Cancels', resend: 'Resends the emails of' }

export const changeGuestsTool = tool({
  name: 'change_guests',
  title: 'Approve, reject, cancel or invite guests',
  description: 'Acts on up to 100 guests, or invites people by email address.',
  input: () => ({
    eventId: eventId(),
    action: z.enum(['approve', 'reject', 'cancel', 'resend', 'invite']),
    guestIds: z.array(z.string().max(100)).max(100).optional().describe('All actions but invite.'),
    emails: z.array(z.string().max(320)).max(100).optional().describe('For invite.'),
    message: z.string().max(500).optional(),
    confirm: confirm(),
  }),
  kind: 'changes',
  isOpenWorld: true,
  async run({ eventId: id, action, guestIds = [], emails = [], message, confirm: token }, context) {
    const at = await eventText(id, context)
    const given = { params: { eventId: id } }
    const words = message === undefined ? {} : { message }
    const says = message === undefined ? '' : ` The message says ${quoted(message, SHOWN_LENGTH)}.`
    if (action === 'invite') {
      const headline = `Invites ${emails.length} ${emails.length === 1 ? 'person' : 'people'} to ${at}: ${quoted(emails.join(', '), 300)}.${says}`
      const body: SchemaInput<typeof NewInvitations> = { emails, ...words }
      return confirmed({ operation: 'guests.invite', given: { ...given, body }, headline, confirm: token }, context)
    }
    const headline = `${VERBS[action]} ${guestIds.length} ${guestIds.length === 1 ? 'guest' : 'guests'} of ${at}.${says}`
    const body: SchemaInput<typeof ManyGuests> = { action, guestIds, ...words }
    return confirmed({ operation: 'guests.actOnMany', given: { ...given, body }, headline, confirm: token }, context)
  },
})
