import * as z from 'zod'
import { guestsRead } from '../../access/demands.ts'
import { notFound } from '../../kernel/failure.ts'
import { lazily } from '../../kernel/lazily.ts'
import { iso } from '../../kernel/time.ts'
import { InstantOutput } from '../../kernel/wire.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { toGuest } from './guests.ts'
import { Guest, RegistrationAnswer } from './guests.schema.ts'
import { findParty } from './guests.store.ts'

export const GuestParty = lazily(() =>
  z
    .object({
      id: z.string(),
      buyer: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
      answers: z.array(RegistrationAnswer()).describe('What whoever registered was asked for all'),
      guests: z.array(Guest()).describe('In the order in which they were named; whoever was passed on is left out'),
      createdAt: InstantOutput(),
    })
    .meta({ id: 'GuestParty' }),
)

export const readParty = operation({
  id: 'guests.party',
  summary: 'Read a party: who registered, and everybody who came with them',
  routes: both('GET /events/:eventId/parties/:partyId'),
  access: guestsRead,
  subject: 'event',
  answer: one(GuestParty),
  async run({ event, params }, { db }) {
    const found = await findParty(db, params.partyId)
    if (found === null || found.party.eventId !== event.id) throw notFound()
    const { id, buyerFirstName, buyerLastName, buyerEmail, answers, createdAt } = found.party
    return {
      id,
      buyer: { firstName: buyerFirstName, lastName: buyerLastName, email: buyerEmail },
      answers: answers.map(({ question, answer }) => ({ question, answer })),
      guests: found.members.map(toGuest),
      createdAt: iso(createdAt),
    }
  },
})
