import * as z from 'zod'
import type { Scope } from '../kernel/vocabulary.ts'
import { done, tool, type ToolContext } from './tool.ts'

const PAGE = 20

const eventId = () => z.string().max(100)
const page = () => z.int().min(1).optional()

/** Leaves out what the key may not read. */
const ifMay = async (scope: Scope, { agent }: ToolContext, read: () => Promise<{ data: unknown }>) =>
  (await agent).scopes.includes(scope) ? (await read()).data : null

export const overviewTool = tool({
  name: 'overview',
  title: 'Overview',
  description: 'The calendar, its limits and the next events. Start here.',
  input: () => ({}),
  kind: 'reads',
  async run(_input, { operations, agent }) {
    const { scopes, calendar } = await agent
    const { slug, id, name, timezone } = calendar
    const params = { slug }
    const [events, quotas] = await Promise.all([
      operations.call('events.list', { params, query: { limit: 5 } }),
      operations.call('calendars.quotas', { params }),
    ])
    return done({
      calendar: { id, name, timezone },
      scopes,
      nextEvents: events.data,
      events: events.meta,
      quotas: quotas.data,
    })
  },
})

export const findEventsTool = tool({
  name: 'find_events',
  title: 'Find events',
  description: 'Upcoming events, or past ones. Drafts too.',
  input: () => ({ search: z.string().max(200).optional(), past: z.boolean().optional(), page: page() }),
  kind: 'reads',
  async run({ search, past, page: number }, { operations, agent }) {
    const query = { q: search, past, page: number, limit: PAGE }
    const { data, meta } = await operations.call('events.list', {
      params: { slug: (await agent).calendar.slug },
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
  async run(params, context) {
    const { operations } = context
    const [event, availability, guests, statistics] = await Promise.all([
      operations.call('events.read', { params }),
      operations.call('events.availability', { params }),
      ifMay('guests:read', context, () => operations.call('guests.counts', { params })),
      operations.call('statistics.event', { params }),
    ])
    return done({ event: event.data, availability: availability.data, guests, statistics: statistics.data })
  },
})

export const findPeopleTool = tool({
  name: 'find_people',
  title: 'Find people',
  description: 'Guests by name or email address: of one event, or without eventId of the whole calendar.',
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
      const { data } = await operations.call('guests.people', { params: { slug: (await agent).calendar.slug }, query })
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
  description: 'One guest with answers, order and emails.',
  input: () => ({ eventId: eventId(), guestId: z.string().max(100) }),
  kind: 'reads',
  async run(params, { operations }) {
    const [guest, mails] = await Promise.all([
      operations.call('guests.read', { params }),
      operations.call('guests.mails', { params }),
    ])
    return done({ guest: guest.data, emails: mails.data })
  },
})

export const doorStatusTool = tool({
  name: 'door_status',
  title: 'Door status',
  description: 'How many guests are expected, checked in and inside, by ticket and entrance. Names no one.',
  input: () => ({ eventId: eventId() }),
  kind: 'reads',
  run: async (params, { operations }) => done({ door: (await operations.call('checkins.summary', { params })).data }),
})

interface ChangeEntry {
  seq: number
  at: string
  object: string
  id: string
  eventId: string | null
  op: string
  fields: string[]
  actor: { type: string; id: string | null }
  current: unknown
}

export const whatChangedTool = tool({
  name: 'what_changed',
  title: 'What changed',
  description: 'Changes since a cursor, oldest first. Call without a cursor for the current one.',
  input: () => ({ cursor: z.string().max(500).optional() }),
  kind: 'reads',
  async run({ cursor = 'now' }, { operations }) {
    const { data, meta } = await operations.call('changes.read', { query: { cursor, limit: 50 } })
    const changes = (data as ChangeEntry[]).map(({ current: _current, ...entry }) => entry)
    return done({ changes, ...(meta as object) })
  },
})
