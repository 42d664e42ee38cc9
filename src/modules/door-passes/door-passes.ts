import { actorId } from '../../access/actor.ts'
import { manager } from '../../access/demands.ts'
import { makePassToken } from '../../access/key-format.ts'
import { rowIn } from '../../db/commit.ts'
import type { DoorPassRow } from '../../db/rows.ts'
import { onlyRow, rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { base64, sha256Hex } from '../../kernel/crypto.ts'
import { invalid, notFound } from '../../kernel/failure.ts'
import { describeError } from '../../kernel/log.ts'
import { HOUR_MS, iso, isoOrNull, type Instant } from '../../kernel/time.ts'
import { dashboard, deleted, Deleted, listOf, one, operation } from '../../operation/operation.ts'
import { findCheckpoint } from '../checkpoints/index.ts'
import { renderQrPng } from '../checkins/index.ts'
import { CreatedDoorPass, DoorPass, NewDoorPass, type DoorPassOutput } from './door-passes.schema.ts'
import { insertPass, listPassesOf, mayCreatePass, replaceToken, revokePass } from './door-passes.store.ts'

const plan = 'PRO'
const QR_PIXELS = 600
const AFTER_EVENT_MS = 2 * HOUR_MS

/** Returns when a new pass expires: after `hours` or, if they are omitted, 2 hours after the event's end. */
const expiryOf = ({ hours }: { hours?: number | undefined }, { endAt }: { endAt: Instant }, now: Instant) => {
  const expiresAt = hours === undefined ? endAt + AFTER_EVENT_MS : now + hours * HOUR_MS
  if (expiresAt <= now) throw invalid('hours', 'is required, because the event ended more than 2 hours ago')
  return expiresAt
}

const statusOf = (pass: DoorPassRow, now: Instant): DoorPassOutput['status'] => {
  if (pass.revokedAt !== null) return 'REVOKED'
  return pass.expiresAt > now ? 'ACTIVE' : 'EXPIRED'
}

const toDoorPass = (row: DoorPassRow, now: Instant): DoorPassOutput => ({
  id: row.id,
  eventId: row.eventId,
  label: row.label,
  gate: row.gate,
  checkpointId: row.checkpointId,
  status: statusOf(row, now),
  createdAt: iso(row.createdAt),
  createdBy: row.createdBy,
  expiresAt: iso(row.expiresAt),
  lastUsedAt: isoOrNull(row.lastUsedAt),
  revokedAt: isoOrNull(row.revokedAt),
})

/**
 * The kiosk has the same base URL as the API. The token is in the URL fragment, which browsers do not send, so it
 * appears in no server log.
 */
const kioskLink = (baseUrl: string, eventId: string, token: string) => {
  const url = new URL('kiosk', baseUrl)
  url.hash = new URLSearchParams({ event: eventId, pass: token }).toString()
  return url.href
}

const toCreated = async (row: DoorPassRow, token: string, deps: Deps) => {
  const url = kioskLink(deps.config.baseUrl, row.eventId, token)
  const png = await renderQrPng(url, { size: QR_PIXELS })
  return { ...toDoorPass(row, deps.clock()), token, url, qrImage: `data:image/png;base64,${base64(png)}` }
}

export const listDoorPasses = operation({
  id: 'doorPasses.list',
  summary: 'List door passes',
  description: 'Includes expired and revoked door passes.',
  subject: 'event',
  access: manager,
  routes: [dashboard('GET /events/:eventId/door-passes', { plan })],
  answer: listOf(DoorPass),
  async run({ event }, { db, clock }) {
    const now = clock()
    return (await rowsFrom(db, listPassesOf(event.id))).map((row) => toDoorPass(row, now))
  },
})

export const createDoorPass = operation({
  id: 'doorPasses.create',
  summary: 'Create a door pass',
  description:
    'Only this response contains the link. Send the token as `Authorization: Bearer …`. It can only look up and check in guests of this event, requires the PRO plan, and works until it expires or is revoked.',
  subject: 'event',
  access: manager,
  routes: [dashboard('POST /events/:eventId/door-passes', { plan })],
  body: NewDoorPass,
  answer: one(CreatedDoorPass),
  refusals: ['door_pass_limit_reached'],
  /**
   * The service stores only the hash of a token. If creation was interrupted, no client has the token, so the pass gets
   * a new one.
   */
  async recover(effectId, { calendar, event }, deps) {
    const token = makePassToken()
    const [[row]] = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: [replaceToken(deps.db, event.id, effectId, await sha256Hex(token), deps.clock())],
    })
    return row === undefined ? null : toCreated(row, token, deps)
  },
  async run({ calendar, event, body, actor }, deps) {
    const { checkpointId } = body
    if (checkpointId && (await findCheckpoint(deps.db, event.id, checkpointId)) === null) {
      throw invalid('checkpointId', 'must be a checkpoint of this event')
    }
    const now = deps.clock()
    const token = makePassToken()
    const pass = {
      id: deps.newId('dps'),
      calendarId: calendar.id,
      eventId: event.id,
      label: body.label,
      gate: body.gate ?? null,
      checkpointId: body.checkpointId ?? null,
      hash: await sha256Hex(token),
      createdBy: actorId(actor),
      createdAt: now,
      expiresAt: expiryOf(body, event, now),
    }
    const { judged, made } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: insertPass(pass),
      effectId: rowIn('door_passes', pass.id),
    })
    return mayCreatePass.refusal(judged[0]) ?? toCreated(onlyRow(made), token, deps)
  },
})

/**
 * The revoked pass stays in the list. Requests that start after this response are rejected, and the pass's open sockets
 * are closed.
 */
export const revokeDoorPass = operation({
  id: 'doorPasses.revoke',
  summary: 'Revoke a door pass',
  subject: 'event',
  access: manager,
  routes: [dashboard('DELETE /events/:eventId/door-passes/:passId', { plan })],
  answer: one(Deleted),
  async run({ calendar, event, params }, deps) {
    const [rows] = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: [revokePass(deps.db, event.id, params.passId, deps.clock())],
    })
    if (rows.length === 0) throw notFound()
    try {
      await deps.atEvent.recheckWatchers(event.id)
    } catch (error) {
      deps.log.warn('the live sockets of a revoked door pass close up to 30 seconds late', describeError(error))
    }
    return deleted(params.passId)
  },
})
