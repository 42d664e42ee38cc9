import { exports } from 'cloudflare:workers'
import { tokenFor } from './identity.ts'
import { noteAnswer } from './judged.ts'

interface Sent {
  /** User id. Sends a fresh token of this user. */
  as?: string
  /** Bearer token, sent unchanged. */
  token?: string
  key?: string
  json?: unknown
  body?: BodyInit
  headers?: Record<string, string>
}

export interface Answered {
  status: number
  headers: Headers
  text: string
  // `any`: tests read answers without the service's own types.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

const tokens = new Map<string, Promise<string>>()

/** Caches a token per user and test file, because signing costs more than most requests. */
const tokenOf = (userId: string) => {
  const known = tokens.get(userId) ?? tokenFor(userId)
  tokens.set(userId, known)
  return known
}

const ORIGIN = 'https://calendar.test'

/** Sends one HTTP request to the whole Worker. */
export const send = async (
  line: string,
  { as, token, key, json, body, headers = {} }: Sent = {},
): Promise<Answered> => {
  const [method, path] = line.split(' ') as [string, string]
  const head = new Headers(headers)
  const bearer = token ?? (as === undefined ? undefined : await tokenOf(as))
  if (bearer !== undefined) head.set('Authorization', `Bearer ${bearer}`)
  if (key !== undefined) head.set('x-svc-api-key', key)
  if (json !== undefined && !head.has('Content-Type')) head.set('Content-Type', 'application/json')
  const sent = json === undefined ? body : JSON.stringify(json)
  const response = await exports.default.fetch(
    new Request(`${ORIGIN}/api${path}`, {
      method,
      headers: head,
      redirect: 'manual',
      ...(sent === undefined ? {} : { body: sent }),
    }),
  )
  const text = await response.text()
  noteAnswer({ method, path }, response, text)
  const isJson = (response.headers.get('Content-Type') ?? '').startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  }
}
