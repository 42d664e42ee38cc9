import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { CHECKPOINT_MODES } from '../../kernel/vocabulary.ts'

const Count = lazy(() => z.int().min(0))

const figures = lazy(() => ({
  /** Dates in the calendar's `timezone`. `from` and `to` are both inclusive. */
  from: z.iso.date(),
  to: z.iso.date(),
  timezone: z.string(),
  totals: z.object({
    registrations: Count(),
    confirmed: Count(),
    pending: Count(),
    waitlisted: Count(),
    offered: Count(),
    declined: Count(),
    cancelled: Count(),
    checkedIn: Count(),
    /** `checkedIn / (confirmed + checkedIn)`, from 0 to 1. */
    attendanceRate: z.number().min(0).max(1),
    orders: Count(),
  }),
  revenue: z.array(z.object({ currency: z.string(), gross: Count(), refunded: Count(), net: z.int() })),
  byTicket: z.array(
    z.object({
      ticketId: z.string(),
      name: z.string(),
      capacity: z.int().nullable(),
      confirmed: Count(),
      checkedIn: Count(),
    }),
  ),
  series: z.array(z.object({ date: z.iso.date(), registrations: Count(), checkIns: Count() })),
}))

/**
 * Counts the guests who registered in the range, by their current status. `series.checkIns` counts check-ins by when
 * they happened.
 */
export const Statistics = lazy(() =>
  z
    .object({
      ...figures(),
      /** Every checkpoint of the event. Scans are counted by `scanned_at`. Undone scans do not count. */
      byCheckpoint: z.array(
        z.object({
          checkpointId: z.string(),
          name: z.string(),
          mode: z.enum(CHECKPOINT_MODES),
          admitted: Count().meta({ description: 'Number of distinct guests admitted.' }),
          entries: Count().meta({
            description: 'Number of entries. Higher than the number of guests if guests re-enter.',
          }),
          exits: Count().meta({ description: 'Number of exits, including final ones.' }),
          days: z
            .array(z.object({ date: z.iso.date(), admitted: Count(), entries: Count(), exits: Count() }))
            .meta({ description: 'Statistics by date. Dates without scans are omitted.' }),
        }),
      ),
    })
    .meta({ id: 'Statistics' }),
)

export const Analytics = lazy(() =>
  z
    .object({
      ...figures(),
      noShows: z
        .object({
          guests: Count().describe('Guests who had a seat and were not admitted.'),
          confirmed: Count().describe('Guests who had a seat, admitted or not.'),
          events: Count().describe('Events that ended in the range. Cancelled events don’t count.'),
          rate: z.number().min(0).max(1).nullable().describe('`guests / confirmed`. Null if `confirmed` is 0.'),
        })
        .describe('No-shows of the events that ended in the range, whenever their guests registered.'),
      /** The events with the most registrations in the range. */
      byEvent: z.array(
        z.object({
          eventId: z.string(),
          slug: z.string(),
          title: z.string(),
          registrations: Count(),
          confirmed: Count(),
          checkedIn: Count(),
        }),
      ),
    })
    .meta({ id: 'Analytics' }),
)

export const RangeQuery = lazy(() => z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() }))
