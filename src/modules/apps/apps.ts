import { actorId, type Actor } from '../../access/actor.ts'
import { manager, signedIn, staff } from '../../access/demands.ts'
import { makeAppSecret } from '../../access/key-format.ts'
import type { AppGrantRow } from '../../db/rows.ts'
import { rowsFrom } from '../../db/statement.ts'
import { sha256Hex } from '../../kernel/crypto.ts'
import { invalid, notFound } from '../../kernel/failure.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import { SCOPE_NAMES, type Role, type Scope } from '../../kernel/vocabulary.ts'
import { dashboard, deleted, Deleted, listOf, one, operation } from '../../operation/operation.ts'
import { recheckDoors } from '../checkins/index.ts'
import {
  AllowedApp,
  AllowedAppAnswer,
  App,
  AppAuthorization,
  AppChanges,
  AuthorizationQuery,
  type AppOutput,
} from './apps.schema.ts'
import { endGrant, insertCode, limitGrant, listGrants } from './apps.store.ts'
import { errorUrl, readAuthorization, responseUrl } from './authorization.ts'
import { commandLineMetadata, isLoopback } from './client.ts'

const plan = 'PRO'

const toApp = ({ grant, userName }: { grant: AppGrantRow; userName: string | null }): AppOutput => ({
  id: grant.id,
  clientId: grant.clientId,
  host: new URL(grant.clientId).host,
  name: grant.clientName,
  userId: grant.userId,
  userName,
  scopes: grant.scopes as Scope[],
  resource: grant.resource,
  agentsMay: grant.agentsMay,
  createdAt: iso(grant.createdAt),
  lastUsedAt: isoOrNull(grant.lastUsedAt),
})

/** Owners see and change the apps of all members, everyone else only their own. */
const visibleUser = (actor: Actor, role: Role | null) => (role === 'OWNER' ? null : actorId(actor))

export const readAppAuthorization = operation({
  id: 'apps.readAuthorization',
  summary: 'Check an app’s authorization request',
  description:
    'Fetches the app’s metadata document and checks the request, for the page that asks you. Fails with 400 if the app or its redirect address is wrong.',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('GET /apps/authorization')],
  query: AuthorizationQuery,
  answer: one(AppAuthorization),
  async run({ query }, deps) {
    const authorization = await readAuthorization(query.request, deps)
    const { client, redirectUri, asked, error } = authorization
    const target = new URL(redirectUri)
    const returnsHere = isLoopback(target)
    return {
      host: client.host,
      name: client.name,
      returnsTo: target.host === '' ? target.protocol : target.host,
      isElsewhere: !returnsHere && target.host !== client.host,
      isCommandLine: client.id === commandLineMetadata(deps.config).client_id,
      isLoopback: returnsHere,
      scopes: asked?.scopes ?? [],
      resource: asked?.resource ?? null,
      denyUrl: errorUrl(authorization, { code: 'access_denied', description: 'The person declined.' }, deps),
      errorUrl: error === null ? null : errorUrl(authorization, error, deps),
    }
  },
})

export const allowApp = operation({
  id: 'apps.allow',
  summary: 'Allow an app',
  description:
    'Lets an app act for you on the calendar, within these scopes and your own role. Returns the URL for the browser, with a code that the app exchanges for tokens within a minute.',
  subject: 'calendar',
  access: manager,
  routes: [dashboard('POST /calendars/:slug/apps', { plan })],
  body: AllowedApp,
  answer: one(AllowedAppAnswer),
  async run({ calendar, body, actor }, deps) {
    const authorization = await readAuthorization(body.request, deps)
    const { client, redirectUri, asked, error } = authorization
    if (asked === null) throw invalid('request', error?.description ?? 'is invalid')
    if (!body.scopes.every((scope) => asked.scopes.includes(scope)))
      throw invalid('scopes', 'must be among the scopes that the app asks for')
    const code = makeAppSecret('ac')
    await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: [
        insertCode(deps.db, {
          hash: await sha256Hex(code),
          calendarId: calendar.id,
          userId: actorId(actor),
          clientId: client.id,
          clientName: client.name,
          scopes: SCOPE_NAMES.filter((scope) => body.scopes.includes(scope)),
          resource: asked.resource,
          redirectUri,
          challenge: asked.challenge,
          createdAt: deps.clock(),
        }),
      ],
    })
    return { redirectUrl: responseUrl(authorization, { code }, deps) }
  },
})

export const listApps = operation({
  id: 'apps.list',
  summary: 'List apps with access to the calendar',
  description: 'Owners see the apps of all members. Everyone else sees their own.',
  subject: 'calendar',
  access: staff,
  routes: [dashboard('GET /calendars/:slug/apps')],
  answer: listOf(App),
  run: async ({ calendar, actor, role }, { db }) =>
    (await rowsFrom(db, listGrants(calendar.id, visibleUser(actor, role)))).map(toApp),
})

export const updateApp = operation({
  id: 'apps.update',
  summary: 'Limit an app',
  description: 'Sets what the app may do as an assistant. Owners can limit every app, everyone else their own.',
  subject: 'calendar',
  access: staff,
  routes: [dashboard('PATCH /calendars/:slug/apps/:grantId')],
  body: AppChanges,
  answer: one(App),
  async run({ calendar, params, body, actor, role }, deps) {
    const userId = visibleUser(actor, role)
    const { changed, listed } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: {
        changed: limitGrant(deps.db, { calendarId: calendar.id, id: params.grantId, userId }, body.agentsMay),
        listed: listGrants(calendar.id, userId),
      },
    })
    const app = listed.map(toApp).find(({ id }) => id === params.grantId)
    if (changed.length === 0 || app === undefined) throw notFound()
    return app
  },
})

/** Requests that start after this response can no longer use the app's tokens, and its live sockets are closed. */
export const revokeApp = operation({
  id: 'apps.revoke',
  summary: 'End an app’s access',
  description:
    'The app’s tokens stop working and its webhooks are deactivated. Owners can end the access of every app, everyone else that of their own.',
  subject: 'calendar',
  access: staff,
  routes: [dashboard('DELETE /calendars/:slug/apps/:grantId')],
  answer: one(Deleted),
  async run({ calendar, params, actor, role }, deps) {
    const grant = { calendarId: calendar.id, id: params.grantId, userId: visibleUser(actor, role) }
    const [rows] = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: [endGrant(deps.db, grant, deps.clock())],
    })
    if (rows.length === 0) throw notFound()
    recheckDoors(calendar.id, deps)
    return deleted(params.grantId)
  },
})
