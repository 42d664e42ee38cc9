import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { refusal } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { Email } from '../../kernel/wire.ts'
import { mailAtMostHourly } from './guest-mails.store.ts'
import { searchTextOf } from './guests.ts'
import type { NewInvitations } from './guests.schema.ts'
import { userIdOf } from './manage-token.ts'
import { newMove } from './move-guest.ts'
import { inviteAll, type InvitationInput } from './place-guest.store.ts'
import { refuseCancelled } from './registration.ts'

/** Addresses sorted into those that are ones, each once, and the rest as it was given. */
export const sortAddresses = (given: readonly string[]) => {
  const emails = new Set<string>()
  const invalid: string[] = []
  for (const text of given) {
    const parsed = Email().safeParse(text)
    if (parsed.success) emails.add(parsed.data)
    else invalid.push(text)
  }
  return { emails: [...emails], invalid }
}

const invitationOf = async (calendarId: string, email: string, deps: Deps): Promise<InvitationInput> => ({
  id: deps.newId('gst'),
  userId: await userIdOf(calendarId, email, deps),
  email,
  searchText: searchTextOf({ firstName: '', lastName: '', email }),
  qrCode: deps.newId('qr'),
})

/** Whoever stands invited is invited again, but mailed at most once an hour; whoever is registered is left alone. */
export const inviteGuests = async (
  { event, body }: Call<unknown, unknown, Parsed<typeof NewInvitations>, 'event'>,
  deps: Deps,
) => {
  const cancelled = refuseCancelled(event)
  if (cancelled !== null) throw cancelled
  if (event.status !== 'PUBLISHED')
    throw refusal('registration_closed', { says: 'Invitations need a published event.' })
  const { emails, invalid } = sortAddresses(body.emails)
  const invitations = await Promise.all(emails.map((email) => invitationOf(event.calendarId, email, deps)))
  const move = newMove(deps)
  const kinds = { INVITED: 'invitation' }
  const [rows] = await deps.commit({
    calendarId: event.calendarId,
    seenBy: 'visitors',
    statements: [inviteAll(event, invitations, move)],
    mails: [mailAtMostHourly(kinds, { moveId: move.moveId }, move.moveId, move.now, { message: body.message ?? null })],
  })
  const reached = new Set(rows.map(({ email }) => email))
  return {
    invited: emails.filter((email) => reached.has(email)),
    alreadyRegistered: emails.filter((email) => !reached.has(email)),
    invalid,
  }
}
