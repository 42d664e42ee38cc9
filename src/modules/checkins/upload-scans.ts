import { actorId, type Actor } from '../../access/actor.ts'
import { reply, type Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import type { UploadedScan } from '../../desk.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import type { Instant } from '../../kernel/time.ts'
import { gateOf, identifierOf, labelOf, toCheckin } from './checkins.ts'
import { OfflineScan, type OfflineScans } from './checkins.schema.ts'
import { onceOf } from './create-checkin.ts'
import { doorOf, isPlausible } from './door.ts'
import { replayHeaders, settledIn } from './refuse.ts'

const readScan = (given: unknown, actor: Actor, now: Instant): UploadedScan => {
  const parsed = OfflineScan().safeParse(given)
  if (!parsed.success) return { code: 'validation_failed' }
  const { scannedAt, gate, deviceId } = parsed.data
  if (!isPlausible(scannedAt, now)) return { code: 'scanned_at_out_of_range' }
  return {
    guest: identifierOf(parsed.data),
    scannedAt,
    gate: gateOf(actor, gate),
    deviceId: deviceId ?? null,
    byLabel: labelOf(actor),
  }
}

/** What a scanner gathered while it was offline. Every scan gets its own answer; none spoils the others. */
export const uploadScans = async (
  { event, actor, body, idempotencyKey }: Call<unknown, unknown, Parsed<typeof OfflineScans>, 'event'>,
  deps: Deps,
) => {
  const door = doorOf(event)
  const scans = body.scans.map((scan) => readScan(scan, actor, deps.clock()))
  const once = await onceOf('upload', actor, idempotencyKey, body)
  const { settled, isReplay } = settledIn(await deps.desk.upload(door, scans, actorId(actor), once))
  const results = settled.map(({ result, guest }, index) => {
    if (result.result === 'REFUSED') return { index, result: result.result, code: result.code }
    return {
      index,
      result: result.result,
      ...(guest === null ? {} : { checkin: toCheckin(door, result.admission, guest) }),
    }
  })
  return reply({ results }, replayHeaders(isReplay))
}
