import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { COMMUNICATION_STATUSES, COMMUNICATION_TRIGGERS, GUEST_STATUSES } from '../../kernel/vocabulary.ts'
import { InstantInput, InstantOutput, LocaleOutput, manyLines, oneLine, PageQuery } from '../../kernel/wire.ts'

const AudienceStatus = lazy(() => z.enum(GUEST_STATUSES).exclude(['TRANSFERRED']))

const Audience = lazy(() =>
  z.object({
    statuses: z.array(AudienceStatus()),
    /** If empty, guests with any ticket get the message. */
    ticketIds: z.array(z.string()),
  }),
)

const Progress = lazy(() => z.object({ queued: z.int(), sent: z.int(), failed: z.int() }))

export const Announcement = lazy(() =>
  z
    .object({
      id: z.string(),
      eventId: z.string(),
      subject: z.string(),
      body: z.string(),
      audience: Audience(),
      status: z.enum(COMMUNICATION_STATUSES),
      progress: Progress(),
      recipientCount: z.int(),
      /** Guests in the audience who do not get the message, because they unsubscribed or declined an invitation. */
      leftOut: z.object({ unsubscribed: z.int(), declined: z.int() }),
      sendAt: InstantOutput(),
      createdAt: InstantOutput(),
      sentAt: InstantOutput().nullable(),
    })
    .meta({ id: 'Announcement' }),
)

export const Reminder = lazy(() =>
  Announcement()
    .extend({
      trigger: z.enum(COMMUNICATION_TRIGGERS),
      minutesBefore: z.int().nullable(),
    })
    .meta({ id: 'Reminder' }),
)
export type ReminderOutput = SchemaOutput<typeof Reminder>

export const AudienceInput = lazy(() =>
  z.object({
    statuses: z
      .array(AudienceStatus())
      .min(1, 'must contain at least one status')
      .transform((given) => [...new Set(given)])
      .optional(),
    ticketIds: z
      .array(z.string())
      .max(50)
      .transform((given) => [...new Set(given)])
      .optional(),
  }),
)

const fields = lazy(() => ({
  subject: oneLine(200),
  /** Markdown. */
  body: manyLines(20_000),
  audience: AudienceInput(),
  sendAt: InstantInput(),
}))

export const MessageFailure = lazy(() =>
  z
    .object({
      guestId: z.string(),
      recipient: z.string(),
      status: z
        .enum(['retrying', 'failed', 'cancelled', 'unsubscribed', 'declined', 'no_address'])
        .describe(
          'Delivery status. `retrying`: the service will try again. `cancelled`: the email was out of date or no longer wanted when it was due. The last three are guests excluded before sending: they unsubscribed, declined an invitation or have no email address.',
        ),
      error: z.string().nullable().describe('Error from the email service. Null if there is none.'),
      attempts: z.int(),
    })
    .meta({ id: 'MessageFailure' }),
)

export const MessageFailureQuery = lazy(() =>
  PageQuery().extend({
    leftOut: z
      .stringbool()
      .optional()
      .describe('Whether to include guests excluded before sending, after the others. Default: false.'),
  }),
)

export const NewAnnouncement = lazy(() =>
  z.object({
    subject: fields().subject,
    body: fields().body.refine((text) => text.trim() !== '', 'must not be empty'),
    audience: fields().audience.optional(),
    sendAt: fields().sendAt.nullable().optional(),
  }),
)

export const NewReminder = lazy(() =>
  z.object({
    subject: fields().subject.optional(),
    body: fields().body.nullable().optional(),
    audience: fields().audience.optional(),
    sendAt: fields().sendAt.nullable().optional(),
  }),
)

export const Unsubscription = lazy(() =>
  z
    .object({
      calendar: z
        .object({
          slug: z.string(),
          name: z.string(),
          url: z.string().nullable().describe('URL of the calendar’s public page. Null if it has none.'),
          avatarUrl: z.string().nullable(),
          accent: z.int().nullable(),
          contactEmail: z.string().nullable(),
          imprintUrl: z.string().nullable(),
          privacyUrl: z.string().nullable(),
        })
        .describe('Calendar whose invitations, announcements and reminders are affected.'),
      locale: LocaleOutput(),
    })
    .meta({ id: 'Unsubscribing' }),
)
export type UnsubscribingOutput = SchemaOutput<typeof Unsubscription>
