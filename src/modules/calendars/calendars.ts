import { planCovers } from '../../kernel/ranks.ts'
import type { CalendarRow } from '../../db/rows.ts'
import type { Config } from '../../deps.ts'
import { currencyOfZone } from '../../kernel/zone-currency.ts'
import { iso } from '../../kernel/time.ts'
import type { Locale } from '../../kernel/vocabulary.ts'
import { inLocale } from '../../words/locales.ts'
import type { CalendarOutput } from './calendars.schema.ts'

/** URL of a page for visitors. The page is on this service, or on the owner's site if `siteUrl` points there. */
export const siteUrlOf = ({ siteUrl }: Config, kind: 'c' | 'e', slug: string) =>
  siteUrl.replaceAll('{kind}', kind).replaceAll('{slug}', slug)

/**
 * Like `siteUrlOf`, but for a recipient. If this service renders the page, the URL sets the recipient's language. A URL
 * without a language shows the page in the calendar's `locale`.
 */
export const siteUrlIn = (
  locale: Locale,
  kind: 'c' | 'e',
  slug: string,
  { locale: own }: CalendarRow,
  config: Config,
) => {
  const url = siteUrlOf(config, kind, slug)
  return url.startsWith(`${config.pagesUrl}/`) ? inLocale(url, locale, own) : url
}

/** The feed and the embed require the plan `PLUS`. On lower plans, the URLs are null. */
export const feedUrlsOf = (calendar: CalendarRow, { baseUrl }: Config) => {
  if (!planCovers(calendar.plan, 'PLUS')) return { icsUrl: null, embedUrl: null, webcalUrl: null }
  const own = `${baseUrl}/calendars/${calendar.slug}`
  return {
    icsUrl: `${own}/events.ics`,
    embedUrl: `${own}/embed`,
    webcalUrl: `${own}/events.ics`.replace(/^https?:/, 'webcal:'),
  }
}

export const toCalendar = (calendar: CalendarRow, config: Config): CalendarOutput => ({
  id: calendar.id,
  slug: calendar.slug,
  name: calendar.name,
  description: calendar.description,
  avatarUrl: calendar.avatarUrl,
  coverUrl: calendar.coverUrl,
  timezone: calendar.timezone,
  website: calendar.website,
  locale: calendar.locale,
  accent: calendar.accent,
  contactEmail: calendar.contactEmail,
  imprintUrl: calendar.imprintUrl,
  privacyUrl: calendar.privacyUrl,
  paymentInstructions: calendar.paymentInstructions,
  refundPolicy: calendar.refundPolicy,
  serviceFee: calendar.serviceFee,
  delayedPayments: calendar.delayedPayments ?? 'HOLD',
  visibility: calendar.visibility,
  plan: calendar.plan,
  currency: calendar.currency ?? currencyOfZone(calendar.timezone),
  suspension:
    calendar.suspendedAt === null
      ? null
      : { reason: calendar.suspensionReason ?? '', suspendedAt: iso(calendar.suspendedAt) },
  url: siteUrlOf(config, 'c', calendar.slug),
  ...feedUrlsOf(calendar, config),
  eventCount: calendar.eventCount,
  createdAt: iso(calendar.createdAt),
  updatedAt: iso(calendar.updatedAt),
})
