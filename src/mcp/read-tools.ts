import * as z from 'zod'
import { ToolRefusal } from './operations.ts'
import { done, tool } from './tool.ts'

const PAGE = 20

const eventId = () => z.string().max(100)
const page = () => z.int().min(1).optional()

/** Returns null if the key may not read this. */
const ifMay = async (reading: Promise<{ data: unknown }>) => {
  try {
    return (await reading).data
  } catch (error) {
    if (error instanceof ToolRefusal && error.code === 'scope_missing') return null
    throw error
  }
}

interface ChangeEntry {
  current: unknown
  [field: string]: unknown
}

/** Leaves out the whole object. An assistant can read it if needed. */
const withoutObjects = (changes: unknown) =>
  (changes as ChangeEntry[]).map(({ current: _current, ...change }) => change)

interface Task {
  calendarSlug: string
  calendarName: string
  [field: string]: unknown
}

const withoutCalendar = (tasks: unknown) =>
  (tasks as Task[]).map(({ calendarSlug: _slug, calendarName: _name, ...task }) => task)

interface DoorSettings {
  checkInOpensAt: string
  checkInClosesAt: string
  reentry: boolean
  checkpoints: object[]
}

export const overviewTool = tool({
  name: 'overview',
  title: 'Overview',
  description: 'The calendar, what needs attention, the next events and the limits. Start here.',
  input: () => ({}),
  kind: 'reads',
  async run(_input, { operations, agent }) {
    const { scopes, calendar } = await agent()
    const { slug, id, name, timezone } = calendar
    const params = { slug }
    const [attention, events, quotas] = await Promise.all([
      operations.call('me.attention'),
      operations.call('events.list', { params, query: { limit: 5 } }),
      operations.call('calendars.quotas', { params }),
    ])
    return done({
      calendar: { id, name, timezone },
      scopes,
      attention: withoutCalendar(attention.data),
      nextEvents: events.data,
      events: events.meta,
      quotas: quotas.data,
    })
  },
})

export const findEventsTool = tool({
  name: 'find_events',
  title: 'Find events',
  description: 'Upcoming or past events, including drafts.',
  input: () => ({ search: z.string().max(200).optional(), past: z.boolean().optional(), page: page() }),
  kind: 'reads',
  async run({ search, past, page: number }, { operations, agent }) {
    const query = { q: search, past, page: number, limit: PAGE }
    const { data, meta } = await operations.call('events.list', {
      params: { slug: (await agent()).calendar.slug },
      query,
    })
    return done({ events: data, page: meta })
  },
})

export const readEventTool = tool({
  name: 'read_event',
  title: 'Read event',
  description: 'One event with tickets, availability, numbers of guests and statistics of the last 30 days.',
  input: () => ({ eventId: eventId() }),
  kind: 'reads',
  async run(params, { operations }) {
    const [event, availability, guests, statistics] = await Promise.all([
      operations.call('events.read', { params }),
      operations.call('events.availability', { params }),
      ifMay(operations.call('guests.counts', { params })),
      operations.call('statistics.event', { params }),
    ])
    return done({ event: event.data, availability: availability.data, guests, statistics: statistics.data })
  },
})

export const findPeopleTool = tool({
  name: 'find_people',
  title: 'Find people',
  description: 'Guests by name or email address: of one event or, without eventId, of the whole calendar.',
  input: () => ({
    search: z.string().min(1).max(200).optional(),
    eventId: eventId().optional(),
    status: z
      .enum(['INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED', 'DECLINED', 'CANCELLED', 'CHECKED_IN', 'OFFERED'])
      .optional()
      .describe('Needs eventId.'),
    page: page(),
  }),
  kind: 'reads',
  async run({ search, eventId: id, status, page: number }, { operations, agent }) {
    if (id === undefined) {
      const query = { q: search ?? '' }
      const { data } = await operations.call('guests.people', {
        params: { slug: (await agent()).calendar.slug },
        query,
      })
      return done({ people: data })
    }
    const query = { search, status, page: number, limit: PAGE }
    const { data, meta } = await operations.call('guests.list', { params: { eventId: id }, query })
    return done({ people: data, page: meta })
  },
})

export const readGuestTool = tool({
  name: 'read_guest',
  title: 'Read guest',
  description: 'One guest with answers, order, emails and the latest changes, each with its actor.',
  input: () => ({ eventId: eventId(), guestId: z.string().max(100) }),
  kind: 'reads',
  async run(params, { operations, agent }) {
    const guest = await operations.call('guests.read', { params })
    const { slug } = (await agent()).calendar
    const query = { id: params.guestId, limit: PAGE }
    const [mails, history] = await Promise.all([
      operations.call('guests.mails', { params }),
      ifMay(operations.call('changes.history', { params: { slug }, query })),
    ])
    return done({ guest: guest.data, emails: mails.data, history: history === null ? null : withoutObjects(history) })
  },
})

export const doorStatusTool = tool({
  name: 'door_status',
  title: 'Door status',
  description:
    'How many guests are expected, checked in and inside, by ticket, entrance and checkpoint, and when doors open. Contains no names.',
  input: () => ({ eventId: eventId() }),
  kind: 'reads',
  async run(params, { operations }) {
    const [door, settings] = await Promise.all([
      operations.call('checkins.summary', { params }),
      operations.call('checkins.door', { params }),
    ])
    const { checkInOpensAt, checkInClosesAt, reentry, checkpoints } = settings.data as DoorSettings
    return done({ door: door.data, settings: { checkInOpensAt, checkInClosesAt, reentry, checkpoints } })
  },
})

export const whatChangedTool = tool({
  name: 'what_changed',
  title: 'What changed',
  description: 'Changes since a cursor, oldest first. Call without a cursor for the current one.',
  input: () => ({ cursor: z.string().max(500).optional() }),
  kind: 'reads',
  async run({ cursor = 'now' }, { operations }) {
    const { data, meta } = await operations.call('changes.read', { query: { cursor, limit: 50 } })
    return done({ changes: withoutObjects(data), ...(meta as object) })
  },
})
