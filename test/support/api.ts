import { exports } from 'cloudflare:workers'
import { operatorToken, tokenFor } from './identity.ts'
import { noteAnswer } from './judged.ts'

interface Sent {
  /** A user id: the request carries a fresh token of that user. */
  as?: string
  /** A bearer token as it stands. */
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
  // Tests read answers as a stranger would, without the types of the service.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

const tokens = new Map<string, Promise<string>>()

/** Signing costs more than most requests: a user's token is made once a file. */
const tokenOf = (userId: string) => {
  const known = tokens.get(userId) ?? tokenFor(userId)
  tokens.set(userId, known)
  return known
}

const ORIGIN = 'https://calendar.test'

/** One HTTP request against the whole Worker. */
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

const must = (answer: Answered) => {
  if (answer.status >= 300) throw new Error(`the set-up was refused: ${answer.status} ${answer.text}`)
  return answer.body.data
}

let calendarsMade = 0

/** A calendar with an owner of its own, on the plan given. */
export const newCalendar = async ({
  plan = 'PRO',
  owner,
  ...fields
}: Record<string, unknown> & { plan?: string; owner?: string } = {}) => {
  calendarsMade += 1
  const as = owner ?? `usr_owner_${calendarsMade}`
  const made = must(
    await send('POST /calendars', {
      as,
      json: { name: `Calendar ${calendarsMade}`, timezone: 'Europe/Paris', ...fields },
    }),
  )
  if (plan !== 'FREE')
    must(await send(`PUT /calendars/${made.slug}/plan`, { token: await operatorToken(), json: { plan } }))
  return { id: made.id as string, slug: made.slug as string, owner: as }
}

export const addMember = async (calendar: { slug: string; owner: string }, userId: string, role: string) => {
  must(await send(`POST /calendars/${calendar.slug}/members`, { as: calendar.owner, json: { userId, role } }))
  return userId
}

/** A full API key of the calendar. */
export const newKey = async (calendar: { slug: string; owner: string }, scopes: string[]) =>
  must(
    await send(`POST /calendars/${calendar.slug}/api-keys`, { as: calendar.owner, json: { name: 'test', scopes } }),
  ) as {
    id: string
    key: string
  }
