import {
  GENERAL_ADMISSION,
  type EVENT_STATUSES,
  type LIFECYCLES,
  type LOCATION_TYPES,
  type REGISTRATION_STATUSES,
  type Locale,
  type TICKET_STATUSES,
} from '../kernel/vocabulary.ts'
import { languageOf } from '../words/words.ts'

type Translations<Word extends string> = Partial<Record<Locale, Partial<Record<Word, string | null>> | undefined>>

/** The organiser's own words in the reader's language, as far as there are any; the rest as it was written. */
export const translated = <Word extends string, Text extends { translations?: Translations<Word> }>(
  text: Text,
  locale: Locale,
): Text => {
  const words = Object.entries(text.translations?.[locale] ?? {}).filter(([, word]) => typeof word === 'string')
  return { ...text, ...Object.fromEntries(words) }
}

/** A ticket that nobody gave a name has ours. */
export const ticketIn = <Ticket extends { name: string; translations?: Translations<'name' | 'description'> }>(
  ticket: Ticket,
  locale: Locale,
): Ticket => {
  const told = translated(ticket, locale)
  return told.name === GENERAL_ADMISSION ? { ...told, name: languageOf(locale).words.ticket.general } : told
}

export const inLanguage = <Event extends ShownEvent>(event: Event, locale: Locale): Event => ({
  ...translated(event, locale),
  ownTitle: event.ownTitle ?? event.title,
  tickets: event.tickets.map((ticket) => ticketIn(ticket, locale)),
})

/** Instants, or the dates of an all-day event with an exclusive end. */
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
  currency: string | null
  status: (typeof TICKET_STATUSES)[number]
  requiresApproval: boolean
  salesStartAt: string | null
  salesEndAt: string | null
}

/** As much of an event as people are shown, in the form in which the open API answers it. */
export interface ShownEvent extends Times {
  title: string
  /** As its organiser wrote it, where `title` is a translation: what is drawn of it is the same in every language. */
  ownTitle?: string
  translations?: Translations<'title' | 'description'>
  description: string | null
  url: string | null
  coverUrl: string | null
  /** What the picture shows; only pages say it. */
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
}
