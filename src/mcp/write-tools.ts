import * as z from 'zod'
import type { SchemaInput } from '../kernel/lazy.ts'
import type { AudienceInput, NewAnnouncement, NewReminder } from '../modules/communications/index.ts'
import type { Cancellation, EventChanges, NewEvent } from '../modules/events/index.ts'
import type { ManyGuests, NewInvitations, StatusChange, Transfer } from '../modules/guests/index.ts'
import type { Draft } from '../modules/mails/index.ts'
import type { SeriesChanges } from '../modules/series/index.ts'
import { confirmed } from './confirm.ts'
import { onceBy } from './operations.ts'
import { eventText, seriesText, targetsText, valuesText } from './says.ts'
import { done, tool, type ToolResult } from './tool.ts'
import { quoted } from './untrusted.ts'

/** How much of a message's text a question shows. */
const SHOWN_LENGTH = 500

const eventId = () => z.string().max(100)
const instant = () => z.iso.datetime({ offset: true })
const refused = (text: string): ToolResult => ({ kind: 'refused', text })
const confirm = () => z.string().max(8_000).optional().describe('Value from the first call, once the user agrees.')

export const draftEventTool = tool({
  name: 'draft_event',
  title: 'Draft event',
  description: 'Creates a draft event, which is not public, or a copy of another event.',
  input: () => ({
    copyOf: eventId().optional().describe('Event to copy. All other fields except startAt are then ignored.'),
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
      return refused('draft_event needs title and startAt, or copyOf.')
    }
    const body: SchemaInput<typeof NewEvent> = {
      ...fields,
      title,
      startAt,
      timezone: timezone ?? (await agent()).calendar.timezone,
      status: 'DRAFT',
    }
    return done({ event: (await operations.call('events.create', { body, headers })).data })
  },
})

export const changeEventTool = tool({
  name: 'change_event',
  title: 'Change or publish event',
  description:
    'Changes the given fields of an event or, with seriesId, of all future dates of the series. publish makes a draft public. Guests are emailed about a new time or place.',
  input: () => ({
    eventId: eventId().optional(),
    seriesId: z.string().max(100).optional().describe('With it, only title, description and capacity can change.'),
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
  async run({ eventId: id, seriesId, publish, confirm: token, ...fields }, context) {
    const hasOne = (id === undefined) !== (seriesId === undefined)
    if (!hasOne) return refused('change_event needs either eventId or seriesId.')
    const values = valuesText(fields)
    const says = values === '' ? '' : ` New: ${values}.`
    if (id === undefined) {
      const { startAt, endAt, ...template } = fields
      if ((publish ?? startAt ?? endAt) !== undefined)
        return refused('With seriesId, change_event changes title, description and capacity only.')
      const params = { seriesId: seriesId ?? '' }
      const body: SchemaInput<typeof SeriesChanges> = { template }
      const headline = `Changes all coming dates of ${await seriesText(params, context)}.${says}`
      return confirmed({ operation: 'series.update', given: { params, body }, headline, confirm: token }, context)
    }
    const body: SchemaInput<typeof EventChanges> = { ...fields, ...(publish === true ? { status: 'PUBLISHED' } : {}) }
    const verb = publish === true ? 'Publishes' : 'Changes'
    const headline = `${verb} ${await eventText(id, context)}.${says}`
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
  description: 'Cancels an event permanently and emails its guests.',
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
  description:
    'Emails guests of an event, now or at sendAt. By default, emails those who are coming. preview sends nothing.',
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
      return refused('message_guests needs subject and body, or reminder.')
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
  title: 'Approve, reject, cancel, invite or transfer guests',
  description:
    'Approves, rejects or cancels up to 100 guests or resends their emails, invites people by email address, or sets the status or transfers the place of one guest.',
  input: () => ({
    eventId: eventId(),
    action: z.enum(['approve', 'reject', 'cancel', 'resend', 'invite', 'transfer', 'set_status']),
    guestIds: z.array(z.string().max(100)).max(100).optional().describe('For all actions except invite.'),
    emails: z.array(z.string().max(320)).max(100).optional().describe('For invite. For transfer, the one recipient.'),
    recipientName: z.string().max(400).optional().describe('For transfer.'),
    status: z
      .enum(['CONFIRMED', 'PENDING', 'WAITLISTED', 'DECLINED', 'CANCELLED', 'CHECKED_IN'])
      .optional()
      .describe('For set_status.'),
    message: z.string().max(500).optional(),
    confirm: confirm(),
  }),
  kind: 'changes',
  isOpenWorld: true,
  async run(input, context) {
    const { eventId: id, action, guestIds = [], emails = [], message, confirm: token } = input
    const words = message === undefined ? {} : { message }
    const says = message === undefined ? '' : ` The message says ${quoted(message, SHOWN_LENGTH)}.`
    if (action === 'transfer' || action === 'set_status') {
      const [guestId, secondGuest] = guestIds
      if (guestId === undefined || secondGuest !== undefined) return refused(`${action} needs one guest in guestIds.`)
      const params = { eventId: id, guestId }
      const targets = await targetsText(params, context)
      const { status, recipientName } = input
      if (action === 'set_status') {
        if (status === undefined) return refused('set_status needs status.')
        const body: SchemaInput<typeof StatusChange> = { status, ...words }
        const headline = `Sets the status ${status}. For ${targets}.${says}`
        const given = { params, body }
        return confirmed({ operation: 'guests.changeStatus', given, headline, confirm: token }, context)
      }
      const [recipientEmail, secondEmail] = emails
      if (recipientEmail === undefined || secondEmail !== undefined)
        return refused('transfer needs one address in emails.')
      // The path of a transfer has no event, so check that the question doesn't name a guest of another event.
      await context.operations.call('guests.read', { params })
      const named = recipientName === undefined ? {} : { recipientName }
      const body: SchemaInput<typeof Transfer> = { recipientEmail, ...named }
      const recipient = recipientName === undefined ? recipientEmail : `${recipientEmail}, ${recipientName}`
      const headline = `Transfers the place to ${quoted(recipient, 300)}. For ${targets}.`
      const given = { params: { rsvpId: guestId }, body }
      return confirmed({ operation: 'guests.transfer', given, headline, confirm: token }, context)
    }
    const at = await eventText(id, context)
    const given = { params: { eventId: id } }
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
