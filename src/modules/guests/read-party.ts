import * as z from 'zod'
import { guestsRead } from '../../access/demands.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import { lazy } from '../../kernel/lazy.ts'
import { iso } from '../../kernel/time.ts'
import { InstantOutput, RegistrationAnswerOutput } from '../../kernel/wire.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { Guest } from './guests.schema.ts'
import { toGuest } from './guests.ts'
import { findParty, type Party } from '../seats/index.ts'

export const GuestParty = lazy(() =>
  z
    .object({
      id: z.string(),
      buyer: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
      answers: z.array(RegistrationAnswerOutput()).describe('The buyer’s answers to questions asked once per party.'),
      guests: z.array(Guest()).describe('Guests in registration order, excluding transferred guests.'),
      createdAt: InstantOutput(),
    })
    .meta({ id: 'GuestParty' }),
)

/** Finds a party of the event, with the members that its buyer still manages. */
export const partyAt = async (event: EventRow, partyId: string, { db }: Deps) => {
  const found = await findParty(db, partyId)
  if (found === null || found.party.eventId !== event.id) throw notFound()
  return found
}

export const toParty = ({ party, members }: Party) => ({
  id: party.id,
  buyer: { firstName: party.buyerFirstName, lastName: party.buyerLastName, email: party.buyerEmail },
  answers: party.answers.map(({ question, answer }) => ({ question, answer })),
  guests: members.map(toGuest),
  createdAt: iso(party.createdAt),
})

export const readParty = operation({
  id: 'guests.party',
  summary: 'Get a party',
  description: 'Returns the buyer and the guests they registered.',
  routes: both('GET /events/:eventId/parties/:partyId'),
  access: guestsRead,
  subject: 'event',
  answer: one(GuestParty),
  run: async ({ event, params }, deps) => toParty(await partyAt(event, params.partyId, deps)),
})
