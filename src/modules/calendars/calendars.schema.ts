import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { RefundPolicy, RefundPolicyInput } from '../../kernel/refund-policy.ts'
import { ServiceFeeInput, ServiceFeeOutput } from '../../kernel/service-fee.ts'
import { CALENDAR_VISIBILITIES, DELAYED_PAYMENTS, PLANS } from '../../kernel/vocabulary.ts'
import {
  Accent,
  Currency,
  Email,
  HttpUrl,
  InstantOutput,
  LocaleField,
  LocaleOutput,
  manyLines,
  oneLine,
  Slug,
  Timezone,
} from '../../kernel/wire.ts'

const Visibility = lazy(() => z.enum(CALENDAR_VISIBILITIES))
const Plan = lazy(() => z.enum(PLANS))

export const OpenCalendar = lazy(() =>
  z
    .object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      avatarUrl: z.string().nullable(),
      coverUrl: z.string().nullable(),
      timezone: z.string(),
      website: z.string().nullable(),
      locale: LocaleOutput(),
      accent: z.int().nullable().describe('Hue of the accent colour. Null means the hue derived from the slug.'),
      contactEmail: z.string().nullable(),
      imprintUrl: z.string().nullable(),
      privacyUrl: z.string().nullable(),
      refundPolicy: RefundPolicy()
        .nullable()
        .describe('Refunds for guests who cancel. Events and tickets can override it. Null means no refunds.'),
      serviceFee: ServiceFeeOutput()
        .nullable()
        .describe('Fee that buyers pay on top of each seat. Events can override it. Null means no fee.'),
      visibility: Visibility(),
      url: z.string().nullable(),
      icsUrl: z.string().nullable(),
      embedUrl: z.string().nullable(),
      webcalUrl: z.string().nullable(),
      eventCount: z.int(),
      createdAt: InstantOutput(),
      updatedAt: InstantOutput(),
    })
    .meta({ id: 'OpenCalendar' }),
)

export const Calendar = lazy(() =>
  OpenCalendar()
    .extend({
      plan: Plan(),
      paymentInstructions: z
        .string()
        .nullable()
        .describe('Offline payment instructions in Markdown. An event can override them.'),
      delayedPayments: z
        .enum(DELAYED_PAYMENTS)
        .describe(
          'HOLD offers payment methods whose money arrives days later, such as direct debit, and holds the seats until then. OFF doesn’t offer them. Events can override it.',
        ),
      currency: z
        .string()
        .describe('Default currency of new tickets and coupons. Derived from the time zone unless it was set.'),
      /** Null unless the service operator has suspended the calendar. */
      suspension: z.object({ reason: z.string(), suspendedAt: InstantOutput() }).nullable(),
    })
    .meta({ id: 'Calendar' }),
)
export type CalendarOutput = SchemaOutput<typeof Calendar>

const editable = lazy(() => ({
  name: oneLine(200),
  timezone: Timezone(),
  description: manyLines(10_000).nullable(),
  avatarUrl: HttpUrl().nullable(),
  coverUrl: HttpUrl().nullable(),
  website: HttpUrl().nullable(),
  locale: LocaleField().describe('Language of pages and emails, unless the reader chooses another.'),
  accent: Accent().nullable(),
  contactEmail: Email().nullable(),
  imprintUrl: HttpUrl().nullable(),
  privacyUrl: HttpUrl().nullable(),
  paymentInstructions: manyLines(5_000).nullable(),
  currency: Currency()
    .nullable()
    .describe('Default currency of new tickets and coupons. Null means the currency used in the time zone.'),
  refundPolicy: RefundPolicyInput().nullable(),
  serviceFee: ServiceFeeInput().nullable(),
  delayedPayments: z.enum(DELAYED_PAYMENTS).describe('HOLD or OFF. Default: HOLD.'),
  visibility: Visibility(),
}))

export const CalendarChanges = lazy(() => z.object(editable()).partial())

export const NewCalendar = lazy(() =>
  CalendarChanges().extend({
    name: editable().name,
    timezone: editable().timezone,
    slug: Slug().optional(),
  }),
)

/** Members of the calendar see `reason`. */
export const Suspension = lazy(() =>
  z
    .object({ suspended: z.boolean(), reason: oneLine(500).nullable().optional() })
    .refine(({ suspended, reason }) => !suspended || (reason ?? '') !== '', {
      path: ['reason'],
      message: 'must not be empty when suspending a calendar',
    }),
)

export const PlanChange = lazy(() => z.object({ plan: Plan() }))
