import * as z from 'zod'
import { withAsciiDomain } from './email-address.ts'
import { lazy } from './lazy.ts'
import { isCurrency } from './money.ts'
import { DEFAULT_LIMIT, MAXIMUM_LIMIT } from './page.ts'
import { isTimezone } from './time.ts'
import { ACCENTS, LOCALES } from './vocabulary.ts'

/** Field schemas that requests and responses share. */

// eslint-disable-next-line no-control-regex
const BREAKS_AND_CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** A single line of text. Line breaks and control characters become one space. */
export const oneLine = (most: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(BREAKS_AND_CONTROLS, ' ').trim())
    .pipe(z.string().min(1, 'must not be empty').max(most))

/** Text of several lines, without control characters. */
export const manyLines = (most: number) =>
  z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').replaceAll(CONTROLS, ''))
    .pipe(z.string().max(most))

/** A person's name, stored exactly as typed, including whitespace. */
export const nameAsGiven = (most: number) => z.string().max(most)

const isHttpUrl = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}

export const HttpUrl = lazy(() =>
  z
    .string()
    .max(2_000)
    .refine(isHttpUrl, 'must be an http or https URL')
    .transform((text) => new URL(text).href)
    .meta({ format: 'uri' }),
)

export const Timezone = lazy(() => z.string().max(64).refine(isTimezone, 'must be an IANA time zone'))

export const LocaleField = lazy(() => z.enum(LOCALES))

/** A string rather than an enum, so that a new language does not break generated clients. */
export const LocaleOutput = lazy(() =>
  z.string().meta({ description: `Language code: ${LOCALES.join(', ')}. More may be added.` }),
)

/** Accepts only the hues in `ACCENTS`, which are readable in both light and dark mode. */
export const Accent = lazy(() =>
  z.int().refine((hue) => ACCENTS.includes(hue), `must be one of the hues ${ACCENTS.join(', ')}`),
)

/** The organiser's texts in other languages. If a text is missing or null, readers see the original field. */
export const translationsOf = <Words extends z.ZodRawShape>(words: Words) =>
  z.partialRecord(LocaleField(), z.object(words).partial()).meta({ description: 'Translations by language code.' })

/** Translations in responses: trimmed, and with an open set of languages. */
export const translationsOutputOf = <Words extends z.ZodRawShape>(words: Words) =>
  z.record(LocaleOutput(), z.object(words).partial()).meta({ description: 'Translations by language code.' })

export const Slug = lazy(() =>
  z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must contain only lower-case letters, digits and single hyphens'),
)

/** A name that the caller chooses for a part of an object, so that it can refer to that part later. */
export const Key = lazy(() =>
  z
    .string()
    .max(64)
    .regex(/^[A-Za-z0-9_-]+$/, 'must contain only letters, digits, hyphens and underscores'),
)

export const Email = lazy(() =>
  z.string().trim().toLowerCase().overwrite(withAsciiDomain).pipe(z.email('must be an email address').max(254)),
)

export const Currency = lazy(() => z.string().toUpperCase().refine(isCurrency, 'must be an ISO 4217 currency code'))

/** An ISO 8601 time with an offset, parsed to epoch milliseconds. */
export const InstantInput = lazy(() => z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)))

/** A UTC time with `Z`. */
export const InstantOutput = lazy(() => z.iso.datetime())

/** An instant, or a local date for an all-day event. The end of an all-day event is exclusive. */
export const EventTime = lazy(() =>
  z.union([InstantOutput(), z.iso.date()]).meta({
    id: 'EventTime',
    description: 'UTC time, such as `2027-06-18T18:00:00Z`. For an all-day event a local date, such as `2027-06-18`.',
  }),
)

/** A whole number in a query string: decimal digits only, without a sign. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number in decimal digits')
    .transform(Number)
    .pipe(z.int().min(least).max(most))

export const PageQuery = lazy(() =>
  z.object({
    page: wholeNumber(1, 1_000_000).default(1),
    limit: wholeNumber(1, MAXIMUM_LIMIT).default(DEFAULT_LIMIT),
  }),
)

const EARLIEST = '1970-01-01'
const LATEST = '2200-01-01'
const isWithinReason = (text: string) => text >= EARLIEST && text < LATEST

/** A time with an offset, or a local time in the time zone sent with it. The value stays text. */
export const LocalOrInstant = lazy(() =>
  z
    .union(
      [z.iso.datetime({ offset: true, local: true })],
      'must be a time with an offset, or a local time such as 2027-05-01T18:30',
    )
    .refine(isWithinReason, `must be between ${EARLIEST} and ${LATEST}`)
    .meta({
      id: 'TimeInput',
      description: 'ISO 8601 time with an offset, or a local time in the given time zone, such as `2027-06-18T20:00`.',
    }),
)

/** Like `LocalOrInstant`, but a bare date is allowed too, for all-day events. */
export const TimeOrDate = lazy(() =>
  z
    .union(
      [z.iso.datetime({ offset: true, local: true }), z.iso.date()],
      'must be a time with an offset, a local time, or a date for an all-day event',
    )
    .refine(isWithinReason, `must be between ${EARLIEST} and ${LATEST}`)
    .meta({
      id: 'TimeOrDateInput',
      description: 'ISO 8601 time with an offset, a local time in the given time zone, or a date such as `2027-06-18`.',
    }),
)

/** A guest's answer to a registration question, in responses and deliveries. */
export const RegistrationAnswerOutput = lazy(() =>
  z.object({ question: z.string(), answer: z.string() }).meta({ id: 'RegistrationAnswer' }),
)

/** A changed field with its old and its new value. */
export const FieldChange = lazy(() =>
  z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }).meta({ id: 'FieldChange' }),
)

/**
 * Discriminator of a response that has several forms. Clients generated for Java and TypeScript can't distinguish forms
 * by their fields.
 */
export const kindOf = <Kind extends string>(kind: Kind) => z.literal(kind).describe('Form of the response.')
