import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../../kernel/lazy.ts'
import { EVENT_STATUSES } from '../../../kernel/vocabulary.ts'
import { Email, InstantOutput, LocaleOutput, nameAsGiven, RegistrationAnswerOutput } from '../../../kernel/wire.ts'
import { Event } from '../../events/index.ts'
import { Order } from '../../orders/index.ts'
import { Answers } from '../answers.schema.ts'
import { Guest, Status } from '../guests.schema.ts'

const ManagedParty = lazy(() =>
  z
    .object({
      id: z.string(),
      buyer: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
      registrationAnswers: z.array(RegistrationAnswerOutput()).describe('The buyer’s answers.'),
      guests: z.array(
        z.object({
          guest: Guest(),
          manageUrl: z
            .string()
            .nullable()
            .describe('Manage link of the guest. Null if the guest has their own email address.'),
          canCancel: z.boolean(),
        }),
      ),
    })
    .meta({ id: 'ManagedParty' }),
)

export const ManagedRegistration = lazy(() =>
  z
    .object({
      guest: Guest(),
      party: ManagedParty().nullable().describe('Party registered by the buyer. Null with the link of a single guest.'),
      order: Order().nullable(),
      manageUrl: z.string(),
      canCancel: z.boolean(),
      offer: z
        .object({ places: z.int(), expiresAt: InstantOutput() })
        .nullable()
        .describe(
          'Offer to a waitlisted guest that can be accepted or declined with this link. Null if there is none.',
        ),
      dates: z
        .array(
          z.object({
            guestId: z.string(),
            status: Status(),
            shortCode: z.string().nullable(),
            manageUrl: z.string(),
            event: z.object({
              id: z.string(),
              title: z.string(),
              status: z.enum(EVENT_STATUSES),
              startAt: z.string(),
              endAt: z.string(),
              timezone: z.string(),
              allDay: z.boolean(),
            }),
          }),
        )
        .describe(
          'All dates of the series that the guest registered for together, including this one, by start. Empty if this is the only one.',
        ),
      paymentInstructions: z
        .string()
        .nullable()
        .describe('Payment instructions in Markdown. Null unless an offline payment is due.'),
      wallet: z
        .object({
          appleUrl: z.string().nullable(),
          appleAllUrl: z
            .string()
            .nullable()
            .describe('All passes available through this link: dates registered together, or the party of one buyer.'),
          googleUrl: z.string().nullable(),
        })
        .describe('Wallet links. Null if there is no ticket or the wallet isn’t configured.'),
      event: Event(),
      calendar: z.object({
        slug: z.string(),
        name: z.string(),
        timezone: z.string(),
        url: z.string().nullable().describe('URL of the public page. Null if the calendar or event has none.'),
        avatarUrl: z.string().nullable(),
        locale: LocaleOutput(),
        accent: z.int().nullable(),
        contactEmail: z.string().nullable(),
        imprintUrl: z.string().nullable(),
        privacyUrl: z.string().nullable(),
      }),
    })
    .meta({ id: 'ManagedRegistration' }),
)
export type ManagedRegistrationOutput = SchemaOutput<typeof ManagedRegistration>

/** One list per kind of personal data, with this guest's rows. */
export const OwnData = lazy(() =>
  z
    .object({
      guestId: z.string(),
      eventId: z.string(),
      generatedAt: InstantOutput(),
      held: z.array(
        z.object({
          what: z.string(),
          reason: z.string(),
          kept: z.string().describe('Retention period, in words.'),
          rows: z.array(z.record(z.string(), z.unknown())),
        }),
      ),
    })
    .meta({ id: 'OwnData' }),
)

/** The guests to cancel through a buyer's link. Without `guestIds`, cancels all of them, or the link's only guest. */
export const OwnCancellation = lazy(() =>
  z.object({
    guestIds: z.array(z.string().max(100)).min(1).max(100).optional(),
    quote: z
      .string()
      .max(100)
      .optional()
      .describe(
        '`quote` of the refund shown to the guest. If the refund has changed since, the request fails and cancels no one.',
      ),
  }),
)

export const CancellationQuery = lazy(() =>
  z.object({
    guestIds: z
      .string()
      .max(4_000)
      .transform((ids) => ids.split(','))
      .optional()
      .describe('Ids of guests of the party, separated by commas. Default: all.'),
  }),
)

const Amount = lazy(() => z.int().min(0))

export const CancellationTerms = lazy(() =>
  z
    .object({
      refund: Amount().describe('Refund for the buyer, in minor units.'),
      fee: Amount().describe('Fee that the organiser keeps.'),
      kept: Amount().describe('Amount paid for these seats that isn’t refunded, including the fee.'),
      currency: z.string().nullable().describe('Null if the seats cost nothing.'),
      method: z
        .string()
        .nullable()
        .describe(
          'ONLINE for a refund to the card, HAND for one that the organiser pays out. Null if the seats cost nothing.',
        ),
      arrivesWithinDays: z.int().nullable().describe('Null without a refund, or if the organiser pays it out.'),
      steps: z
        .array(z.object({ hoursBefore: z.int(), percent: z.int(), until: InstantOutput() }))
        .describe('Steps of the refund policy. Empty if the seats have none, or different ones.'),
      changesAt: InstantOutput().nullable().describe('Time at which the refund shrinks next. Null if it doesn’t.'),
      nextRefund: Amount().nullable().describe('Refund after `changesAt`.'),
      quote: z.string().describe('Value to send with the cancellation, for exactly this refund.'),
    })
    .meta({ id: 'CancellationTerms' }),
)
export type CancellationTermsOutput = SchemaOutput<typeof CancellationTerms>

/** Fields that buyers can fill in for their party, and guests can correct. */
export const OwnChanges = lazy(() =>
  z.object({ firstName: nameAsGiven(200), lastName: nameAsGiven(200), email: Email(), answers: Answers() }).partial(),
)
