import {
  GENERAL_ADMISSION,
  type EVENT_STATUSES,
  type LIFECYCLES,
  type LOCATION_TYPES,
  type PRICE_MODES,
  type REGISTRATION_STATUSES,
  type Locale,
  type TICKET_STATUSES,
} from '../kernel/vocabulary.ts'
import { languageOf } from '../words/words.ts'

type Translations<Word extends string> = Partial<Record<Locale, Partial<Record<Word, string | null>> | undefined>>

/** Replaces the texts that have a translation in `locale`. Other texts stay in the original language. */
export const translated = <Word extends string, Text extends { translations?: Translations<Word> }>(
  text: Text,
  locale: Locale,
): Text => {
  const words = Object.entries(text.translations?.[locale] ?? {}).filter(([, word]) => typeof word === 'string')
  return { ...text, ...Object.fromEntries(words) }
}

/** Like `translated`, and also translates the default name `GENERAL_ADMISSION`. */
export const ticketIn = <Ticket extends { name: string; translations?: Translations<'name' | 'description'> }>(
  ticket: Ticket,
  locale: Locale,
): Ticket => {
  const shown = translated(ticket, locale)
  return shown.name === GENERAL_ADMISSION ? { ...shown, name: languageOf(locale).words.ticket.general } : shown
}

export const inLanguage = <Event extends ShownEvent>(event: Event, locale: Locale): Event => ({
  ...translated(event, locale),
  ownTitle: event.ownTitle ?? event.title,
  tickets: event.tickets.map((ticket) => ticketIn(ticket, locale)),
  ...(event.addons === undefined ? {} : { addons: event.addons.map((addon) => translated(addon, locale)) }),
})

/** ISO instants, or dates for an all-day event. The end is exclusive. */
export interface Times {
  startAt: string
  endAt: string
  timezone: string
  allDay: boolean
}

export interface Place {
  name: string | null
  address: string | null
  city: string | null
  region: string | null
  country: string | null
}

export interface ShownTicket {
  name: string
  translations?: Translations<'name' | 'description'>
  price: number
  /** Service fee on top of `price`. Default: 0. */
  fee?: number
  currency: string | null
  /** With `CHOSEN`, `price` is the lowest price that a buyer can choose. Default: `FIXED`. */
  priceMode?: (typeof PRICE_MODES)[number]
  status: (typeof TICKET_STATUSES)[number]
  requiresApproval: boolean
  salesStartAt: string | null
  salesEndAt: string | null
}

/** The part of an event that people see, as the public API returns it. */
export interface ShownEvent extends Times {
  title: string
  /**
   * The original title if `title` is a translation. Posters are drawn from the original, so that they look the same in
   * every language.
   */
  ownTitle?: string
  translations?: Translations<'title' | 'description'>
  description: string | null
  url: string | null
  coverUrl: string | null
  /** The alternative text of the cover image. Only pages use it, not emails. */
  coverAlt?: string | null
  status: (typeof EVENT_STATUSES)[number]
  cancellationReason: string | null
  lifecycle: (typeof LIFECYCLES)[number]
  locationType: (typeof LOCATION_TYPES)[number]
  location: Place | null
  registrationStatus: (typeof REGISTRATION_STATUSES)[number]
  registrationOpensAt: string | null
  registrationClosesAt: string | null
  requiresApproval: boolean
  spotsRemaining: number | null
  tickets: readonly ShownTicket[]
  addons?: readonly { translations?: Translations<'name' | 'description'> }[]
}
