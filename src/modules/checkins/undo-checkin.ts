import { actorId, type Actor } from '../../access/actor.ts'
import { deleted, type Call } from '../../operation/operation.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import type { CheckinParams } from './checkins.schema.ts'

export const undoCheckin = async (
  { params, event, actor }: Call<Parsed<typeof CheckinParams>, unknown, unknown, 'event'>,
  deps: Deps,
) => {
  const { outcome } = await deps.desk.undo(event.id, { admissionId: params.checkinId }, actorId(actor))
  if (outcome === 'unknown') throw notFound()
  if (outcome === 'notCurrent') throw refusal('checkin_not_current')
  return deleted(params.checkinId)
}

/** Leaving CHECKED_IN by a change of status; true when the guest was in. */
export const undoByHand = async (event: EventRow, guestId: string, actor: Actor, deps: Deps) =>
  (await deps.desk.undo(event.id, { guestId }, actorId(actor))).outcome === 'undone'
