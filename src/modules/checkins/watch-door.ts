import type { Actor, Holder } from '../../access/actor.ts'
import { checkinsRead } from '../../access/demands.ts'
import { sealTicket } from '../../access/live-ticket.ts'
import { notFound, refusal, unauthenticated } from '../../kernel/failure.ts'
import { iso, SECOND_MS } from '../../kernel/time.ts'
import { dateOf } from '../../kernel/zoned-time.ts'
import { both, one, operation, raw } from '../../operation/operation.ts'
import { findCheckpoint } from '../checkpoints/index.ts'
import { checkpointIn } from './checkins.ts'
import { LiveQuery, LiveTicketAnswer } from './read-checkins.schema.ts'
import { summaryMessage } from './read-checkins.store.ts'
import { summaryMessageAt } from './read-checkpoints.store.ts'

const TICKET_MS = 30 * SECOND_MS

const holderOf = (actor: Actor, calendarId: string): Holder => {
  if (actor.kind === 'key') return { kind: 'key', keyId: actor.keyId, calendarId }
  if (actor.kind === 'app') return { kind: 'app', grantId: actor.grantId, calendarId }
  if (actor.kind === 'pass') return { kind: 'pass', passId: actor.passId, expiresAt: actor.expiresAt, calendarId }
  if (actor.kind === 'session') return { kind: 'session', userId: actor.userId, expiresAt: actor.expiresAt, calendarId }
  throw unauthenticated()
}

const isUpgrade = (request: Request) => request.headers.get('Upgrade')?.toLowerCase() === 'websocket'

export const watchDoor = operation({
  id: 'checkins.live',
  summary: 'Watch check-ins over a WebSocket',
  description:
    'Sends JSON messages: first `summary`, then `admitted`, `left` and `undone` as they happen at the main door, or at the checkpoint in `checkpointId`. The service closes the socket with 4401 when the credential expires or is revoked, within a minute. It answers `ping` with `pong`.',
  subject: 'event',
  access: checkinsRead,
  isDoorWork: true,
  routes: both('GET /events/:eventId/checkins/live'),
  query: LiveQuery,
  answer: raw({}),
  status: 101,
  takesLiveTicket: true,
  refusals: ['upgrade_required'],
  async run({ event, calendar, actor, request, query }, deps) {
    if (isUpgrade(request)) {
      const room = checkpointIn(actor, query.checkpointId)
      if (room !== null && (await findCheckpoint(deps.db, event.id, room)) === null) throw notFound()
      const today = dateOf(deps.clock(), event.timezone)
      const first = room === null ? summaryMessage(event.id, today) : summaryMessageAt(event.id, room, today)
      return deps.atEvent.watch(event.id, holderOf(actor, calendar.id), first, room)
    }
    return refusal('upgrade_required', {
      says: 'This path only accepts WebSocket connections.',
      headers: { Upgrade: 'websocket', Connection: 'Upgrade' },
    })
  },
})

/** Browsers cannot send headers with a WebSocket handshake. */
export const issueLiveTicket = operation({
  id: 'checkins.liveTicket',
  summary: 'Create a live ticket',
  description: 'The live ticket can be used once, within 30 seconds, to open the live WebSocket.',
  subject: 'event',
  access: checkinsRead,
  isDoorWork: true,
  routes: both('POST /events/:eventId/checkins/live-ticket'),
  answer: one(LiveTicketAnswer),
  async run({ event, calendar, actor, surface }, { machine, newId, vault, config }) {
    const expiresAt = machine() + TICKET_MS
    const holder = holderOf(actor, calendar.id)
    const ticket = await sealTicket(vault, { eventId: event.id, nonce: newId('req'), expiresAt, holder })
    const base = config.baseUrl.replace(/^http/, 'ws')
    const path = `${surface === 'v1' ? '/v1' : ''}/events/${event.id}/checkins/live`
    return { ticket, url: `${base}${path}?ticket=${ticket}`, expiresAt: iso(expiresAt) }
  },
})
