import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { MAIL_STATUSES } from '../../kernel/vocabulary.ts'
import { InstantOutput } from '../../kernel/wire.ts'
import { Guest, Status } from './guests.schema.ts'

export const GuestCounts = lazy(() =>
  z
    .object({
      total: z.int(),
      /** Statuses that nobody has are left out. */
      statuses: z.array(z.object({ status: Status(), guests: z.int() })),
      tickets: z.array(
        z.object({
          ticketId: z.string().nullable().describe('Null: invited, and no ticket chosen yet'),
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
      kind: z.string().meta({ description: 'What it is about: confirmation, announcement, …; more may be added.' }),
      communicationId: z.string().nullable().describe('The announcement or reminder that it brings'),
      recipient: z.string(),
      status: z.string().meta({ description: `${MAIL_STATUSES.join(', ')}; more may be added.` }),
      attempts: z.int(),
      error: z.string().nullable().describe('Of the last attempt'),
      nextAttemptAt: InstantOutput().nullable(),
      createdAt: InstantOutput(),
      sentAt: InstantOutput().nullable(),
    })
    .meta({ id: 'GuestMail' }),
)

/** As many as a list shows on its longest page. */
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
    })
    .meta({ examples: [{ action: 'resend', guestIds: ['gst_nobody'] }] }),
)

export const ManyResults = lazy(() =>
  z
    .object({
      results: z.array(
        z.object({
          guestId: z.string(),
          result: z.enum(['DONE', 'REFUSED']),
          guest: Guest().optional().describe('As they then stand'),
          code: z.string().optional(),
          message: z.string().optional(),
        }),
      ),
    })
    .meta({ id: 'ManyResults' }),
)
