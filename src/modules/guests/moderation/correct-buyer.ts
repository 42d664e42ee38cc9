import { guestsWrite } from '../../../access/demands.ts'
import { edit } from '../../../db/edit.ts'
import type { EventRow } from '../../../db/rows.ts'
import type { Deps } from '../../../deps.ts'
import { Failure, notFound, refusal } from '../../../kernel/failure.ts'
import type { SchemaOutput } from '../../../kernel/lazy.ts'
import { both, one, operation } from '../../../operation/operation.ts'
import { PersonChanges } from '../guests.schema.ts'
import { GuestParty, partyAt, toParty } from '../read-party.ts'
import { correctPerson, refuseNameless } from './correct-guest.ts'
import { closeWays, followUpTransfer } from './people.store.ts'
import { linkToParty, MAIL_OF_STATUS, mailOfMove, newMove } from '../../seats/index.ts'

/**
 * Updates the buyer of a party, provided the buyer is unchanged since the read. Returns null if concurrent edits won
 * every retry.
 */
const correctInParty = (event: EventRow, partyId: string, body: SchemaOutput<typeof PersonChanges>, deps: Deps) =>
  edit(
    () => partyAt(event, partyId, deps),
    async ({ party }) => {
      if (party.erasedAt !== null) throw notFound()
      const { buyerFirstName: firstName, buyerLastName: lastName, buyerEmail: email } = party
      const names = {
        firstName: body.firstName ?? firstName,
        lastName: body.lastName ?? lastName,
        email: body.email ?? email,
      }
      refuseNameless(body, names)
      const isMoved = names.email !== email
      if (!isMoved && names.firstName === firstName && names.lastName === lastName) return party
      const move = newMove(deps)
      const { parties } = await deps.commit({
        calendarId: event.calendarId,
        atEvent: event.id,
        seenBy: 'team',
        statements: {
          ...followUpTransfer({
            eventId: event.id,
            calendarId: event.calendarId,
            guestId: null,
            partyId,
            ...names,
            renewsLinks: isMoved ? 1 : 0,
            seenFirstName: firstName,
            seenLastName: lastName,
            seenEmail: email,
            boughtAs: email,
            moveId: move.moveId,
            now: move.now,
          }),
          closed: isMoved ? closeWays(event.id, move) : [],
        },
        mails: isMoved ? [mailOfMove(MAIL_OF_STATUS, move.moveId), linkToParty(partyId, move.moveId, move.now)] : [],
      })
      return parties.length > 0 ? party : null
    },
  )

export const correctBuyer = operation({
  id: 'guests.correctBuyer',
  effects: ['mails'],
  summary: 'Update a party’s buyer',
  description:
    'Changes the buyer’s name or email address, even if the buyer doesn’t attend. A new address receives a new link. The old link stops working immediately, as do the QR codes and links of guests without their own email address, and the new address receives new ones. A guest of the party whose own email address is the buyer’s is updated too.',
  routes: both('PATCH /events/:eventId/parties/:partyId'),
  access: guestsWrite,
  subject: 'event',
  body: PersonChanges,
  answer: one(GuestParty),
  refusals: ['already_registered', 'conflicting_edits'],
  async run({ event, calendar, params: { partyId }, body }, deps) {
    const { party, members } = await partyAt(event, partyId, deps)
    const self = members.find(({ guest }) => !guest.emailIsBuyers && guest.email === party.buyerEmail)
    if (self !== undefined && body.email !== undefined) {
      const done = await correctPerson({ event, calendar }, self.guest.id, { email: body.email }, deps)
      if (done instanceof Failure) return done
    }
    if ((await correctInParty(event, partyId, body, deps)) === null)
      return refusal('conflicting_edits', { says: 'Another request changed this party at the same time. Try again.' })
    return toParty(await partyAt(event, partyId, deps))
  },
})
