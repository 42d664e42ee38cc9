import * as z from 'zod'
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
} from '../../kernel/wire.ts'
import { Order } from '../orders/index.ts'

/** Statuses may grow in number, so clients read them as open text. */
export const Status = lazy(() => z.string().meta({ description: `${GUEST_STATUSES.join(', ')}; more may be added.` }))
export const RegistrationAnswerField = lazy(() => z.object({ question: z.string(), answer: z.string() }))

export const Guest = lazy(() =>
  z
    .object({
      id: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      locale: LocaleOutput().nullable().describe('Of pages and mails; null for that of the calendar'),
      status: Status(),
      ticket: z.object({ id: z.string(), name: z.string() }).nullable(),
      checkedInAt: InstantOutput().nullable(),
      createdAt: InstantOutput(),
      eventId: z.string(),
      orderId: z.string().nullable(),
      partyId: z.string().nullable().describe('Of whoever was registered together'),
      emailIsBuyers: z.boolean().describe('Came without an address: the one here is that of whoever registered them'),
      qrCode: z.string(),
      registrationAnswers: z.array(RegistrationAnswerField()),
      source: z.string().meta({ description: 'API, PUBLIC, INVITE, DASHBOARD or TRANSFER' }),
      waitlistPosition: z.int().nullable(),
      offerExpiresAt: InstantOutput()
        .nullable()
        .describe('Until when a place is kept for their word; of who waits again, when the last offer lapsed'),
      approvedAt: InstantOutput().nullable(),
      cancelledAt: InstantOutput().nullable(),
      updatedAt: InstantOutput(),
    })
    .meta({ id: 'Guest' }),
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

/** The form of unversioned lists and reads; the rest comes to who asks for it. */
export const GuestCurrent = lazy(() =>
  Guest()
    .partial()
    .required(CURRENT)
    .meta({ id: 'GuestCurrent', description: 'Without `whole=true` the six fields alone that are always there.' }),
)

export const GuestQuery = lazy(() =>
  z.object({ whole: z.stringbool().optional().describe('By session: every field, as under /v1') }),
)

export const Invited = lazy(() =>
  z
    .object({
      invited: z.array(z.string()),
      alreadyRegistered: z.array(z.string()),
      invalid: z.array(z.string()),
      /** Who wants no such mail of the calendar. */
      unsubscribed: z.array(z.string()),
      /** Who turned an invitation to the event down. */
      declined: z.array(z.string()),
    })
    .meta({ id: 'Invited' }),
)

export const GuestListQuery = lazy(() =>
  PageQuery().extend({
    email: z.string().trim().toLowerCase().max(254).optional(),
    status: z.enum(GUEST_STATUSES).optional(),
    ticketId: z.string().max(100).optional(),
    q: z.string().trim().max(200).optional(),
    questionId: z.string().max(100).optional().describe('With `answer`: who answered this question so'),
    answer: z.string().max(500).optional().describe('One of the choices, or the whole text'),
    newestFirst: z.stringbool().optional().describe('The list the other way round'),
    updatedSince: InstantInput()
      .optional()
      .describe('Only who has changed since, with whoever was erased since: of them nothing is left but the id'),
    ...GuestQuery().shape,
  }),
)

const Name = lazy(() => nameAsGiven(200).refine((name) => name.trim() !== '', 'must not be empty'))

const Answer = lazy(() =>
  z.object({
    questionId: z.string().max(100),
    answer: z.union([z.string().max(5_000), z.boolean(), z.number(), z.array(z.string().max(500)).max(100)]),
  }),
)
export type GivenAnswer = SchemaOutput<typeof Answer>
export const Answers = lazy(() => z.array(Answer()).max(100))

const NewGuest = lazy(() =>
  z.object({
    firstName: Name(),
    lastName: Name(),
    email: Email(),
    ticketId: z.string().max(100).optional(),
    answers: Answers().optional(),
    locale: LocaleField().optional().describe('Of their page and every mail; without it that of the calendar'),
  }),
)

export const NewRegistration = lazy(() => NewGuest().extend({ couponCode: z.string().trim().max(100).optional() }))

/** More than may come, so that who brings too many is told so. */
const MAX_ATTENDEES = 100

const Attendee = lazy(() =>
  z.object({
    ticketId: z.string().max(100).optional(),
    firstName: nameAsGiven(200).optional().describe('May be given later'),
    lastName: nameAsGiven(200).optional(),
    email: Email().optional().describe('Without one they are written to through the buyer'),
    answers: Answers().optional(),
  }),
)

/** Several people, one order: all of them get places, or nobody does. */
export const NewParty = lazy(() =>
  z
    .object({
      buyer: z.object({
        firstName: Name(),
        lastName: Name(),
        email: Email(),
        answers: Answers().optional().describe('To the questions that the buyer is asked'),
      }),
      attendees: z.array(Attendee()).min(1).max(MAX_ATTENDEES).describe('Ten at most'),
      couponCode: z.string().trim().max(100).optional(),
      locale: LocaleField().optional(),
    })
    .meta({ id: 'NewParty' }),
)

export const NewRegistrationOrParty = lazy(() => z.union([NewRegistration(), NewParty()]))
export const NewGuestOrParty = lazy(() => z.union([NewGuest(), NewParty()]))

const PartyRegistration = lazy(() =>
  z
    .object({
      partyId: z.string().nullable(),
      guests: z.array(Guest()),
      order: Order().nullable(),
      manageUrl: z.string().nullable().describe('Of the buyer: everybody and everything'),
    })
    .meta({ id: 'PartyRegistration' }),
)

export const LostLink = lazy(() => z.object({ email: Email() }))
export const LinkSent = lazy(() => z.object({ accepted: z.literal(true) }).meta({ id: 'LinkSent' }))

const MAX_DATES = 50

export const NewDatesRegistration = lazy(() =>
  NewGuest().extend({
    eventIds: z
      .array(z.string().max(100))
      .min(1)
      .max(MAX_DATES)
      .transform((ids) => [...new Set(ids)]),
    ticketId: z
      .string()
      .max(100)
      .optional()
      .describe('A ticket of one of the dates; on the others the one of the same name'),
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

/** The address is the one that was invited. */
export const Acceptance = lazy(() => NewRegistration().omit({ email: true }))

export const RegistrationOrParty = lazy(() => z.union([Registration(), PartyRegistration()]))
export const GuestOrParty = lazy(() => z.union([Guest(), PartyRegistration()]))

export const Registration = lazy(() =>
  z
    .object({ guest: Guest().nullable(), order: Order().nullable(), manageUrl: z.string().nullable() })
    .meta({ id: 'Registration' }),
)

export const GuestChanges = lazy(() => z.object({ firstName: Name(), lastName: Name(), email: Email() }).partial())

const MAX_INVITATIONS = 500
export const NewInvitations = lazy(() =>
  z.object({
    emails: z.array(z.string().max(1_000)).min(1).max(MAX_INVITATIONS),
    message: manyLines(5_000).optional(),
  }),
)

export const StatusChange = lazy(() =>
  z.object({
    status: z.enum(['CONFIRMED', 'PENDING', 'WAITLISTED', 'DECLINED', 'CANCELLED', 'CHECKED_IN']),
    ticketId: z.string().optional().describe('The ticket of a guest who was invited; needed where there are several'),
  }),
)

export const Transfer = lazy(() => z.object({ recipientEmail: Email(), recipientName: nameAsGiven(400).optional() }))
