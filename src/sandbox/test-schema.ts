import * as z from 'zod'
import { lazy } from '../kernel/lazy.ts'
import { INVITE_ANSWERS, PLANS } from '../kernel/vocabulary.ts'
import { TRIGGERS } from './trigger-types.ts'

const At = () => z.iso.datetime().meta({ description: 'Instant in UTC.' })

export const TestClock = lazy(() =>
  z
    .object({
      now: At(),
      status: z.enum(['READY', 'ADVANCING', 'FAILED']),
      target: At().nullable().meta({ description: 'Target of the running or failed advance. Null if READY.' }),
      failure: z
        .object({ job: z.string(), reason: z.string() })
        .nullable()
        .meta({ description: 'The job that stopped the advance. Null unless FAILED.' }),
    })
    .meta({ id: 'TestClock' }),
)

const TestEffect = lazy(() =>
  z
    .object({
      seq: z.int(),
      at: At(),
      kind: z.string().meta({ description: 'For example `mail.sent` or `status.changed`. More may be added.' }),
      object: z.string(),
      id: z.string(),
      summary: z.string(),
      because: z.string().meta({ description: 'The request or the job that caused it.' }),
      data: z.record(z.string(), z.unknown()),
    })
    .meta({ id: 'TestEffect' }),
)

export const TestEffects = lazy(() =>
  z
    .object({
      effects: z.array(TestEffect()),
      cursor: z.string().meta({ description: 'Continue from here with `cursor`.' }),
      hasMore: z.boolean(),
    })
    .meta({ id: 'TestEffects' }),
)

export const TestAdvance = lazy(() =>
  z
    .object({
      from: At(),
      to: At(),
      status: z.enum(['READY', 'ADVANCING', 'FAILED']),
      failure: TestClock().shape.failure,
      counts: z.record(z.string(), z.int()).meta({ description: 'Number of effects by kind.' }),
      effects: z.array(TestEffect()).meta({ description: 'The first 100 effects of this advance.' }),
      cursor: z.string(),
      hasMore: z.boolean(),
    })
    .meta({ id: 'TestAdvance' }),
)

export const AdvanceClock = lazy(() =>
  z
    .object({
      to: z.iso.datetime({ offset: true }).optional().meta({ description: 'Instant to move to. Either this or `by`.' }),
      by: z
        .string()
        .regex(DURATION, 'must be an ISO 8601 duration such as P3D or PT90M')
        .optional()
        .meta({ description: 'ISO 8601 duration of weeks, days, hours, minutes and seconds.' }),
    })
    .refine(({ to, by }) => (to === undefined) !== (by === undefined), 'must have either `to` or `by`')
    .meta({ id: 'AdvanceClock', examples: [{ by: 'P3D' }] }),
)

export const DURATION =
  /^P(?=\d|T\d)(?:(\d{1,3})W)?(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,5})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/

export const EffectsQuery = lazy(() =>
  z.object({
    cursor: z
      .string()
      .regex(/^\d{1,12}$/, 'must be a cursor of an earlier response')
      .optional()
      .meta({ description: 'Continue after this cursor of an earlier response.' }),
    kinds: z.string().max(500).optional().meta({ description: 'Kinds to return, separated by commas.' }),
    since: z.iso.datetime({ offset: true }).optional().meta({ description: 'Returns only effects from this time on.' }),
    last: z.coerce
      .number()
      .int()
      .min(1)
      .max(500)
      .optional()
      .meta({ description: 'Returns only the newest effects, in order.' }),
    limit: z.coerce.number().int().min(1).max(500).optional().meta({ description: 'Defaults to 100.' }),
  }),
)

const Link = () => z.object({ text: z.string(), url: z.string() })

export const TestMail = lazy(() =>
  z
    .object({
      id: z.string(),
      at: At(),
      kind: z.string(),
      to: z.string(),
      subject: z.string(),
      guestId: z.string().nullable(),
    })
    .meta({ id: 'TestMail' }),
)

export const TestMailContent = lazy(() =>
  TestMail()
    .extend({
      html: z.string(),
      text: z.string(),
      headers: z.record(z.string(), z.string()),
      attachments: z.array(z.object({ filename: z.string(), type: z.string(), contentId: z.string().optional() })),
      invite: z.string().nullable().meta({ description: 'Calendar part (iTIP) of the email. Null if there is none.' }),
      links: z.array(Link()),
    })
    .meta({ id: 'TestMailContent' }),
)

export const MailsQuery = lazy(() =>
  z.object({
    to: z.string().max(254).optional().meta({ description: 'Only emails to this address.' }),
    kind: z.string().max(60).optional().meta({ description: 'Only emails of this kind, such as `confirmation`.' }),
    limit: z.coerce.number().int().min(1).max(500).optional().meta({ description: 'Defaults to 100.' }),
  }),
)

export const PaymentOutcome = lazy(() =>
  z
    .object({
      outcome: z.enum(['paid', 'failed', 'expired', 'disputed', 'pending']),
      settlesIn: z.string().regex(DURATION, 'must be an ISO 8601 duration such as P3D').optional(),
      // oxlint-disable-next-line unicorn/no-thenable -- a field of the wire format, not a promise
      then: z.enum(['paid', 'failed']).optional(),
    })
    .refine(({ outcome, settlesIn }) => outcome !== 'pending' || settlesIn !== undefined, {
      path: ['settlesIn'],
      message: 'is required with `pending`',
    })
    // oxlint-disable-next-line unicorn/no-thenable -- a field of the wire format, not a promise
    .meta({ id: 'PaymentOutcome', examples: [{ outcome: 'pending', settlesIn: 'P3D', then: 'paid' }] }),
)

export const TestRefundOutcome = lazy(() =>
  z
    .object({ outcome: z.enum(['succeeded', 'failed']) })
    .meta({ id: 'TestRefundOutcome', examples: [{ outcome: 'failed' }] }),
)

export const TestReply = lazy(() =>
  z.object({ answer: z.enum(INVITE_ANSWERS) }).meta({ id: 'TestReply', examples: [{ answer: 'DECLINED' }] }),
)

export const TestTrigger = lazy(() =>
  z.object({ type: z.enum(TRIGGERS) }).meta({ id: 'TestTrigger', examples: [{ type: 'guest.registered' }] }),
)

export const TestPlan = lazy(() =>
  z.object({ plan: z.enum(PLANS) }).meta({ id: 'TestPlan', examples: [{ plan: 'FREE' }] }),
)

export const TestDone = lazy(() => z.object({ effects: z.array(TestEffect()) }).meta({ id: 'TestDone' }))
