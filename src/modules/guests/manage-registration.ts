import { reply, type Call } from '../../contract/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { iso } from '../../kernel/time.ts'
import { toOrder } from '../orders/index.ts'
import { toGuest } from './guests.ts'
import type { ManageParams } from './guests.schema.ts'
import { findManaged } from './guests.store.ts'
import { guestIdOfToken, manageUrlOf } from './manage-token.ts'
import { depart, invalidTransition } from './move-guest.ts'

type Managing = Call<Parsed<typeof ManageParams>>

const CANCELLABLE = ['INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED'] as const
const PRIVATE = { 'Cache-Control': 'private, no-store' }

const managedBy = async (token: string, deps: Deps) => {
  const guestId = await guestIdOfToken(token, deps)
  const managed = guestId === null ? null : await findManaged(deps.db, guestId)
  // A link dies with its guest: transferred to somebody else, or erased.
  if (managed === null || managed.guest.status === 'TRANSFERRED' || managed.guest.erasedAt !== null) throw notFound()
  return managed
}

const answerOf = async (managed: Awaited<ReturnType<typeof managedBy>>, deps: Deps) => {
  const { guest, order, event, calendar } = managed
  return reply(
    {
      guest: toGuest(managed),
      order: order === null ? null : toOrder(order, calendar.slug),
      manageUrl: await manageUrlOf(guest.id, deps),
      canCancel: CANCELLABLE.some((status) => status === guest.status),
      event: {
        id: event.id,
        slug: event.slug,
        title: event.title,
        startAt: iso(event.startAt),
        endAt: iso(event.endAt),
        timezone: event.timezone,
        status: event.status,
      },
    },
    { headers: PRIVATE },
  )
}

export const readRegistration = async ({ params }: Managing, deps: Deps) =>
  answerOf(await managedBy(params.manageToken, deps), deps)

/** Cancelling twice is no fault; only who is inside already cannot stay away any more. */
export const cancelRegistration = async ({ params }: Managing, deps: Deps) => {
  const { guest, event } = await managedBy(params.manageToken, deps)
  await depart(event, guest.id, { from: CANCELLABLE, to: 'CANCELLED' }, deps)
  const after = await managedBy(params.manageToken, deps)
  if (after.guest.status !== 'CANCELLED' && after.guest.status !== 'DECLINED')
    throw invalidTransition(after.guest.status, 'CANCELLED')
  return answerOf(after, deps)
}
