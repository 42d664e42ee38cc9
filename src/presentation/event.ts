import type {
  EVENT_STATUSES,
  LIFECYCLES,
  LOCATION_TYPES,
  REGISTRATION_STATUSES,
  TICKET_STATUSES,
} from '../kernel/vocabulary.ts'

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
  description: string | null
  url: string | null
  coverUrl: string | null
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
