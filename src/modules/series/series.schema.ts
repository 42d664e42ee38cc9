import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { InstantOutput, manyLines, oneLine, PageQuery, Timezone } from '../../kernel/wire.ts'
import { Event, NewEvent } from '../events/index.ts'

const LONGEST_MINUTES = 31 * 24 * 60
const LONGEST_DAYS = 366
const MAX_LISTED_DATES = 500

const LOCAL = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?$/

/** As the wall shows it; its zone travels beside it. */
const Local = lazy(() =>
  z
    .string()
    .regex(LOCAL, 'must be a local time such as 2027-06-18T19:00, or a bare date for whole days')
    .refine((text) => {
      const at = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text}Z`)
      return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 10))
    }, 'must be on the calendar and the clock')
    .refine((text) => text >= '1970-01-01' && text < '2200-01-01', 'must lie between 1970-01-01 and 2200-01-01'),
)

const locals = lazy(() => z.array(Local()).max(MAX_LISTED_DATES))

/** An event's create body; when it takes place is the series' to say. */
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
  durationMinutes: z.int().min(1).max(LONGEST_MINUTES).nullable().optional().describe('This or allDayDays'),
  allDayDays: z.int().min(1).max(LONGEST_DAYS).nullable().optional(),
  timezone: Timezone(),
  rrule: oneLine(500).describe('RFC 5545: FREQ, INTERVAL, COUNT, UNTIL, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS, WKST'),
  exdates: locals().optional(),
  rdates: locals().optional(),
}))

export const NewSeries = lazy(() =>
  z.object({
    calendarSlug: z.string().optional().describe('Required of a session; a key has only one calendar'),
    template: Template(),
    ...timing(),
  }),
)

/** The same without anything to make. */
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
        .describe('What is given changes; its tickets and status are for new dates'),
      overwrite: z.boolean().optional().describe('Also where somebody has changed the field on one date alone'),
      cancelVanished: z.boolean().optional().describe('Cancels dates with guests that the rule names no more'),
      suppressNotifications: z.boolean().optional().describe('Sends the guests no mail about it'),
      dryRun: z.boolean().optional().describe('Only tells what would change, and for how many guests'),
    }),
)
export type SeriesChangesInput = SchemaOutput<typeof SeriesChanges>

export const SeriesCancellation = lazy(() =>
  z.object({
    reason: manyLines(2_000).nullable().optional(),
    suppressNotifications: z.boolean().optional().describe('Sends the guests no mail about it'),
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
      startAt: z.string().describe('Local: a time, or a date for whole days'),
      durationMinutes: z.int().nullable(),
      allDayDays: z.int().nullable(),
      rrule: z.string(),
      words: z.string().describe('The rule as people say it'),
      exdates: z.array(z.string()),
      rdates: z.array(z.string()),
      template: z.record(z.string(), z.unknown()),
      madeUntil: z.string().describe('Local: every date up to here has been made'),
      endsAt: InstantOutput().nullable().describe('The end of the last date; null where there is none'),
      heldUpAt: InstantOutput()
        .nullable()
        .describe('Since when no more dates are made: the calendar has as many events ahead as its plan allows'),
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
          startAt: z.union([InstantOutput(), z.iso.date()]),
          endAt: z.union([InstantOutput(), z.iso.date()]),
        }),
      ),
      hasMore: z.boolean(),
      endsAt: InstantOutput().nullable(),
    })
    .meta({ id: 'SeriesPreview' }),
)

/** What a change of several dates would do. */
export const DryRun = lazy(() =>
  z
    .object({
      affected: z.array(
        z.object({
          eventId: z.string().nullable().describe('null for a date that would be made'),
          startAt: z.union([InstantOutput(), z.iso.date()]),
          guests: z.int(),
          changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
        }),
      ),
      mailed: z.int().describe('How many guests would be written to'),
      quota: z
        .object({ quota: z.string(), limit: z.int(), used: z.int(), adds: z.int() })
        .nullable()
        .describe('The quota that refuses it, since so many dates more are too many; null where none does'),
      refused: z.array(
        z.object({
          eventId: z.string(),
          startAt: z.union([InstantOutput(), z.iso.date()]),
          guests: z.int(),
          code: z.string(),
          message: z.string(),
        }),
      ),
    })
    .meta({ id: 'SeriesDryRun' }),
)
export type DryRunOutput = SchemaOutput<typeof DryRun>

export const EventOrDryRun = lazy(() => z.union([Event(), DryRun()]))
export const SeriesOrDryRun = lazy(() => z.union([Series(), DryRun()]))
