import type { Actor } from '../../access/actor.ts'
import { sealTicket } from '../../access/live-ticket.ts'
import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import type { Holder } from '../../desk.ts'
import { refusal, unauthenticated } from '../../kernel/failure.ts'
import { iso, SECOND_MS } from '../../kernel/time.ts'
import { doorOf } from './door.ts'

const TICKET_MS = 30 * SECOND_MS

type At = Call<unknown, unknown, unknown, 'event'>

const holderOf = (actor: Actor, calendarId: string): Holder => {
  if (actor.kind === 'key') return { kind: 'key', keyId: actor.keyId, calendarId }
  if (actor.kind === 'pass') return { kind: 'pass', passId: actor.passId, expiresAt: actor.expiresAt, calendarId }
  if (actor.kind === 'session') return { kind: 'session', userId: actor.userId, expiresAt: actor.expiresAt, calendarId }
  throw unauthenticated()
}

const isUpgrade = (request: Request) => request.headers.get('Upgrade')?.toLowerCase() === 'websocket'

export const watchDoor = async ({ event, calendar, actor, request }: At, deps: Deps) => {
  if (!isUpgrade(request)) {
    throw refusal('upgrade_required', {
      says: 'This address opens a WebSocket and answers nothing else.',
      headers: { Upgrade: 'websocket', Connection: 'Upgrade' },
    })
  }
  return deps.desk.openLive(doorOf(event), holderOf(actor, calendar.id))
}

/** For browsers, which cannot send a header with a WebSocket. */
export const issueLiveTicket = async ({ event, calendar, actor, surface }: At, deps: Deps) => {
  const expiresAt = deps.clock() + TICKET_MS
  const holder = holderOf(actor, calendar.id)
  const ticket = await sealTicket(deps.vault, { eventId: event.id, nonce: deps.newId('req'), expiresAt, holder })
  const base = deps.config.baseUrl.replace(/^http/, 'ws')
  const path = `${surface === 'v1' ? '/v1' : ''}/events/${event.id}/checkins/live`
  return { ticket, url: `${base}${path}?ticket=${ticket}`, expiresAt: iso(expiresAt) }
}
