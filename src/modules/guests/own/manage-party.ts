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
import { countSeat } from '../registration/register.ts'
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

/** A guest who came alone: registered or took over the place themselves, not as a member of a buyer's party. */
const isAlone = ({ isBuyers, together }: Managed) => !isBuyers && together === null

/** A link shows its holder to own the address only at events without `verifyEmail`. */
const refuseUnverified = ({ event }: Managed, field: string) => {
  if (event.verifyEmail)
    throw invalid(
      field,
      'can’t be changed with this link, because the event verifies email addresses: ask the organiser',
    )
}

/** Counts each attempt, so that a link can't be used to probe addresses or to flood mailboxes. */
const countAttempt = (address: string, { event }: Managed, deps: Deps) => countSeat(address, event.id, false, deps)

const MOVABLE: readonly string[] = ['PENDING', 'CONFIRMED', 'WAITLISTED', 'OFFERED']

const maySetAddress = (managed: Managed, guest: Managed['guest']) =>
  managed.isBuyers ? guest.emailIsBuyers : isAlone(managed) && MOVABLE.includes(guest.status)

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
    'Changes names and answers. A buyer’s link can update every guest of the party and add an email address, which receives its own QR code and link. A guest who isn’t in a party can change their own address: the new one receives a new QR code and link, the old one is notified, and this link stops working. Not possible if the event has `verifyEmail`.',
  routes: [open('PATCH /public/registrations/:manageToken/guests/:guestId', { secret: true })],
  subject: 'none',
  body: OwnChanges,
  answer: one(ManagedRegistration),
  refusals: ['already_registered', 'conflicting_edits'],
  async run({ params, body: { answers: given, ...names }, address }, deps) {
    const managed = await managedBy(params.manageToken, deps)
    const guest = guestOf(managed, params.guestId)
    const isMoved = names.email !== undefined && (managed.isBuyers || names.email !== guest.email)
    // A guest with their own address receives emails there and manages their place without the buyer.
    if (isMoved && !maySetAddress(managed, guest))
      throw invalid(
        'email',
        'can’t be changed: a buyer’s link can set it for guests without their own, and guests who came alone can change theirs',
      )
    if (isMoved && !managed.isBuyers) refuseUnverified(managed, 'email')
    if (isMoved) await countAttempt(address, managed, deps)
    const checked = given === undefined ? null : await answersFor(managed, guest, given, deps)
    if (checked !== null && checked.faults.length > 0) return invalidFields(checked.faults)
    const as = actingAs({ type: 'guest', id: guest.id }, deps)
    const answers = checked?.answers
    const done = await correctPerson(managed, guest.id, { ...names, answers }, as, {
      notifiesOld: !managed.isBuyers,
    })
    if (done instanceof Failure) return done.code === 'already_registered' ? refusal('already_registered') : done
    if (managed.isBuyers || !isMoved) return registrationReply(await managedBy(params.manageToken, deps), deps)
    // Only the new address receives the new code and link, so the response still has the old ones.
    const { firstName, lastName, email } = done
    return registrationReply(
      { ...managed, guest: { ...managed.guest, firstName, lastName, email, answers: answers ?? guest.answers } },
      deps,
    )
  },
})

export const transferOwn = operation({
  id: 'registrations.transfer',
  summary: 'Transfer a seat in your registration',
  description:
    'The recipient receives their own QR code and link. A buyer can no longer see the guest. The link of a guest who isn’t in a party stops working; not possible for them if the event has `verifyEmail`.',
  routes: [open('POST /public/registrations/:manageToken/guests/:guestId/transfer', { secret: true })],
  subject: 'none',
  body: Transfer,
  answer: one(ManagedRegistration),
  refusals: ['invalid_transition', 'already_registered'],
  async run({ params, body, address }, deps) {
    const managed = await managedBy(params.manageToken, deps)
    if (!managed.isBuyers && !isAlone(managed)) throw notFound()
    const guest = guestOf(managed, params.guestId)
    if (!managed.isBuyers) refuseUnverified(managed, 'recipientEmail')
    await countAttempt(address, managed, deps)
    const as = actingAs({ type: 'guest', id: guest.id }, deps)
    const passed = await passOn(managed, guest.id, body, as)
    if (!(passed instanceof Failure)) {
      return managed.isBuyers
        ? registrationReply(await managedBy(params.manageToken, deps), deps)
        : registrationReply({ ...managed, guest: { ...managed.guest, status: 'TRANSFERRED' } }, deps)
    }
    // Drops the `guestId` and `status` of the other guest from the 409. Only the team may see them.
    return passed.code === 'already_registered' ? refusal('already_registered') : passed
  },
})
