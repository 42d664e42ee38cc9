import { eventsWrite, ticketsRead } from '../../access/demands.ts'
import type { RehearsalInfo } from '../../kernel/sandbox-port.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { DAY_MS, iso } from '../../kernel/time.ts'
import { both, listOf, one, operation, reply } from '../../operation/operation.ts'
import { calendarToCopy, requireSandboxes } from '../sandboxes/index.ts'
import { NewRehearsal, Rehearsal, type RehearsalOutput, type RehearsalResultOutput } from './rehearsals.schema.ts'
import { eventToCopy } from './rehearsals.store.ts'

const DEFAULT_GUESTS = 300
const DEFAULT_SEED = 1
/** If `registrationOpensAt` is null, a rehearsal opens registration this long before the start. */
const OPEN_BEFORE_MS = 30 * DAY_MS

const toRehearsal = (
  { id, eventId, status, guests, seed, createdAt }: RehearsalInfo,
  result: RehearsalResultOutput | null = null,
): RehearsalOutput => ({ id, eventId, status, guests, seed, createdAt: iso(createdAt), result })

export const rehearseEvent = operation({
  id: 'rehearsals.create',
  summary: 'Rehearse an event',
  description:
    'Copies the event into a sandbox and lets invented guests register, pay, cancel and attend, until the day after. No emails are sent, and no live guests are copied. One rehearsal per calendar runs at a time. Poll the rehearsal until its status changes.',
  subject: 'event',
  access: eventsWrite,
  routes: both('POST /events/:eventId/rehearsals'),
  body: NewRehearsal,
  answer: one(Rehearsal),
  status: 202,
  refusals: ['event_over', 'event_cancelled', 'rehearsal_running'],
  async run({ event, calendar, body }, deps) {
    const sandboxes = requireSandboxes(deps)
    if (event.status === 'CANCELLED') return refusal('event_cancelled')
    if (event.endAt <= deps.clock()) return refusal('event_over')
    const opensAt = event.registrationOpensAt ?? event.startAt - OPEN_BEFORE_MS
    const now = opensAt - DAY_MS
    const started = await sandboxes.rehearse({
      calendarId: calendar.id,
      eventId: event.id,
      guests: body.guests ?? DEFAULT_GUESTS,
      seed: body.seed ?? DEFAULT_SEED,
      now,
      rows: [
        ['calendars', await calendarToCopy(deps.db, calendar.id)],
        ...(await eventToCopy(deps.db, event, { opensAt, now })),
      ],
    })
    return started === null ? refusal('rehearsal_running') : reply(toRehearsal(started), { status: 202 })
  },
})

export const listRehearsals = operation({
  id: 'rehearsals.list',
  summary: 'List rehearsals of an event',
  description: 'Newest first, at most 5, without their results.',
  subject: 'event',
  access: ticketsRead,
  routes: both('GET /events/:eventId/rehearsals'),
  answer: listOf(Rehearsal),
  run: async ({ event, calendar }, deps) =>
    (await requireSandboxes(deps).rehearsals(calendar.id, event.id)).map((listed) => toRehearsal(listed)),
})

export const getRehearsal = operation({
  id: 'rehearsals.get',
  summary: 'Get a rehearsal',
  subject: 'event',
  access: ticketsRead,
  routes: both('GET /events/:eventId/rehearsals/:rehearsalId'),
  answer: one(Rehearsal),
  async run({ event, calendar, params }, deps) {
    const found = await requireSandboxes(deps).rehearsal(calendar.id, params.rehearsalId)
    if (found === null || found.eventId !== event.id) throw notFound()
    const { result, ...listed } = found
    return toRehearsal(listed, result === null ? null : (JSON.parse(result) as RehearsalResultOutput))
  },
})
