import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../../kernel/lazy.ts'
import { Email, InstantOutput, LocaleOutput, nameAsGiven } from '../../../kernel/wire.ts'
import { Event } from '../../events/index.ts'
import { Order } from '../../orders/index.ts'
import { Answers, Guest, RegistrationAnswerField } from '../guests.schema.ts'

const ManagedParty = lazy(() =>
  z
    .object({
      id: z.string(),
      buyer: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
      registrationAnswers: z.array(RegistrationAnswerField()).describe("The buyer's own"),
      guests: z.array(
        z.object({
          guest: Guest(),
          manageUrl: z.string().nullable().describe('Their ticket; null for who has an address of their own'),
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
      party: ManagedParty()
        .nullable()
        .describe('Everybody whom the buyer registered; null behind the link of one guest'),
      order: Order().nullable(),
      manageUrl: z.string(),
      canCancel: z.boolean(),
      offer: z
        .object({ places: z.int(), expiresAt: InstantOutput() })
        .nullable()
        .describe('What is offered to whoever waited, where this link answers it'),
      paymentInstructions: z
        .string()
        .nullable()
        .describe('In Markdown: how to pay what is due, where that is not done by a provider'),
      wallet: z
        .object({
          appleUrl: z.string().nullable(),
          appleAllUrl: z
            .string()
            .nullable()
            .describe(
              'All that are held with this link: dates that were registered for together, or a party that one person brought',
            ),
          googleUrl: z.string().nullable(),
        })
        .describe(
          'Where the ticket is had for a wallet; null where there is none, or the service is not set up for it',
        ),
      event: Event(),
      calendar: z.object({
        slug: z.string(),
        name: z.string(),
        timezone: z.string(),
        url: z.string().nullable().describe('Null where the calendar, or the event, has no page for all'),
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

/** A list for each kind of thing that is kept of persons, with the rows that are this guest's. */
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
          kept: z.string().describe('How long, in words'),
          rows: z.array(z.record(z.string(), z.unknown())),
        }),
      ),
    })
    .meta({ id: 'OwnData' }),
)

/** Of the registration that a link is of, or of those behind a buyer's link; left out, all. */
export const OwnCancellation = lazy(() =>
  z.object({ guestIds: z.array(z.string().max(100)).min(1).max(100).optional() }),
)

/** What a buyer completes, and a guest corrects. */
export const OwnChanges = lazy(() =>
  z.object({ firstName: nameAsGiven(200), lastName: nameAsGiven(200), email: Email(), answers: Answers() }).partial(),
)
