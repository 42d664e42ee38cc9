import { actingAs } from '../../../db/commit.ts'
import type { Deps } from '../../../deps.ts'
import { Failure, invalid, invalidFields, notFound, refusal } from '../../../kernel/failure.ts'
import { one, open, operation } from '../../../operation/operation.ts'
import { readTickets } from '../../tickets/index.ts'
import { Transfer } from '../guests.schema.ts'
import { ManagedRegistration, OwnChanges } from './own.schema.ts'
import { correctPerson } from '../moderation/correct-guest.ts'
import { passOn } from '../moderation/transfer-guest.ts'
import { ALONE, checkAnswers, namesOf } from '../registration/answers.ts'
import { registrationReply } from './manage-registration.ts'
import { managedBy } from '../../seats/index.ts'

/** Operations for buyers to manage their party, and for guests to manage their own registration. */

type Managed = Awaited<ReturnType<typeof managedBy>>

/** Returns a guest that the link may manage: any member for the buyer, otherwise only the link's own guest. */
const guestOf = (managed: Managed, guestId: string) => {
  const found = managed.isBuyers
    ? managed.together?.members.find(({ guest }) => guest.id === guestId)
    : managed.guest.id === guestId
      ? managed
      : undefined
  if (found === undefined) throw notFound()
  return found.guest
}

const answersFor = async (
  { event, together }: Managed,
  guest: Managed['guest'],
  given: Parameters<typeof checkAnswers>[1],
  deps: Deps,
) => {
  const { tickets } = await readTickets(deps.db, event.id)
  const ticket = tickets.find(({ id }) => id === guest.ticketId)
  const known = new Map(together?.party.answers.map(({ questionId, answer }) => [questionId, answer.split(', ')]))
  return checkAnswers(event.registrationQuestions, given, {
    isOwn: true,
    of: together === null ? ALONE : ['ATTENDEE'],
    tickets: ticket === undefined ? [] : namesOf(ticket),
    known,
  })
}

export const completeGuest = operation({
  id: 'registrations.complete',
  summary: 'Update a guest in your registration',
  description:
    'Changes names and answers. A buyer’s link can update every guest of the party and add an email address, which receives its own QR code and link.',
  routes: [open('PATCH /public/registrations/:manageToken/guests/:guestId', { secret: true })],
  subject: 'none',
  body: OwnChanges,
  answer: one(ManagedRegistration),
  refusals: ['already_registered', 'conflicting_edits'],
  async run({ params, body: { answers: given, ...names } }, deps) {
    const managed = await managedBy(params.manageToken, deps)
    const guest = guestOf(managed, params.guestId)
    // A guest with their own address receives emails there and manages their place without the buyer.
    if (names.email !== undefined && !(managed.isBuyers && guest.emailIsBuyers))
      throw invalid(
        'email',
        'can’t be changed: only the buyer’s link can set it, for guests without their own email address',
      )
    const checked = given === undefined ? null : await answersFor(managed, guest, given, deps)
    if (checked !== null && checked.faults.length > 0) return invalidFields(checked.faults)
    const as = actingAs({ type: 'guest', id: guest.id }, deps)
    const done = await correctPerson(managed.event, guest.id, { ...names, answers: checked?.answers }, as)
    return done instanceof Failure ? done : registrationReply(await managedBy(params.manageToken, deps), deps)
  },
})

export const transferOwn = operation({
  id: 'registrations.transfer',
  summary: 'Transfer a seat in your registration',
  description: 'The recipient receives their own QR code and link. The buyer can no longer see the guest.',
  routes: [open('POST /public/registrations/:manageToken/guests/:guestId/transfer', { secret: true })],
  subject: 'none',
  body: Transfer,
  answer: one(ManagedRegistration),
  refusals: ['invalid_transition', 'already_registered'],
  async run({ params, body }, deps) {
    const managed = await managedBy(params.manageToken, deps)
    if (!managed.isBuyers) throw notFound()
    const guest = guestOf(managed, params.guestId)
    const as = actingAs({ type: 'guest', id: guest.id }, deps)
    const passed = await passOn(managed.event, guest.id, body, as)
    if (!(passed instanceof Failure)) return registrationReply(await managedBy(params.manageToken, deps), deps)
    // Drops the `guestId` and `status` of the other guest from the 409. Only the team may see them.
    return passed.code === 'already_registered' ? refusal('already_registered') : passed
  },
})
