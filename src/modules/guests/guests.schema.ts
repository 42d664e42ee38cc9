import * as z from 'zod'
import { lazily, type Parsed } from '../../kernel/lazily.ts'
import { GUEST_STATUSES } from '../../kernel/vocabulary.ts'
import {
  Email,
  InstantInput,
  InstantOutput,
  Locale,
  LocaleOutput,
  manyLines,
  nameAsGiven,
  PageQuery,
} from '../../kernel/wire.ts'
import { Order } from '../orders/index.ts'

/** Statuses may grow in number, so clients read them as open text. */
export const Status = lazily(() => z.string().meta({ description: `${GUEST_STATUSES.join(', ')}; more may be added.` }))
export const RegistrationAnswer = lazily(() => z.object({ question: z.string(), answer: z.string() }))

export const Guest = lazily(() =>
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
      registrationAnswers: z.array(RegistrationAnswer()),
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
export type GuestOutput = Parsed<typeof Guest>

const CURRENT = {
  id: true,
  firstName: true,
  lastName: true,
  email: true,
  status: true,
  registrationAnswers: true,
} as const

/** The form of unversioned lists and reads; the rest comes to who asks for it. */
export const GuestCurrent = lazily(() =>
  Guest()
    .partial()
    .required(CURRENT)
    .meta({ id: 'GuestCurrent', description: 'Without `whole=true` the six fields alone that are always there.' }),
)

export const GuestQuery = lazily(() =>
  z.object({ whole: z.stringbool().optional().describe('By session: every field, as under /v1') }),
)

export const Invited = lazily(() =>
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

export const GuestListQuery = lazily(() =>
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

const Name = lazily(() => nameAsGiven(200).refine((name) => name.trim() !== '', 'must not be empty'))

const Answer = lazily(() =>
  z.object({
    questionId: z.string().max(100),
    answer: z.union([z.string().max(5_000), z.boolean(), z.number(), z.array(z.string().max(500)).max(100)]),
  }),
)
export type GivenAnswer = Parsed<typeof Answer>
export const Answers = lazily(() => z.array(Answer()).max(100))

const NewGuest = lazily(() =>
  z.object({
    firstName: Name(),
    lastName: Name(),
    email: Email(),
    ticketId: z.string().max(100).optional(),
    answers: Answers().optional(),
    locale: Locale().optional().describe('Of their page and every mail; without it that of the calendar'),
  }),
)

export const NewRegistration = lazily(() => NewGuest().extend({ couponCode: z.string().trim().max(100).optional() }))

/** More than may come, so that who brings too many is told so. */
const MOST_IN_A_BODY = 100

const Attendee = lazily(() =>
  z.object({
    ticketId: z.string().max(100).optional(),
    firstName: nameAsGiven(200).optional().describe('May be given later'),
    lastName: nameAsGiven(200).optional(),
    email: Email().optional().describe('Without one they are written to through the buyer'),
    answers: Answers().optional(),
  }),
)

/** Several people, one order: all of them get places, or nobody does. */
export const NewParty = lazily(() =>
  z
    .object({
      buyer: z.object({
        firstName: Name(),
        lastName: Name(),
        email: Email(),
        answers: Answers().optional().describe('To the questions that the buyer is asked'),
      }),
      attendees: z.array(Attendee()).min(1).max(MOST_IN_A_BODY).describe('Ten at most'),
      couponCode: z.string().trim().max(100).optional(),
      locale: Locale().optional(),
    })
    .meta({ id: 'NewParty' }),
)

export const NewRegistrationOrParty = lazily(() => z.union([NewRegistration(), NewParty()]))
export const NewGuestOrParty = lazily(() => z.union([NewGuest(), NewParty()]))

const PartyRegistration = lazily(() =>
  z
    .object({
      partyId: z.string().nullable(),
      guests: z.array(Guest()),
      order: Order().nullable(),
      manageUrl: z.string().nullable().describe('Of the buyer: everybody and everything'),
    })
    .meta({ id: 'PartyRegistration' }),
)

export const LostLink = lazily(() => z.object({ email: Email() }))
export const LinkSent = lazily(() => z.object({ accepted: z.literal(true) }).meta({ id: 'LinkSent' }))

const MOST_DATES = 50

export const NewDatesRegistration = lazily(() =>
  NewGuest().extend({
    eventIds: z
      .array(z.string().max(100))
      .min(1)
      .max(MOST_DATES)
      .transform((ids) => [...new Set(ids)]),
    ticketId: z
      .string()
      .max(100)
      .optional()
      .describe('A ticket of one of the dates; on the others the one of the same name'),
  }),
)

export const DatesRegistration = lazily(() =>
  z
    .object({
      partyId: z.string().nullable(),
      registrations: z.array(z.object({ guest: Guest(), manageUrl: z.string() })),
    })
    .meta({ id: 'DatesRegistration' }),
)
export type DatesRegistrationOutput = Parsed<typeof DatesRegistration>

/** The address is the one that was invited. */
export const Acceptance = lazily(() => NewRegistration().omit({ email: true }))

export const RegistrationOrParty = lazily(() => z.union([Registration(), PartyRegistration()]))
export const GuestOrParty = lazily(() => z.union([Guest(), PartyRegistration()]))

export const Registration = lazily(() =>
  z
    .object({ guest: Guest().nullable(), order: Order().nullable(), manageUrl: z.string().nullable() })
    .meta({ id: 'Registration' }),
)

export const GuestChanges = lazily(() => z.object({ firstName: Name(), lastName: Name(), email: Email() }).partial())

const MOST_INVITATIONS = 500
export const NewInvitations = lazily(() =>
  z.object({
    emails: z.array(z.string().max(1_000)).min(1).max(MOST_INVITATIONS),
    message: manyLines(5_000).optional(),
  }),
)

export const StatusChange = lazily(() =>
  z.object({
    status: z.enum(['CONFIRMED', 'PENDING', 'WAITLISTED', 'DECLINED', 'CANCELLED', 'CHECKED_IN']),
    ticketId: z.string().optional().describe('The ticket of a guest who was invited; needed where there are several'),
  }),
)

export const Transfer = lazily(() => z.object({ recipientEmail: Email(), recipientName: nameAsGiven(400).optional() }))
