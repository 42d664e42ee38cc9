import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { EVENT_STATUSES, LIFECYCLES, LOCATION_TYPES, REGISTRATION_STATUSES } from '../../kernel/vocabulary.ts'
import { EventTime, InstantOutput, TimeOrDate, Timezone, wholeNumber } from '../../kernel/wire.ts'
import { SeriesInList } from '../events/index.ts'

export const FeedQuery = lazy(() =>
  z.object({
    token: z.string().max(200).optional().describe('Secret token of a private feed.'),
  }),
)

export const FeedToken = lazy(() => z.object({ token: z.string(), url: z.string() }).meta({ id: 'FeedToken' }))
/** Does not contain the token, which only `createFeedToken` returns, and only once. */
export const FeedTokenState = lazy(() => z.object({ isOpen: z.boolean() }).meta({ id: 'FeedTokenState' }))

const MAX_EMBEDDED = 100
const DEFAULT_EMBEDDED = 20
const Limit = lazy(() => wholeNumber(1, MAX_EMBEDDED).default(DEFAULT_EMBEDDED))

export const EmbedQuery = lazy(() =>
  z.object({
    limit: Limit(),
    from: TimeOrDate().optional(),
    to: TimeOrDate().optional(),
    tag: z.string().max(40).optional(),
    past: z.stringbool().optional(),
    series: SeriesInList().optional(),
  }),
)

/** Maximum length of an event description in a list. */
export const SUMMARY_LETTERS = 220

const EmbedEvent = lazy(() =>
  z
    .object({
      id: z.string(),
      slug: z.string(),
      title: z.string(),
      url: z.string().nullable(),
      startAt: EventTime(),
      endAt: EventTime(),
      timezone: z.string(),
      allDay: z.boolean(),
      localStart: z.string(),
      localEnd: z.string(),
      status: z.enum(EVENT_STATUSES),
      lifecycle: z.enum(LIFECYCLES),
      coverUrl: z.string().nullable(),
      summary: z.string().nullable(),
      locationType: z.enum(LOCATION_TYPES),
      location: z.object({ name: z.string().nullable(), city: z.string().nullable() }).nullable(),
      isFree: z.boolean(),
      priceFrom: z.int().nullable(),
      currency: z.string().nullable(),
      registrationStatus: z.enum(REGISTRATION_STATUSES),
      spotsRemaining: z.int().nullable(),
      tags: z.array(z.string()),
      seriesId: z.string().nullable(),
      seriesDates: z.int().nullable(),
    })
    .meta({ id: 'EmbedEvent' }),
)
export type EmbedEventOutput = SchemaOutput<typeof EmbedEvent>

export const EmbedFeed = lazy(() =>
  z
    .object({
      version: z.int().describe('Version of this format: 1.'),
      calendar: z.object({
        slug: z.string(),
        name: z.string(),
        url: z.string().nullable(),
        avatarUrl: z.string().nullable(),
        timezone: z.string(),
        icsUrl: z.string().nullable(),
      }),
      events: z.array(EmbedEvent()),
      generatedAt: InstantOutput(),
    })
    .meta({ id: 'EmbedFeed' }),
)

const isLocale = (text: string) => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(text).length === 1
  } catch {
    return false
  }
}

export const EmbedPageQuery = lazy(() =>
  z.object({
    theme: z.enum(['light', 'dark', 'auto']).default('auto'),
    accent: z
      .string()
      .regex(/^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a hex colour such as 1d4ed8')
      .optional(),
    locale: z
      .string()
      .max(35)
      .refine(isLocale, 'must be a language tag such as fr or en-GB')
      .optional()
      .describe('Language for dates and text. Default: the calendar’s language.'),
    tz: Timezone().optional(),
    limit: Limit(),
    compact: z.stringbool().default(false),
    tag: z.string().max(40).optional(),
    series: SeriesInList().optional(),
  }),
)
export type EmbedPageInput = SchemaOutput<typeof EmbedPageQuery>
