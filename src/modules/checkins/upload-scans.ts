import { actorId, type Actor } from '../../access/actor.ts'
import { checkinsWrite } from '../../access/demands.ts'
import type { UploadedScan } from '../../desk.ts'
import type { Instant } from '../../kernel/time.ts'
import { both, one, operation, reply } from '../../operation/operation.ts'
import { onceOf } from './check-in.ts'
import { gateOf, identifierOf, labelOf, toCheckin } from './checkins.ts'
import { OfflineResults, OfflineScan, OfflineScans } from './checkins.schema.ts'
import { doorOf, isPlausible, replayHeaders, settledIn } from './door.ts'

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
export const uploadScans = operation({
  id: 'checkins.upload',
  summary: 'Upload scans that were made offline',
  description:
    'Every scan is answered for itself: ACCEPTED, DUPLICATE, CONFLICT (dated before the check-in that stands; kept, shown ' +
    'in the list, of no effect) or REFUSED with a code. Of several scans of one guest the earliest counts.',
  subject: 'event',
  access: checkinsWrite,
  isDoorWork: true,
  routes: both('POST /events/:eventId/checkins/batch'),
  body: OfflineScans,
  answer: one(OfflineResults),
  ownIdempotency: true,
  async run({ event, actor, body, idempotencyKey }, deps) {
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
  },
})
