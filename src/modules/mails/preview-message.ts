import { profileOf } from '../../access/actor.ts'
import { communicationsWrite, manager } from '../../access/demands.ts'
import { requestNamed } from '../../db/commit.ts'
import type { EventRow, MailRow } from '../../db/rows.ts'
import { onlyRow, rowsFrom } from '../../db/statement.ts'
import type { Deps, MailMessage } from '../../deps.ts'
import { base64, utf8 } from '../../kernel/crypto.ts'
import { refusal } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import type { Instant } from '../../kernel/time.ts'
import { both, dashboard, one, operation, type Call } from '../../operation/operation.ts'
import { DEFAULT_AUDIENCE, reachOf } from '../communications/index.ts'
import { Draft, MessagePreview, SentTest } from './draft.schema.ts'
import { composeSample } from './sample.ts'

const mailOf = (event: EventRow, recipient: string, now: Instant): MailRow => ({
  id: 'mail_sample',
  calendarId: event.calendarId,
  eventId: event.id,
  guestId: null,
  kind: 'sample',
  recipient,
  data: {},
  cause: 'sample',
  status: 'pending',
  attempts: 0,
  error: null,
  nextAttemptAt: null,
  leaseUntil: null,
  isLimited: false,
  countedAt: null,
  mailbox: recipient,
  inbox: recipient,
  createdAt: now,
  sentAt: null,
})

/** Replaces `cid:` images with data URLs, because a page has no attachments. */
const withPicturesWithin = ({ html, attachments }: MailMessage) =>
  attachments.reduce((page, { contentId, type, content }) => {
    const bytes = typeof content === 'string' ? utf8(content) : content
    return contentId === undefined ? page : page.replaceAll(`cid:${contentId}`, `data:${type};base64,${base64(bytes)}`)
  }, html)

const NOBODY_LEFT_OUT = { unsubscribed: 0, declined: 0 }

const reach = async (event: EventRow, { kind, audience }: Draft, { db }: Deps) => {
  if (kind === 'INVITATION') return { recipientCount: null, leftOut: NOBODY_LEFT_OUT }
  const { recipients, ...leftOut } = onlyRow(
    await rowsFrom(
      db,
      reachOf({
        calendarId: event.calendarId,
        eventId: event.id,
        audienceStatuses: audience?.statuses ?? [...DEFAULT_AUDIENCE],
        audienceTicketIds: audience?.ticketIds ?? [],
      }),
    ),
  )
  return { recipientCount: recipients, leftOut }
}

export const previewMessage = operation({
  id: 'announcements.preview',
  summary: 'Preview a message',
  description:
    'Returns an announcement, a reminder or an invitation as a sample guest would see it, and the number of recipients. Nothing is sent. Links open the event page.',
  subject: 'event',
  access: communicationsWrite,
  routes: both('POST /events/:eventId/messages/preview'),
  body: Draft,
  answer: one(MessagePreview),
  async run({ event, calendar, body }, deps) {
    const mail = mailOf(event, 'ada@guests.example', deps.clock())
    const message = await composeSample(body, mail, { event, calendar }, deps)
    return {
      subject: message.subject,
      html: withPicturesWithin(message),
      text: message.text,
      locale: body.locale ?? calendar.locale,
      ...(await reach(event, body, deps)),
    }
  },
})

type TestCall = Pick<Call<unknown, unknown, SchemaOutput<typeof Draft>, 'event'>, 'event' | 'actor' | 'body'>

/** `testId` belongs to the request, so repeating the request after a crash does not create a second email. */
const mailTest = async ({ event, body, actor }: TestCall, testId: string, deps: Deps) => {
  const { email } = profileOf(actor)
  if (email === null) return refusal('address_unknown')
  await deps.commit({
    calendarId: event.calendarId,
    seenBy: 'team',
    statements: [],
    mails: [
      {
        kind: 'sample',
        cause: `sample:${testId}`,
        recipient: email,
        eventId: event.id,
        data: body,
        isLimited: true,
      },
    ],
    effectId: requestNamed(testId),
  })
  return { recipient: email }
}

export const testMessage = operation({
  id: 'announcements.test',
  effects: ['mails'],
  summary: 'Send a test message',
  description:
    'Emails an announcement, a reminder or an invitation to the verified email address of your session. Guests receive nothing.',
  subject: 'event',
  access: manager,
  routes: [dashboard('POST /events/:eventId/messages/test')],
  body: Draft,
  answer: one(SentTest),
  refusals: ['address_unknown'],
  recover: (effectId, call, deps) => mailTest(call, effectId, deps),
  run: (call, deps) => mailTest(call, deps.newId('mail'), deps),
})
