import type { Call } from '../../contract/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import { identifierOf, toLookup } from './checkins.ts'
import { doorOf } from './door.ts'
import { settledIn } from './refuse.ts'

export const lookUpGuest = async (
  { event, query }: Call<unknown, { qrCode: string }, unknown, 'event'>,
  deps: Deps,
) => {
  const { settled } = settledIn(await deps.desk.lookUp(doorOf(event), identifierOf(query)))
  if (settled === null) throw notFound()
  return toLookup(settled)
}
