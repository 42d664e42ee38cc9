import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import { toGuest } from './guests.ts'
import { findGuest } from './guests.store.ts'

export type OnGuest<Body = unknown> = Call<{ guestId: string }, unknown, Body, 'event'>

const guestOf = async ({ event, params }: OnGuest, deps: Deps) => {
  const found = await findGuest(deps.db, event.id, params.guestId)
  if (found === null) throw notFound()
  return found
}

export const readGuest = async (call: OnGuest, deps: Deps) => toGuest(await guestOf(call, deps))
