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

/** In every calendar that they are a member of. */
const keep = async (actor: Actor, profile: Profile, deps: Deps) => {
  const userId = actorId(actor)
  const [calendar] = await rowsFrom(deps.db, membershipsOf(userId))
  if (calendar === undefined) return profile
  await deps.commit({ calendarId: calendar.id, seenBy: 'team', statements: [setProfile(userId, profile)] })
  return profile
}

export const keepProfile = operation({
  id: 'me.keepProfile',
  summary: 'Let the other members see your name and address',
  description:
    'As the token of this request says, the address where it is verified, in every calendar that you are a member of. They are ' +
    'kept until you take them back, or are a member no more; owners are written to at this address.',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('PUT /me/profile')],
  answer: one(KeptProfile),
  run: ({ actor }, deps) => keep(actor, profileOf(actor), deps),
})

export const forgetProfile = operation({
  id: 'me.forgetProfile',
  summary: 'Take your name and address back from the calendars that you are a member of',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('DELETE /me/profile')],
  answer: one(KeptProfile),
  run: ({ actor }, deps) => keep(actor, { name: null, email: null }, deps),
})
