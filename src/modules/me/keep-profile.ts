import * as z from 'zod'
import { actorId, profileOf, type Actor, type Profile } from '../../access/actor.ts'
import { signedIn } from '../../access/demands.ts'
import { rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { lazy } from '../../kernel/lazy.ts'
import { dashboard, one, operation } from '../../operation/operation.ts'
import { setProfile } from '../members/index.ts'
import { membershipsOf } from './me.store.ts'

const KeptProfile = lazy(() =>
  z.object({ name: z.string().nullable(), email: z.string().nullable() }).meta({ id: 'KeptProfile' }),
)

/** Applies to every calendar of which the user is a member. */
const storeProfile = async (actor: Actor, profile: Profile, deps: Deps) => {
  const userId = actorId(actor)
  const [calendar] = await rowsFrom(deps.db, membershipsOf(userId))
  if (calendar === undefined) return profile
  await deps.commit({ calendarId: calendar.id, seenBy: 'team', statements: [setProfile(userId, profile)] })
  return profile
}

export const keepProfile = operation({
  id: 'me.keepProfile',
  summary: 'Share your profile with members',
  description:
    'Shares the name and verified email address of your session token with all calendars you are a member of. They are stored until you withdraw them or are no longer a member. Check-ins that you make store your name for good. The service sends emails for owners to this address.',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('PUT /me/profile')],
  answer: one(KeptProfile),
  run: ({ actor }, deps) => storeProfile(actor, profileOf(actor), deps),
})

export const forgetProfile = operation({
  id: 'me.forgetProfile',
  summary: 'Withdraw your profile',
  description:
    'Removes your name and email address from all calendars you are a member of. Earlier check-ins keep your name.',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('DELETE /me/profile')],
  answer: one(KeptProfile),
  run: ({ actor }, deps) => storeProfile(actor, { name: null, email: null }, deps),
})
