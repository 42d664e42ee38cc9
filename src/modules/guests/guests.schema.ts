import * as z from 'zod'
import { withAsciiDomain } from '../../kernel/email-address.ts'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { GUEST_STATUSES } from '../../kernel/vocabulary.ts'
import {
  Email,
  InstantInput,
  InstantOutput,
  LocaleField,
  LocaleOutput,
  manyLines,
  nameAsGiven,
  PageQuery,
  RegistrationAnswerOutput,
} from '../../kernel/wire.ts'
import { KeptDocument } from '../documents/index.ts'
import { Attendee } from './attendee.schema.ts'
import { AddonChoices } from './addon-choices.ts'
import { Answers } from './answers.schema.ts'
import { paymentField } from './payment-field.schema.ts'

/** An open string, not an enum, because the API may add statuses. */
export const Status = lazy(() =>
  z.string().meta({ description: `Guest status: ${GUEST_STATUSES.join(', ')}. More may be added.` }),
)

export const Guest = lazy(() =>
  z
    .object({
      id: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      locale: LocaleOutput().nullable().describe('Language of pages and emails. Null means the calendar’s language.'),
      status: Status(),
      ticket: z.object({ id: z.string(), name: z.string() }).nullable(),
      checkedInAt: InstantOutput().nullable(),
      createdAt: InstantOutput(),
      eventId: z.string(),
      orderId: z.string().nullable(),
      partyId: z.string().nullable().describe('Party the guest was registered with. Null if registered individually.'),
      emailIsBuyers: z
        .boolean()
        .describe('Whether `email` is the buyer’s because the guest was registered without an email address.'),
      qrCode: z.string(),
      shortCode: z
        .string()
        .nullable()
        .describe('Six characters for people to read out, as `K7M-2QF`. Unique within the event. Null once erased.'),
      registrationAnswers: z.array(RegistrationAnswerOutput()),
      source: z
        .string()
        .meta({ description: 'Origin of the registration: API, PUBLIC, INVITE, DASHBOARD or TRANSFER.' }),
      waitlistPosition: z.int().nullable(),
      offerExpiresAt: InstantOutput()
        .nullable()
        .describe(
          'Expiry of the guest’s offer. For a guest back on the waiting list, the time their last offer expired.',
        ),
      approvedAt: InstantOutput().nullable(),
      cancelledAt: InstantOutput().nullable(),
      updatedAt: InstantOutput(),
    })
    .meta({ id: 'Guest' }),
)
export const ErasedGuest = lazy(() =>
  Guest()
    .extend({
      kept: z.array(KeptDocument()).describe('Invoices and credit notes that stay, with the buyer’s address.'),
    })
    .meta({ id: 'ErasedGuest' }),
)
export type GuestOutput = SchemaOutput<typeof Guest>

const CURRENT = {
  id: true,
  firstName: true,
  lastName: true,
  email: true,
  status: true,
  registrationAnswers: true,
} as const

/** Schema for lists and single guests on unversioned routes. The other fields are returned only with `whole=true`. */
export const GuestCurrent = lazy(() =>
  Guest()
    .partial()
    .required(CURRENT)
    .meta({ id: 'GuestCurrent', description: 'Without `whole=true`, contains only the six required fields.' }),
)

export const GuestQuery = lazy(() =>
  z.object({
    whole: z
      .stringbool()
      .optional()
      .describe('Whether to return every field, as under `/v1`. For sessions only. Default: false.'),
  }),
)

export const Invited = lazy(() =>
  z
    .object({
      invited: z.array(z.string()),
      alreadyRegistered: z.array(z.string()),
      invalid: z.array(z.string()),
      /** Addresses that unsubscribed from the calendar. */
      unsubscribed: z.array(z.string()),
      /** Addresses that declined an invitation to the event. */
      declined: z.array(z.string()),
    })
    .meta({ id: 'Invited' }),
)

export const GuestListQuery = lazy(() =>
  PageQuery().extend({
    email: z.string().trim().toLowerCase().overwrite(withAsciiDomain).max(254).optional(),
    status: z.enum(GUEST_STATUSES).optional(),
    awaiting: z
      .enum(['APPROVAL', 'PAYMENT'])
      .optional()
      .describe('Returns only `PENDING` guests who need approval, or whose order isn’t paid.'),
    ticketId: z.string().max(100).optional(),
    q: z.string().trim().max(200).optional(),
    search: z.string().trim().max(200).optional().describe('Same as `q`. For sessions only, on every plan.'),
    questionId: z.string().max(100).optional().describe('Question to filter by. Requires `answer`.'),
    answer: z.string().max(500).optional().describe('Answer to filter by: one option, or the full text.'),
    newestFirst: z.stringbool().optional().describe('Whether to return the newest guests first. Default: false.'),
    updatedSince: InstantInput()
      .optional()
      .describe('Returns only guests changed since this time. Includes guests erased since then, with only their id.'),
    ...GuestQuery().shape,
  }),
)

const Name = lazy(() => nameAsGiven(200).refine((name) => name.trim() !== '', 'must not be empty'))

/** The names that the open form requires. */
const FullName = () => ({ firstName: Name(), lastName: Name() })

/** Many people have a single name, so organisers, API keys and invited guests may leave one of the two empty. */
const OneName = () => ({
  firstName: nameAsGiven(200).default('').describe('First name. Optional if `lastName` is given.'),
  lastName: nameAsGiven(200).default('').describe('Last name. Optional if `firstName` is given.'),
})

