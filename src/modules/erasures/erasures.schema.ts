import * as z from 'zod'
import { RETAINED } from '../../db/personal/retained.ts'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { refusal } from '../../kernel/failure.ts'
import { isoOrNull, type Instant } from '../../kernel/time.ts'
import { InstantOutput } from '../../kernel/wire.ts'
import type { ErasureCounts } from './counts.store.ts'

const Block = lazy(() =>
  z.object({
    kind: z
      .string()
      .describe(
        'What to settle first: EVENT_AHEAD (cancel the event, or wait until it is over), EVENTS_WITH_GUESTS (cancel upcoming events with guests), OPEN_PAYMENTS (wait for refunds and payments in progress), DOCUMENTS_KEPT (wait until the calendar’s invoices need not be kept) or ONLY_OWNER (make another member an owner, or erase the calendar). More may be added.',
      ),
    calendarSlug: z.string(),
    count: z.int(),
  }),
)

export const Erasure = lazy(() =>
  z
    .object({
      confirm: z.string().describe('Text to send as `confirm`: the name of what is erased.'),
      eraseAt: InstantOutput().nullable().describe('Time of the erasure. Null if none is pending.'),
      isEmpty: z
        .boolean()
        .describe(
          'Whether it can be deleted immediately: the calendar has no events, or the event never had a guest. False for accounts.',
        ),
      erases: z
        .object({
          events: z.int(),
          guests: z.int(),
          orders: z.int(),
          members: z.int(),
          images: z.int(),
          apiKeys: z.int(),
          webhooks: z.int(),
        })
        .describe('Number of objects that the erasure deletes.'),
      stays: z
        .array(
          z.object({
            kind: z
              .string()
              .describe('SLUGS, DOCUMENTS, POSTINGS, CHANGE_FEED, RESPONSES or EMAIL_RECORDS. More may be added.'),
            what: z.string(),
            reason: z.string(),
            days: z.int().nullable().describe('Days until it is deleted. Null: it stays.'),
          }),
        )
        .describe('Records that the erasure doesn’t delete.'),
      blocks: z.array(Block()).describe('Reasons why the erasure can’t be requested. Empty if it can.'),
    })
    .meta({ id: 'Erasure' }),
)

export const ErasureRequest = lazy(() =>
  z.object({ confirm: z.string().min(1, 'must not be empty').max(500).describe('The exact text from `confirm`.') }),
)

export const CalendarErasureRequest = lazy(() =>
  ErasureRequest().extend({
    archiveDigest: z
      .string()
      .max(64)
      .optional()
      .describe('`digest` of an archive created within the last 24 hours, whose content must be that of the calendar.'),
  }),
)

export const PendingErasure = lazy(() =>
  z
    .object({ eraseAt: InstantOutput().nullable().describe('Time of the erasure. Null if none is pending.') })
    .meta({ id: 'PendingErasure' }),
)

interface About {
  confirm: string
  eraseAt: Instant | null
}

export const toErasure = (
  { confirm, eraseAt }: About,
  { blocks, isEmpty, ...erases }: ErasureCounts,
): SchemaOutput<typeof Erasure> => ({
  confirm,
  eraseAt: isoOrNull(eraseAt),
  isEmpty: isEmpty === 1,
  erases,
  stays: RETAINED.map(({ kind, what, reason, days }) => ({ kind, what, reason, days })),
  blocks: JSON.parse(blocks) as SchemaOutput<typeof Block>[],
})

/** Compares exactly, except for leading and trailing spaces, which the request schema trims. */
export const refuseMismatch = (confirm: string, name: string) =>
  confirm.trim() === name.trim() ? null : refusal('confirmation_mismatch')
