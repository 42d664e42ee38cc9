import * as z from 'zod'
import { lazy, type SchemaInput } from '../../kernel/lazy.ts'

const At = () => z.iso.datetime()
const Count = () => z.int().min(0)

const REHEARSAL_STATUSES = ['RUNNING', 'DONE', 'FAILED'] as const

/** Rules that a rehearsal checks. More may be added. */
const FINDINGS = [
  'mail_after_the_start',
  'seat_free_while_waiting',
  'offer_ends_at_night',
  'payment_after_expiry',
  'coupon_gone_in_rush',
  'question_unanswerable',
  'sale_after_start',
  'door_opens_late',
  'many_mails_in_a_day',
  'dead_link',
] as const
export type FindingCode = (typeof FINDINGS)[number]

const Sold = () => z.array(z.object({ name: z.string(), quantity: Count(), charged: Count() }))

const Sample = () =>
  z.object({
    guest: Count().nullable().meta({ description: 'Number of the invented guest who received it.' }),
    to: z.string(),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
  })

const RehearsalResult = lazy(() =>
  z
    .object({
      from: At(),
      to: At(),
      timeline: z.array(
        z.object({
          at: At(),
          until: At(),
          kind: z.string().meta({ description: '`milestone`, `mail`, `guests` or `money`. More may be added.' }),
          name: z.string().meta({
            description:
              'The milestone, the kind of email (see `mails`), or what guests did, such as `registered` or `cancelled`.',
          }),
          count: Count().meta({ description: 'Number of guests or emails.' }),
          guest: Count().nullable().meta({ description: 'Number of one of these guests.' }),
        }),
      ),
      mails: z.array(
        z.object({
          kind: z.string(),
          count: Count(),
          moments: z.array(z.object({ at: At(), count: Count() })),
          sample: Sample(),
        }),
      ),
      money: z.array(
        z.object({
          currency: z.string(),
          charged: Count(),
          pending: Count(),
          refunded: Count(),
          disputed: Count(),
          kept: z.int(),
          tickets: Sold().meta({ description: 'Before the add-ons of their orders.' }),
          addons: Sold(),
        }),
      ),
      seats: z.object({
        capacity: Count().nullable(),
        line: z.array(z.object({ at: At(), taken: Count(), offered: Count(), waiting: Count() })),
      }),
      door: z.object({
        steps: z.array(z.object({ at: At(), admitted: Count(), refused: Count() })),
        admitted: Count(),
        refused: z.array(z.object({ code: z.string(), count: Count() })),
        noShows: Count(),
      }),
      findings: z.array(
        z.object({
          code: z.string().meta({ description: `The broken rule: ${FINDINGS.join(', ')}. More may be added.` }),
          at: At().nullable(),
          count: Count(),
          guest: Count().nullable(),
          about: z.string().nullable().meta({ description: 'The ticket, coupon, question or email concerned.' }),
          repair: z.string().meta({
            description:
              'Setting to change: `dates`, `tickets`, `waitlist`, `coupons`, `questions`, `reminders`, `door`, `payments` or `messages`.',
          }),
        }),
      ),
    })
    .meta({ id: 'RehearsalOutcome' }),
)

export const Rehearsal = lazy(() =>
  z
    .object({
      id: z.string(),
      eventId: z.string(),
      status: z.enum(REHEARSAL_STATUSES),
      guests: Count(),
      seed: Count(),
      createdAt: At(),
      result: RehearsalResult().nullable().meta({ description: 'Null until the status becomes DONE.' }),
    })
    .meta({ id: 'Rehearsal' }),
)

export const NewRehearsal = lazy(() =>
  z
    .object({
      guests: z.int().min(1).max(1_000).optional().meta({ description: 'Number of invented guests. Defaults to 300.' }),
      seed: z
        .int()
        .min(0)
        .max(2_147_483_647)
        .optional()
        .meta({ description: 'The same seed gives the same rehearsal. Defaults to 1.' }),
    })
    .meta({ id: 'NewRehearsal', examples: [{ guests: 20, seed: 7 }] }),
)

export type RehearsalOutput = SchemaInput<typeof Rehearsal>
export type RehearsalResultOutput = SchemaInput<typeof RehearsalResult>
