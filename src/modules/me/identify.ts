import * as z from 'zod'
import { actorId, isProgram, profileOf } from '../../access/actor.ts'
import { anyKey, signedIn } from '../../access/demands.ts'
import { inOneBatch } from '../../db/statement.ts'
import { unauthenticated } from '../../kernel/failure.ts'
import { isoOrNull } from '../../kernel/time.ts'
import { lazy } from '../../kernel/lazy.ts'
import { AGENT_LIMITS, KEY_MODES, PLANS, ROLES, SCOPE_NAMES } from '../../kernel/vocabulary.ts'
import { InstantOutput } from '../../kernel/wire.ts'
import { dashboard, one, operation, v1 } from '../../operation/operation.ts'
import { currencyOfZone } from '../../kernel/zone-currency.ts'
import { Calendar, toCalendar } from '../calendars/index.ts'
import { accountFields, toAccount } from './account.ts'
import { accountOf } from './account.store.ts'
import { membershipsOf } from './me.store.ts'

const Plan = lazy(() => z.enum(PLANS))

const KeyIdentity = lazy(() =>
  z
    .object({
      keyId: z.string().describe('Id of the key. For an access token, the id of the app’s grant.'),
      app: z
        .object({
          clientId: z.string().describe('URL of the app’s metadata document.'),
          name: z.string().describe('Name that the app gives itself.'),
          userId: z.string().describe('Member for whom the app acts.'),
        })
        .nullable()
        .describe('The app of an access token. Null for an API key.'),
      calendar: Calendar(),
      scopes: z.array(z.enum(SCOPE_NAMES)),
      plan: Plan(),
      mode: z.enum(KEY_MODES),
      agentsMay: z.enum(AGENT_LIMITS).describe('What assistants may do with the key.'),
    })
    .meta({ id: 'KeyIdentity' }),
)

export const identifyKey = operation({
  id: 'me.key',
  summary: 'Get the current API key',
  description: 'Returns the calendar, scopes, plan and mode of the key, or of the app whose access token you send.',
  subject: 'calendar',
  access: anyKey,
  routes: [v1('GET /me')],
  answer: one(KeyIdentity),
  async run({ actor, calendar }, { config }) {
    if (!isProgram(actor)) throw unauthenticated()
    return {
      keyId: actorId(actor),
      app: actor.kind === 'app' ? { clientId: actor.clientId, name: actor.name, userId: actor.userId } : null,
      calendar: toCalendar(calendar, config),
      scopes: [...actor.scopes],
      plan: calendar.plan,
      mode: actor.kind === 'key' ? actor.mode : 'live',
      agentsMay: actor.agentsMay,
    }
  },
})

export const UserIdentity = lazy(() =>
  z
    .object({
      userId: z.string(),
      name: z.string().nullable().describe('Name in the session token. Null if it has none.'),
      email: z.string().nullable().describe('Verified email address in the session token. Null if it has none.'),
      ...accountFields(),
      isOperator: z.boolean().describe('Whether you are an operator of the service.'),
      calendars: z.array(
        z.object({
          id: z.string(),
          slug: z.string(),
          name: z.string(),
          plan: Plan(),
          role: z.enum(ROLES),
          timezone: z.string(),
          currency: z.string().describe('Default currency of new tickets and coupons.'),
          eraseAt: InstantOutput()
            .nullable()
            .describe('Time at which the calendar is erased. Null unless an owner has requested it.'),
        }),
      ),
    })
    .meta({ id: 'UserIdentity' }),
)

export const identifyUser = operation({
  id: 'me.user',
  summary: 'Get the current user',
  description: 'Returns your user id, your account’s settings and your calendars with your role in each.',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('GET /me')],
  answer: one(UserIdentity),
  async run({ actor }, { db }) {
    const userId = actorId(actor)
    const { account, calendars } = await inOneBatch(db, {
      account: accountOf(userId),
      calendars: membershipsOf(userId),
    })
    return {
      userId,
      ...profileOf(actor),
      ...toAccount(account[0]),
      isOperator: actor.kind === 'session' && actor.isOperator,
      calendars: calendars.map((each) => ({
        ...each,
        currency: each.currency ?? currencyOfZone(each.timezone),
        eraseAt: isoOrNull(each.eraseAt),
      })),
    }
  },
})
