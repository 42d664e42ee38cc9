import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { invalidFields } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { checkAnswers } from './answers.ts'
import { toGuest } from './guests.ts'
import type { NewGuest } from './guests.schema.ts'
import { alreadyRegistered, place, recoverPlaced, Taken } from './place-guest.ts'
import { withCheckout } from './with-checkout.ts'

type Adding = Call<unknown, unknown, Parsed<typeof NewGuest>, 'event'>

export const addGuest = async ({ event, body, surface }: Adding, deps: Deps) => {
  const { answers, faults } = checkAnswers(event.registrationQuestions, body.answers ?? [], { requireAll: false })
  if (faults.length > 0) throw invalidFields(faults)
  const source = surface === 'v1' ? 'API' : 'DASHBOARD'
  const placed = await withCheckout(await place(event, { ...body, answers, source, isPublic: false }, deps), deps)
  if (placed instanceof Taken) throw alreadyRegistered(placed.by)
  return toGuest(placed)
}

export const recoverAdded = async (effectId: string, { event, body }: Adding, deps: Deps) => {
  const placed = await recoverPlaced(effectId, event, body.email, deps)
  return placed === null ? null : toGuest(placed)
}
