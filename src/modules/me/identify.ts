import * as z from 'zod'
import { actorId, profileOf } from '../../access/actor.ts'
import { anyKey, signedIn } from '../../access/demands.ts'
import { rowsFrom } from '../../db/statement.ts'
import { unauthenticated } from '../../kernel/failure.ts'
import { lazy } from '../../kernel/lazy.ts'
import { KEY_MODES, PLANS, ROLES, SCOPE_NAMES } from '../../kernel/vocabulary.ts'
import { dashboard, one, operation, v1 } from '../../operation/operation.ts'
import { Calendar, toCalendar } from '../calendars/index.ts'
import { membershipsOf } from './me.store.ts'

const Plan = lazy(() => z.enum(PLANS))

const KeyIdentity = lazy(() =>
  z
    .object({
      keyId: z.string(),
      calendar: Calendar(),
      scopes: z.array(z.enum(SCOPE_NAMES)),
      plan: Plan(),
      mode: z.enum(KEY_MODES),
    })
    .meta({ id: 'KeyIdentity' }),
)

export const identifyKey = operation({
  id: 'me.key',
  summary: 'Get the current API key',
  description: 'Returns the key’s calendar, scopes, plan and mode.',
  subject: 'calendar',
  access: anyKey,
  routes: [v1('GET /me')],
  answer: one(KeyIdentity),
  async run({ actor, calendar }, { config }) {
    if (actor.kind !== 'key') throw unauthenticated()
    return {
      keyId: actor.keyId,
      calendar: toCalendar(calendar, config),
      scopes: [...actor.scopes],
      plan: calendar.plan,
      mode: actor.mode,
    }
  },
})

export const UserIdentity = lazy(() =>
  z
    .object({
      userId: z.string(),
      name: z.string().nullable().describe('Name in the session token. Null if it has none.'),
      email: z.string().nullable().describe('Verified email address in the session token. Null if it has none.'),
      calendars: z.array(
        z.object({ id: z.string(), slug: z.string(), name: z.string(), plan: Plan(), role: z.enum(ROLES) }),
      ),
    })
    .meta({ id: 'UserIdentity' }),
)

export const identifyUser = operation({
  id: 'me.user',
  summary: 'Get the current user',
  description: 'Returns your user id and your calendars with your role in each.',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('GET /me')],
  answer: one(UserIdentity),
  async run({ actor }, { db }) {
    const userId = actorId(actor)
    return { userId, ...profileOf(actor), calendars: await rowsFrom(db, membershipsOf(userId)) }
  },
})
