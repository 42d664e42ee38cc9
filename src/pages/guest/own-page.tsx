import { hueOf } from '../../presentation/accent.ts'
import { localeOf } from '../../words/locales.ts'
import { need, type Own } from '../asking.ts'
import { pathOf } from '../links.ts'
import type { Shown, Visit } from '../page.ts'
import type { Whose } from '../parts/frame.tsx'
import { readingOf, type Reading } from '../reading.ts'

export const apiPathOf = ({ params }: Visit) => `/public/registrations/${encodeURIComponent(params.manageToken ?? '')}`

export const ownPathOf = ({ params }: Visit) => `/r/${encodeURIComponent(params.manageToken ?? '')}`

export const readOwn = (visit: Visit) => need<Own>(visit.api, apiPathOf(visit))

/** A guest is spoken to as they registered, unless they ask for another language. */
export const ownReading = (visit: Visit, { guest, calendar }: Own): Reading =>
  readingOf(visit, localeOf(guest.locale) ?? calendar.locale)

export const ownHue = ({ event, calendar }: Own) => event.accent ?? calendar.accent ?? hueOf(calendar.slug)

export const ownWhose = ({ calendar }: Own): Whose => ({
  ...calendar,
  href: calendar.url === null ? null : pathOf(calendar.url),
})

/** The address is a secret: kept by nobody, named to nobody, found by nobody. */
export const secretly = (own: Own, shown: Omit<Shown, 'hue' | 'headers' | 'head'>): Shown => ({
  style: 'guest',
  scripts: ['guest'],
  ...shown,
  hue: ownHue(own),
  head: <meta name="robots" content="noindex" />,
  headers: { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' },
})
