import type { Locale } from '../../kernel/vocabulary.ts'
import { hueOf } from '../../presentation/accent.ts'
import { inLanguage } from '../../presentation/event.ts'
import { localeOf } from '../../words/locales.ts'
import { need, type OwnRegistration } from '../asking.ts'
import { pathOf } from '../links.ts'
import type { Shown, Visit } from '../page.ts'
import type { Whose } from '../parts/frame.tsx'
import { readerLanguageOf, type ReaderLanguage } from '../reading.ts'

export const apiPathOf = ({ params }: Visit) => `/public/registrations/${encodeURIComponent(params.manageToken ?? '')}`

export const ownPathOf = ({ params }: Visit) => `/r/${encodeURIComponent(params.manageToken ?? '')}`

export const readOwn = (visit: Visit) => need<OwnRegistration>(visit.api, apiPathOf(visit))

/** Guests see the page in the language they registered in, unless the URL has `lang`. */
export const ownReading = (visit: Visit, { guest, calendar }: OwnRegistration): ReaderLanguage =>
  readerLanguageOf(visit, localeOf(guest.locale) ?? calendar.locale)

/** Translates the organiser's texts, including the names of the guests' tickets. */
export const ownIn = (own: OwnRegistration, locale: Locale): OwnRegistration => {
  const event = inLanguage(own.event, locale)
  const named = <Guest extends Pick<OwnRegistration['guest'], 'ticket'>>(guest: Guest): Guest => {
    const ticket = event.tickets.find(({ id }) => id === guest.ticket?.id)
    return ticket === undefined ? guest : { ...guest, ticket: { id: ticket.id, name: ticket.name } }
  }
  const guests = own.party?.guests.map((member) => ({ ...member, guest: named(member.guest) })) ?? []
  return { ...own, event, guest: named(own.guest), party: own.party && { ...own.party, guests } }
}

export const ownHue = ({ event, calendar }: OwnRegistration) => event.accent ?? calendar.accent ?? hueOf(calendar.slug)

export const ownWhose = ({ calendar }: OwnRegistration): Whose => ({
  ...calendar,
  href: calendar.url === null ? null : pathOf(calendar.url),
})

/**
 * Adds the headers for a page whose URL is a secret: no caching and no indexing. `Referrer-Policy: no-referrer`, which
 * every page sends, keeps the URL from other sites.
 */
export const secretly = (own: OwnRegistration, shown: Omit<Shown, 'hue' | 'headers' | 'head'>): Shown => ({
  style: 'guest',
  scripts: ['guest'],
  ...shown,
  hue: ownHue(own),
  head: <meta name="robots" content="noindex" />,
  headers: { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' },
})
