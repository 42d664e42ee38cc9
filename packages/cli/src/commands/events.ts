import type { EventsCreateBody } from '../../../sdk-typescript/src/index.ts'
import { command } from '../context.ts'
import { columns } from '../columns.ts'
import { withQuote } from '../quoted.ts'
import { UsageError } from '../usage-error.ts'

const MAX_LISTED = 100

export const listEvents = command({
  name: 'events list',
  takes: [],
  options: { past: { type: 'boolean' }, search: { type: 'string' } },
  summary: 'List upcoming or past events',
  async run({ calendar, slug, print }, _words, { past, search }) {
    const query = { past: past === true, limit: MAX_LISTED, ...(typeof search === 'string' ? { q: search } : {}) }
    const { items, total } = await calendar()
      .events.list(await slug(), query)
      .page()
    const rows = items.map(({ id, startAt, status, title }) => [id, startAt, status, title])
    const more = total !== null && total > items.length ? [`… and ${total - items.length} more`] : []
    print(items, [...columns(rows), ...more])
  },
})

const required = (values: Record<string, unknown>, name: string) => {
  const value = values[name]
  if (typeof value !== 'string') throw new UsageError(`events create needs --${name}`)
  return value
}

export const createEvent = command({
  name: 'events create',
  takes: [],
  options: {
    title: { type: 'string' },
    start: { type: 'string' },
    end: { type: 'string' },
    timezone: { type: 'string' },
    publish: { type: 'boolean' },
  },
  summary: 'Create an event, as a draft without --publish',
  async run({ calendar, print }, _words, values) {
    const body: EventsCreateBody = {
      title: required(values, 'title'),
      startAt: required(values, 'start'),
      timezone: required(values, 'timezone'),
      status: values['publish'] === true ? 'PUBLISHED' : 'DRAFT',
      ...(typeof values['end'] === 'string' ? { endAt: values['end'] } : {}),
    }
    const event = await calendar().events.create(body)
    print(event, `Created ${event.id} (${event.status.toLowerCase()}): ${event.title}`)
  },
})

export const cancelEvent = command({
  name: 'events cancel',
  takes: ['EVENT'],
  options: { reason: { type: 'string' }, 'no-emails': { type: 'boolean' } },
  summary: 'Show who would be emailed, ask, and cancel an event',
  async run(context, [eventId = ''], values) {
    const { events } = context.calendar()
    const { title } = await events.read(eventId)
    const body = {
      suppressNotifications: values['no-emails'] === true,
      ...(typeof values['reason'] === 'string' ? { reason: values['reason'] } : {}),
    }
    const event = await withQuote(context, values, {
      question: `Cancel "${title}"?`,
      quote: () => events.cancel.quote(eventId, body),
      act: (quote) => events.cancel(eventId, body, { quote }),
    })
    if (event === null) return 1
    context.print(event, `Cancelled ${event.id}: ${event.title}`)
    return 0
  },
})
