import { actorId } from '../../../access/actor.ts'
import { guestsWrite } from '../../../access/demands.ts'
import { inOneCommit } from '../../../db/one-commit.ts'
import type { Deps } from '../../../deps.ts'
import { Failure, notFound } from '../../../kernel/failure.ts'
import type { SchemaOutput } from '../../../kernel/lazy.ts'
import { both, one, operation, type Call } from '../../../operation/operation.ts'
import { ManyGuests, ManyResults } from '../guest-table.schema.ts'
import { approveOne, cancelOne, rejectOne } from './change-status.ts'
import { resendOne } from './invite-guests.ts'
import { toGuest } from '../guests.ts'
import { type Placed, getGuestOrThrow } from '../../seats/index.ts'

type BulkCall = Pick<
  Call<unknown, unknown, SchemaOutput<typeof ManyGuests>, 'event'>,
  'event' | 'actor' | 'body' | 'isQuoted'
>

const actionOf = ({ event, actor, body: { action, message } }: BulkCall, resendId: string, deps: Deps) => {
  if (action === 'approve') return (guestId: string) => approveOne(event, guestId, deps)
  if (action === 'reject') return (guestId: string) => rejectOne(event, guestId, message, deps)
  const whom = (guestId: string) => ({ guestId, eventId: event.id })
  if (action === 'cancel')
    return (guestId: string) => cancelOne({ event, whom: whom(guestId), by: actorId(actor) }, deps)
  return (guestId: string) => resendOne(whom(guestId), event.calendarId, resendId, deps)
}

/** Reports a missing guest (404) as the result for that guest. Any other exception fails the whole request. */
const outcome = async (act: (guestId: string) => Promise<Placed | Failure>, guestId: string) => {
  const done = await act(guestId).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') return notFound()
    throw error
  })
  return 'guest' in done
    ? { guestId, result: 'DONE' as const, guest: toGuest(done) }
    : { guestId, result: 'REFUSED' as const, code: done.code, message: done.message }
}

/**
 * How many guests are processed in parallel, so that the event's object can group their writes. Each guest still has
 * their own guard.
 */
const AT_A_TIME = 20

/**
 * `done` comes from an interrupted run of the same request. It contains the ids of the guests already changed, or the
 * `resendId` of the emails. Some guests may still be unprocessed.
 */
const actOnAll = async (call: BulkCall, deps: Deps, done?: string) => {
  const { guestIds } = call.body
  const resendId = done ?? deps.newId('mail')
  if (call.isQuoted && done === undefined) {
    const acts = guestIds.map(
      (guestId) => (commit: Deps['commit']) => outcome(actionOf(call, resendId, { ...deps, commit }), guestId),
    )
    return { results: await inOneCommit(deps.commit, acts) }
  }
  const toDo = actionOf(call, resendId, deps)
  const isDone = new Set(done?.split(' '))
  const act = (guestId: string) =>
    isDone.has(guestId) ? getGuestOrThrow({ guestId, eventId: call.event.id }, deps) : toDo(guestId)
  const results = []
  for (let from = 0; from < guestIds.length; from += AT_A_TIME) {
    const part = guestIds.slice(from, from + AT_A_TIME)
    results.push(...(await Promise.all(part.map((guestId) => outcome(act, guestId)))))
  }
  return { results }
}

export const actOnMany = operation({
  id: 'guests.actOnMany',
  effects: ['mails', 'money', 'cancels'],
  summary: 'Update guests in bulk',
  description:
    'Approves, rejects or cancels guests, or resends their emails, at most 100 per call. Each guest has a result: DONE with the guest, or REFUSED with a code. A refusal doesn’t affect the other guests. For more than 100 guests, make several calls.',
  routes: both('POST /events/:eventId/guests/batch'),
  access: guestsWrite,
  subject: 'event',
  body: ManyGuests,
  answer: one(ManyResults),
  recover: (effectId, call, deps) => actOnAll(call, deps, effectId),
  run: (call, deps) => actOnAll(call, deps),
})
