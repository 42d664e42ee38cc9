import { actorId, profileOf, type Actor } from '../../access/actor.ts'
import { signedIn } from '../../access/demands.ts'
import { inOneBatch, onlyRow, rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { refusal } from '../../kernel/failure.ts'
import { isoOrNull } from '../../kernel/time.ts'
import { dashboard, one, operation } from '../../operation/operation.ts'
import { accountOf, membershipsOf } from '../me/index.ts'
import { countsOfAccount } from './counts.store.ts'
import { Erasure, ErasureRequest, PendingErasure, refuseMismatch, toErasure } from './erasures.schema.ts'
import { mailToUser, markAccount, takeBackAccount } from './mark.store.ts'

/** A session token may have neither an email address nor a name. */
const nameOf = (actor: Actor) => {
  const { email, name } = profileOf(actor)
  return email ?? name ?? actorId(actor)
}

const makeAllStale = (calendars: readonly { id: string }[], { edgeCache }: Deps) =>
  Promise.all(calendars.map(({ id }) => edgeCache.makeStale(id)))

export const previewAccountErasure = operation({
  id: 'me.erasure',
  summary: 'Preview the erasure of your account',
  description:
    'Returns the records that an erasure deletes or keeps, and the reasons that block it. Calendars of which you are the only member are erased with your account.',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('GET /me/erasure')],
  answer: one(Erasure),
  async run({ actor }, { db, clock }) {
    const userId = actorId(actor)
    const { account, counts } = await inOneBatch(db, {
      account: accountOf(userId),
      counts: countsOfAccount(userId, clock()),
    })
    return toErasure({ confirm: nameOf(actor), eraseAt: account[0]?.eraseAt ?? null }, onlyRow(counts))
  },
})

export const eraseAccount = operation({
  id: 'me.erase',
  summary: 'Request the erasure of your account',
  description:
    'The service erases your account after 30 days: your memberships, your settings, your name and your user id in all records. Calendars of which you are the only member are erased with it. Fails with 409 if you are the only owner of a calendar with other members. The service emails you now and 7 days before. Your account with the identity provider remains.',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('POST /me/erasure')],
  body: ErasureRequest,
  answer: one(PendingErasure),
  refusals: ['confirmation_mismatch', 'erasure_blocked'],
  async run({ actor, body }, deps) {
    const name = nameOf(actor)
    const mismatch = refuseMismatch(body.confirm, name)
    if (mismatch !== null) return mismatch
    const [userId, now] = [actorId(actor), deps.clock()]
    const { email } = profileOf(actor)
    // Every email is sent in the name of a calendar. A user without one gets none, since they have nothing that a
    // warning could save.
    const [first] = await rowsFrom(deps.db, membershipsOf(userId))
    const { rule, statements } = markAccount(userId, now)
    const { judged, calendars, row } = await deps.commit({
      calendarId: first?.id ?? '',
      seenBy: 'team',
      statements,
      mails:
        email === null || first === undefined ? [] : [mailToUser({ what: 'account', id: userId, name }, email, now)],
    })
    await makeAllStale(calendars, deps)
    return rule.refusal(judged[0]) ?? { eraseAt: isoOrNull(onlyRow(row).eraseAt) }
  },
})

export const keepAccount = operation({
  id: 'me.keep',
  summary: 'Cancel the erasure of your account',
  description: 'Also cancels the erasure of the calendars that were to be erased with it.',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('DELETE /me/erasure')],
  answer: one(PendingErasure),
  refusals: ['erasure_not_pending'],
  async run({ actor }, deps) {
    const { calendars, back } = await deps.commit({
      calendarId: '',
      seenBy: 'team',
      statements: takeBackAccount(actorId(actor), deps.clock()),
    })
    await makeAllStale(calendars, deps)
    return back.length === 0 ? refusal('erasure_not_pending') : { eraseAt: null }
  },
})