export const hasName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName}${lastName}`.trim() !== ''
export const MUST_BE_NAMED = 'must not be empty, unless `lastName` is given'
const beNamed = { path: ['firstName'], error: MUST_BE_NAMED }

const ticketFields = () => ({
  ticketId: z.string().max(100).optional(),
  answers: Answers().optional(),
  locale: LocaleField()
    .optional()
    .describe('Language of the guest’s page and emails. Default: the calendar’s language.'),
})
const couponField = () => ({ couponCode: z.string().trim().max(100).optional() })

const NewGuest = lazy(() =>
  z
    .object({
      ...OneName(),
      email: Email(),
      ...ticketFields(),
      notify: z
        .boolean()
        .optional()
        .describe('Whether to email the guest. A guest with an order to pay is always emailed. Default: true.'),
    })
    .refine(hasName, beNamed)
    .meta({ id: 'NewGuest' }),
)

export const NewRegistration = lazy(() =>
  z
    .object({ ...FullName(), email: Email(), ...ticketFields(), ...couponField(), ...paymentField() })
    .meta({ id: 'NewRegistration' }),
)

/**
 * Larger than `MAX_PARTY_SIZE`, so that a party slightly over the limit gets `party_too_large` instead of a schema
 * error.
 */
const MAX_ATTENDEES = 100

const buyerFields = () => ({
  email: Email(),
  answers: Answers().optional().describe('Answers to the questions asked of the buyer.'),
})
const partyFields = () => ({
  attendees: z.array(Attendee()).min(1).max(MAX_ATTENDEES).describe('Attendees, at most 10.'),
  ...couponField(),
  addons: AddonChoices().optional().describe('Add-ons with `per` ORDER. At most 20 add-ons with those of attendees.'),
  locale: LocaleField().optional(),
})

/** Several people in one order. Either all of them get a place, or none does. */
export const NewParty = lazy(() =>
  z
    .object({ buyer: z.object({ ...FullName(), ...buyerFields() }), ...partyFields(), ...paymentField() })
    .meta({ id: 'NewParty' }),
)
const NewGuestParty = lazy(() =>
  z
    .object({ buyer: z.object({ ...OneName(), ...buyerFields() }).refine(hasName, beNamed), ...partyFields() })
    .meta({ id: 'NewGuestParty' }),
)

export const NewRegistrationOrParty = lazy(() =>
  z.xor([NewRegistration(), NewParty()]).meta({ id: 'NewRegistrationOrParty' }),
)
export const NewGuestOrParty = lazy(() => z.xor([NewGuest(), NewGuestParty()]).meta({ id: 'NewGuestOrParty' }))

export const LostLink = lazy(() => z.object({ email: Email() }))
export const LinkSent = lazy(() => z.object({ accepted: z.literal(true) }).meta({ id: 'LinkSent' }))

const MAX_DATES = 50

export const NewDatesRegistration = lazy(() =>
  z.object({
    ...FullName(),
    email: Email(),
    ...ticketFields(),
    eventIds: z
      .array(z.string().max(100))
      .min(1)
      .max(MAX_DATES)
      .transform((ids) => [...new Set(ids)]),
    ticketId: z
      .string()
      .max(100)
      .optional()
      .describe('Ticket of one of the dates. The other dates use their ticket with the same name.'),
  }),
)

export const DatesRegistration = lazy(() =>
  z
    .object({
      partyId: z.string().nullable(),
      registrations: z.array(z.object({ guest: Guest(), manageUrl: z.string() })),
    })
    .meta({ id: 'DatesRegistration' }),
)
export type DatesRegistrationOutput = SchemaOutput<typeof DatesRegistration>

/** Has no `email`, because the guest accepts under the invited address. */
export const Acceptance = lazy(() =>
  z.object({ ...OneName(), ...ticketFields(), ...couponField(), ...paymentField() }).refine(hasName, beNamed),
)

export const PersonChanges = lazy(() =>
  z
    .object({
      firstName: nameAsGiven(200).describe('First name. May be empty if there is a last name.'),
      lastName: nameAsGiven(200).describe('Last name. May be empty if there is a first name.'),
      email: Email(),
      answers: Answers().describe('Replaces the guest’s answers to the event’s questions. None is required.'),
    })
    .partial(),
)

const NEW_TICKET =
  'Another ticket of the event with a free seat. If the guest’s order has a price, the ticket must have the same price.'
export const GuestChanges = lazy(() =>
  PersonChanges().extend({
    ticketId: z.string().optional().describe(NEW_TICKET),
  }),
)

const MAX_REFUSAL_MESSAGE = 500
export const refusalMessage = (description: string) => manyLines(MAX_REFUSAL_MESSAGE).optional().describe(description)

export const Rejection = lazy(() =>
  z.object({ message: refusalMessage('Message in the email to the guest, as plain text.') }),
)

export const StatusChange = lazy(() =>
  z.object({
    status: z.enum(['CONFIRMED', 'PENDING', 'WAITLISTED', 'DECLINED', 'CANCELLED', 'CHECKED_IN']),
    ticketId: z.string().optional().describe('Ticket for an invited guest. Required if the event has several tickets.'),
    message: refusalMessage('Message in the email to the guest, as plain text. Only with DECLINED.'),
  }),
)

export const Transfer = lazy(() => z.object({ recipientEmail: Email(), recipientName: nameAsGiven(400).optional() }))
