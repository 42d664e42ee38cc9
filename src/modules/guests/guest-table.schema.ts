import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { MAIL_STATUSES } from '../../kernel/vocabulary.ts'
import { InstantOutput } from '../../kernel/wire.ts'
import { Guest, refusalMessage, Status } from './guests.schema.ts'

export const GuestCounts = lazy(() =>
  z
    .object({
      total: z.int(),
      /** Statuses that no guest has are omitted. */
      statuses: z.array(z.object({ status: Status(), guests: z.int() })),
      waiting: z.object({
        approvals: z.int().describe('Guests to approve: `GET …/guests?awaiting=APPROVAL`.'),
        unpaidOrders: z.int().describe('Orders to pay. A party is one order.'),
        unpaidGuests: z.int().describe('Guests in those orders: `GET …/guests?awaiting=PAYMENT`.'),
      }),
      tickets: z.array(
        z.object({
          ticketId: z.string().nullable().describe('Ticket id. Null for invited guests without a ticket.'),
          name: z.string().nullable(),
          guests: z.int(),
          statuses: z.array(z.object({ status: Status(), guests: z.int() })),
        }),
      ),
    })
    .meta({ id: 'GuestCounts' }),
)

export const GuestMail = lazy(() =>
  z
    .object({
      id: z.string(),
      kind: z.string().meta({ description: 'Type of email, such as confirmation or announcement. More may be added.' }),
      communicationId: z.string().nullable().describe('Announcement or reminder in the email. Null for other emails.'),
      recipient: z.string(),
      status: z.string().meta({ description: `Delivery status: ${MAIL_STATUSES.join(', ')}. More may be added.` }),
      attempts: z.int(),
      error: z.string().nullable().describe('Error of the last attempt. Null if it succeeded.'),
      nextAttemptAt: InstantOutput().nullable(),
      createdAt: InstantOutput(),
      sentAt: InstantOutput().nullable(),
    })
    .meta({ id: 'GuestMail' }),
)

/** Equals the maximum page size of a list. */
const MAX_BULK_GUESTS = 100

export const ManyGuests = lazy(() =>
  z
    .object({
      action: z.enum(['approve', 'reject', 'resend', 'cancel']),
      guestIds: z
        .array(z.string().max(100))
        .min(1)
        .max(MAX_BULK_GUESTS)
        .transform((ids) => [...new Set(ids)]),
      message: refusalMessage('Message in the emails to the guests, as plain text. Only with reject.'),
    })
    .meta({ examples: [{ action: 'resend', guestIds: ['gst_nobody'] }] }),
)

export const ManyResults = lazy(() =>
  z
    .object({
      results: z.array(
        z
          .object({
            guestId: z.string(),
            result: z.enum(['DONE', 'REFUSED']),
            guest: Guest().optional().describe('Guest after the action.'),
            code: z.string().optional(),
            message: z.string().optional(),
          })
          .meta({ id: 'ActedGuest' }),
      ),
    })
    .meta({ id: 'ManyResults' }),
)
