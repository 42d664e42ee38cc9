import { subjectQuery } from '../access/subjects.store.ts'
import { isPassToken, isTestKey, isWellFormedKey, sandboxOfKey } from '../access/key-format.ts'
import { rowsFrom } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import type { Sandboxes } from '../kernel/sandbox-port.ts'
import { base64url, utf8 } from '../kernel/crypto.ts'
import { Failure } from '../kernel/failure.ts'
import { errorResponse } from '../operation/answer.ts'
import { withDefaultHeaders } from '../operation/finish.ts'

const IN_PATH = /^https?:\/\/[^/]+\/s\/(sbx_[0-9A-Za-z]{10})(?=[/?#]|$)/
const BEARER = /^Bearer +(\S+)$/i

const TO_TOOLS = /^https?:\/\/[^/]+(?:\/s\/\w+)?\/mcp(?=[?#]|$)/

const bearerOf = ({ headers }: Request) => BEARER.exec(headers.get('Authorization') ?? '')?.[1]

/** Returns the API key. Assistants send theirs as a bearer token. */
const keyOf = (request: Request) =>
  request.headers.get('x-svc-api-key') ?? (TO_TOOLS.test(request.url) ? bearerOf(request) : null) ?? ''

/** Whether the request may be for a sandbox: because of its path, or because of a test key at any path. */
export const mayBeForSandbox = (request: Request) => IN_PATH.test(request.url) || isTestKey(keyOf(request))

/**
 * Returns the sandbox that a request is for, or null. Outside production, a test key can also belong to the live
 * database, so this checks whether the sandbox named in the key exists.
 */
const sandboxFor = async (request: Request, sandboxes: Sandboxes): Promise<string | null> => {
  const [, inPath] = IN_PATH.exec(request.url) ?? []
  if (inPath !== undefined) return inPath
  const key = keyOf(request)
  const named = isWellFormedKey(key) ? sandboxOfKey(key) : null
  return named !== null && (await sandboxes.calendarOf(named)) !== null ? named : null
}

/**
 * Returns the session with the caller's role in the live calendar, or null for non-members. The caller's name isn't
 * passed on.
 */
const memberOf = async (token: string, sandboxId: string, sandboxes: Sandboxes, deps: Deps) => {
  const session = await deps.verifySession(token)
  const calendarId = session === null ? null : await sandboxes.calendarOf(sandboxId)
  if (session === null || calendarId === null) return null
  const [found] = await rowsFrom(deps.db, subjectQuery({ by: 'calendarId', id: calendarId }, session.userId))
  const role = found?.role ?? null
  const { userId, expiresAt, signedInAt } = session
  return role === null ? null : { userId, expiresAt, signedInAt, isOperator: false, role }
}

/**
 * Passes a request to its sandbox. A sandbox can't verify a session and has no live members, so it gets the caller's
 * role instead of the token; a role sent by the caller is dropped. Door passes and keys are rows of the sandbox.
 * Returns null if the request is for the live Worker.
 */
export const passToSandbox = async (request: Request, sandbox: Pick<Fetcher, 'fetch'> & Sandboxes, deps: Deps) => {
  const sandboxId = await sandboxFor(request, sandbox)
  if (sandboxId === null) return null
  const [token, key] = [bearerOf(request), keyOf(request)]
  const headers = new Headers(request.headers)
  if (token === undefined || !isPassToken(token)) headers.delete('Authorization')
  if (isTestKey(key)) headers.set('x-svc-api-key', key)
  if (token !== undefined && token !== key && !isPassToken(token)) {
    try {
      const member = await memberOf(token, sandboxId, sandbox, deps)
      if (member !== null) headers.set('Authorization', `Bearer session.${base64url(utf8(JSON.stringify(member)))}`)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const requestId = deps.newId('req')
      return withDefaultHeaders(errorResponse(error as Failure, requestId), requestId)
    }
  }
  return sandbox.fetch(new Request(request, { headers }))
}
