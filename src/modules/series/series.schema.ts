import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import {
  EventTime,
  InstantOutput,
  kindOf,
  manyLines,
  oneLine,
  PageQuery,
  Timezone,
  FieldChange,
} from '../../kernel/wire.ts'
import { Event, NewEvent } from '../events/index.ts'

const LONGEST_MINUTES = 31 * 24 * 60
const LONGEST_DAYS = 366
const MAX_LISTED_DATES = 500

const LOCAL = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?$/

/** A local time or date. The time zone is in a separate field, `timezone`. */
const Local = lazy(() =>
  z
    .string()
    .regex(LOCAL, 'must be a local time such as 2027-06-18T19:00, or a date for an all-day series')
    .refine((text) => {
      const at = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text}Z`)
      return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 10))
    }, 'must be a valid date and time')
    .refine((text) => text >= '1970-01-01' && text < '2200-01-01', 'must be between 1970-01-01 and 2200-01-01'),
)

const locals = lazy(() => z.array(Local()).max(MAX_LISTED_DATES))

/** The body for creating an event, without the times, which come from the series. */
const Template = lazy(() =>
  NewEvent().omit({
    calendarSlug: true,
    startAt: true,
    endAt: true,
    timezone: true,
    allDay: true,
    registrationOpensAt: true,
    registrationClosesAt: true,
    checkInOpensAt: true,
    checkInClosesAt: true,
  }),
)
export type TemplateInput = SchemaOutput<typeof Template>

const timing = lazy(() => ({
  startAt: Local(),
  durationMinutes: z
    .int()
    .min(1)
    .max(LONGEST_MINUTES)
    .nullable()
    .optional()
    .describe('Duration of each date, in minutes. Required unless `allDayDays` is set.'),
  allDayDays: z.int().min(1).max(LONGEST_DAYS).nullable().optional(),
  timezone: Timezone(),
  rrule: oneLine(500).describe(
    'RFC 5545 rule with FREQ, INTERVAL, COUNT, UNTIL, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS, WKST.',
  ),
  exdates: locals().optional(),
  rdates: locals().optional(),
}))

export const NewSeries = lazy(() =>
  z.object({
    calendarSlug: z.string().optional().describe('Calendar slug. Required with a session, not with an API key.'),
    template: Template(),
    ...timing(),
  }),
)

export const SeriesToPreview = lazy(() => NewSeries().partial({ template: true }))
export type TimingInput = Omit<SchemaOutput<typeof SeriesToPreview>, 'template' | 'calendarSlug'>

export const SeriesChanges = lazy(() =>
  z
    .object(timing())
    .partial()
    .extend({
      template: Template()
        .partial()
        .optional()
        .describe('Template fields to change. Tickets and status apply to new dates only.'),
      overwrite: z
        .boolean()
        .optional()
        .describe('Whether to overwrite fields changed on individual dates. Default: false.'),
      cancelVanished: z
        .boolean()
        .optional()
        .describe('Whether to cancel dates that have guests when the new rule removes them. Default: false.'),
      suppressNotifications: z
        .boolean()
        .optional()
        .describe('Whether to skip notification emails to guests. Default: false.'),
      dryRun: z
        .boolean()
        .optional()
        .describe('Whether to only report the changes and affected guests, without saving anything. Default: false.'),
    }),
)
export type SeriesChangesInput = SchemaOutput<typeof SeriesChanges>

export const SeriesCancellation = lazy(() =>
  z.object({
    reason: manyLines(2_000).nullable().optional(),
    suppressNotifications: z
      .boolean()
      .optional()
      .describe('Whether to skip notification emails to guests. Default: false.'),
  }),
)

export const SeriesPage = PageQuery

export const Series = lazy(() =>
  z
    .object({
      id: z.string(),
      calendarSlug: z.string(),
      title: z.string(),
      timezone: z.string(),
      startAt: z.string().describe('Local start time, or the date for an all-day series.'),
      durationMinutes: z.int().nullable(),
      allDayDays: z.int().nullable(),
      rrule: z.string(),
      words: z.string().describe('The rule in words.'),
      exdates: z.array(z.string()),
      rdates: z.array(z.string()),
      template: z.record(z.string(), z.unknown()),
      madeUntil: z.string().describe('Local time up to which dates have been generated.'),
      endsAt: InstantOutput().nullable().describe('End of the last date. Null if the series has no end.'),
      heldUpAt: InstantOutput()
        .nullable()
        .describe(
          'Time when date generation paused because the calendar reached its plan’s limit of upcoming events. Null if not paused.',
        ),
      eventCount: z.int(),
      nextEventId: z.string().nullable(),
      cancelledAt: InstantOutput().nullable(),
      createdAt: InstantOutput(),
      updatedAt: InstantOutput(),
    })
    .meta({ id: 'Series' }),
)
export type SeriesOutput = SchemaOutput<typeof Series>

export const SeriesPreview = lazy(() =>
  z
    .object({
      words: z.string(),
      dates: z.array(
        z.object({
          recurrenceId: z.string(),
          startAt: EventTime(),
          endAt: EventTime(),
        }),
      ),
      hasMore: z.boolean(),
      endsAt: InstantOutput().nullable(),
    })
    .meta({ id: 'SeriesPreview' }),
)

/** The effects of changing several dates, without storing the change. */
export const DryRun = lazy(() =>
  z
    .object({
      kind: kindOf('DRY_RUN'),
      affected: z.array(
        z.object({
          eventId: z.string().nullable().describe('Event id. Null for a date that would be created.'),
          startAt: EventTime(),
          guests: z.int(),
          changes: z.array(FieldChange()),
        }),
      ),
      mailed: z.int().describe('Number of guests to be emailed.'),
      quota: z
        .object({ quota: z.string(), limit: z.int(), used: z.int(), adds: z.int() })
        .nullable()
        .describe('Quota the change would exceed, with the number of added dates. Null if none.'),
      refused: z.array(
        z.object({
          eventId: z.string(),
          startAt: EventTime(),
          guests: z.int(),
          code: z.string(),
          message: z.string(),
        }),
      ),
    })
    .meta({ id: 'SeriesDryRun' }),
)
export type DryRunOutput = SchemaOutput<typeof DryRun>

const ChangedEvent = lazy(() =>
  Event()
    .extend({ kind: kindOf('EVENT') })
    .meta({ id: 'ChangedEvent' }),
)
const ChangedSeries = lazy(() =>
  Series()
    .extend({ kind: kindOf('SERIES') })
    .meta({ id: 'ChangedSeries' }),
)

export const EventOrDryRun = lazy(() =>
  z.discriminatedUnion('kind', [ChangedEvent(), DryRun()]).meta({ id: 'EventOrDryRun' }),
)
export const SeriesOrDryRun = lazy(() =>
  z.discriminatedUnion('kind', [ChangedSeries(), DryRun()]).meta({ id: 'SeriesOrDryRun' }),
)
