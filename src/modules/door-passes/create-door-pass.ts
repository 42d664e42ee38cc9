import { actorId } from '../../access/actor.ts'
import { makePassToken } from '../../access/key-format.ts'
import type { Call } from '../../operation/operation.ts'
import type { DoorPassRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { base64, sha256Hex } from '../../kernel/crypto.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { renderQrPng } from '../checkins/index.ts'
import { kioskLink, limitReached, toDoorPass } from './door-passes.ts'
import type { NewDoorPass } from './door-passes.schema.ts'
import { insertPass, replaceToken } from './door-passes.store.ts'

type Creation = Call<unknown, unknown, Parsed<typeof NewDoorPass>, 'event'>

const QR_PIXELS = 600

const shown = async (row: DoorPassRow, token: string, deps: Deps) => {
  const url = kioskLink(deps.config.baseUrl, row.eventId, token)
  const png = await renderQrPng(url, { size: QR_PIXELS })
  return { ...toDoorPass(row, deps.clock()), token, url, qrImage: `data:image/png;base64,${base64(png)}` }
}

export const createDoorPass = async ({ calendar, event, body, actor }: Creation, deps: Deps) => {
  const now = deps.clock()
  const token = makePassToken()
  const row = {
    id: deps.newId('dps'),
    calendarId: calendar.id,
    eventId: event.id,
    label: body.label,
    gate: body.gate ?? null,
    hash: await sha256Hex(token),
    createdBy: actorId(actor),
    createdAt: now,
    expiresAt: now + body.hours * HOUR_MS,
    lastUsedAt: null,
    revokedAt: null,
  }
  const [rows] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'team',
    statements: [insertPass(row)],
    effectId: row.id,
  })
  if (rows.length === 0) throw limitReached()
  return shown(row, token, deps)
}

/** The token of an interrupted creation was seen by nobody and is kept nowhere: the pass gets another one. */
export const recoverDoorPass = async (effectId: string, { calendar, event }: Creation, deps: Deps) => {
  const token = makePassToken()
  const [rows] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'team',
    statements: [replaceToken(deps.db, event.id, effectId, await sha256Hex(token), deps.clock())],
  })
  return rows[0] === undefined ? null : shown(rows[0], token, deps)
}
