import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import {
  EXPORT_DATASETS,
  EXPORT_FORMATS,
  EXPORT_FREQUENCIES,
  EXPORT_PAUSES,
  EXPORT_RUN_STATUSES,
} from '../../kernel/vocabulary.ts'
import { Email, InstantOutput, Timezone, LocaleField } from '../../kernel/wire.ts'
import { Guest } from '../guests/index.ts'

const MAX_RECIPIENTS = 10

const Dataset = lazy(() => z.enum(EXPORT_DATASETS))
const Format = lazy(() => z.enum(EXPORT_FORMATS))
const Frequency = lazy(() => z.enum(EXPORT_FREQUENCIES))
const RunStatus = lazy(() => z.enum(EXPORT_RUN_STATUSES))
const Weekday = lazy(() => z.int().min(1).max(7))
const DayOfMonth = lazy(() => z.int().min(1).max(31))
const TimeOfDay = lazy(() => z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:30'))

export const ScheduledExport = lazy(() =>
  z
    .object({
      id: z.string(),
      calendarSlug: z.string(),
      eventId: z.string().nullable(),
      dataset: Dataset(),
      format: Format(),
      frequency: Frequency(),
      weekday: Weekday().nullable(),
      dayOfMonth: DayOfMonth().nullable(),
      timeOfDay: z.string(),
      timezone: z.string(),
      recipients: z.array(z.string()),
      isActive: z.boolean(),
      nextRunAt: InstantOutput().nullable(),
      lastRunAt: InstantOutput().nullable(),
      lastStatus: RunStatus().nullable(),
      consecutiveFailures: z.int(),
      pausedReason: z
        .enum(EXPORT_PAUSES)
        .nullable()
        .describe(
          'Reason for an automatic pause: repeated failures, or the member responsible for the export lost access to its data. Null if not paused by the service.',
        ),
      createdAt: InstantOutput(),
      updatedAt: InstantOutput(),
    })
    .meta({ id: 'ScheduledExport' }),
)
export type ScheduledExportOutput = SchemaOutput<typeof ScheduledExport>

export const ExportRun = lazy(() =>
  z
    .object({
      id: z.string(),
      scheduledExportId: z.string(),
      status: RunStatus(),
      scheduledFor: InstantOutput(),
      attempts: z.int(),
      rowCount: z.int().nullable(),
      bytes: z.int().nullable(),
      error: z.string().nullable(),
      startedAt: InstantOutput().nullable(),
      completedAt: InstantOutput().nullable(),
      /**
       * The signed link that is emailed to the recipients. Null if there is no current file, or if the caller's role
       * may not export this dataset.
       */
      url: z.string().nullable(),
      expiresAt: InstantOutput().nullable(),
    })
    .meta({ id: 'ExportRun' }),
)
export type ExportRunOutput = SchemaOutput<typeof ExportRun>

const fields = lazy(() => ({
  eventId: z.string().nullable(),
  dataset: Dataset(),
  format: Format(),
  frequency: Frequency(),
  weekday: Weekday().nullable(),
  dayOfMonth: DayOfMonth().nullable(),
  timeOfDay: TimeOfDay(),
  timezone: Timezone(),
  recipients: z
    .array(Email())
    .min(1, 'must contain at least one recipient')
    .max(MAX_RECIPIENTS, `must contain at most ${MAX_RECIPIENTS} recipients`)
    .transform((given) => [...new Set(given)]),
  isActive: z.boolean(),
}))

export const ScheduledExportChanges = lazy(() => z.object(fields()).partial())

export const NewScheduledExport = lazy(() =>
  z.object({
    ...z.object(fields()).partial().shape,
    dataset: fields().dataset,
    frequency: fields().frequency,
    timeOfDay: fields().timeOfDay,
    recipients: fields().recipients,
  }),
)

/** Rows of the export. Their fields are the columns of the CSV file. */
export const ExportFile = lazy(() =>
  z.object({ data: z.array(z.record(z.string(), z.unknown())) }).meta({ id: 'ExportFile' }),
)

export const GuestFile = lazy(() => z.object({ data: z.array(Guest()) }).meta({ id: 'GuestFile' }))

export const GuestExportQuery = lazy(() =>
  z.object({
    format: z.enum(['csv', 'json']).default('csv'),
    bom: z.stringbool().optional(),
    headings: LocaleField()
      .optional()
      .describe(
        'Language of a CSV file for people: translated headings, times in the event’s time zone and the order number. Default: the columns for programs.',
      ),
  }),
)
