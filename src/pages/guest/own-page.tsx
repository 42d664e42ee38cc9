import { need, type Own } from '../asking.ts'
import { hueOf } from '../../presentation/hue.ts'
import type { Shown, Visit } from '../page.ts'

export const apiPathOf = ({ params }: Visit) => `/public/registrations/${encodeURIComponent(params.manageToken ?? '')}`

export const ownPathOf = ({ params }: Visit) => `/r/${encodeURIComponent(params.manageToken ?? '')}`

export const readOwn = (visit: Visit) => need<Own>(visit.api, apiPathOf(visit))

/** The address is a secret: kept by nobody, named to nobody, found by nobody. */
export const secretly = ({ event }: Own, shown: Omit<Shown, 'hue' | 'headers' | 'head'>): Shown => ({
  styles: ['guest'],
  scripts: ['guest'],
  ...shown,
  hue: hueOf(event.calendarSlug),
  head: <meta name="robots" content="noindex" />,
  headers: { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' },
})
