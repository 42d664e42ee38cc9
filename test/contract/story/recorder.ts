import { expect } from 'vitest'
import { byLiteralFirst, matchRoute } from '../../../src/kernel/route-pattern.ts'
import { send, type Answered } from '../../support/api.ts'
import { tokenFor } from '../../support/identity.ts'
import { ways, type Way } from '../../support/routes.ts'

/** One call as it took place: what was asked for, and what came, by its media type. */
export interface RecordedCall {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  answers: Record<string, unknown>
}

interface Sent {
  token?: string
  as?: string
  key?: string
  json?: unknown
  headers?: Record<string, string>
  /** The status that belongs to this step; 200 or 201 where none is given. */
  status?: number
}

const routes = ways.toSorted((left, right) => byLiteralFirst(left.route.path, right.route.path))

const routeOf = (method: string, path: string): { way: Way; params: Record<string, string> } => {
  for (const way of routes) {
    const said = way.route.method === method ? matchRoute(way.route.path, path) : null
    if (said === null) continue
    const params = Object.entries(said).map(([name, value]) => [name, decodeURIComponent(value)])
    return { way, params: Object.fromEntries(params) }
  }
  throw new Error(`no route takes ${method} ${path}`)
}

/** Routes whose answer has a form of its own have an example of their own. */
const nameOf = ({ operation, route }: Way) =>
  route.answer === undefined ? operation.id : `${operation.id}.${route.surface}`

export const startRecording = (owner: string) => {
  const calls: Record<string, RecordedCall> = {}
  const refusals: Record<string, { message: string; errors: unknown[]; data?: unknown }> = {}
  const keys: { whole?: string } = {}

  const ask = async (line: string, { as, token, key, json, headers = {} }: Sent) => {
    const [method = '', url = ''] = line.split(' ')
    const [path = '', search = ''] = url.split('?')
    const { way, params } = routeOf(method, path)
    const { surface } = way.route
    const bySurface = async () => {
      if (surface === 'open') return {}
      return surface === 'v1' ? { key: keys.whole ?? '' } : { token: await tokenFor(owner) }
    }
    const asked = token ?? (as === undefined ? undefined : await tokenFor(as))
    const who = key !== undefined ? { key } : asked !== undefined ? { token: asked } : await bySurface()
    const answer = await send(line, { ...who, headers, ...(json === undefined ? {} : { json }) })
    return { answer, way, params, query: Object.fromEntries(new URLSearchParams(search)) }
  }

  const note = (way: Way, call: Omit<RecordedCall, 'answers'>, { headers, body, text }: Answered) => {
    const mediaType = headers.get('Content-Type')?.split(';')[0] ?? ''
    const known = (calls[nameOf(way)] ??= { ...call, answers: {} })
    if (/^$|^text\/(?:html|javascript)$|^image\/|pkpass$/.test(mediaType) || mediaType in known.answers) return
    known.answers[mediaType] = body ?? text
  }

  return {
    calls,
    refusals,
    keys,
    /** A step of the story whose answer is an example. */
    tell: async (line: string, { status, ...sent }: Sent = {}): Promise<Answered> => {
      const { answer, way, params, query } = await ask(line, sent)
      expect(answer.status, `${line}: ${answer.text}`).toBe(status ?? way.operation.status ?? 200)
      note(
        way,
        {
          ...(Object.keys(params).length === 0 ? {} : { params }),
          ...(Object.keys(query).length === 0 ? {} : { query }),
          ...(sent.json === undefined ? {} : { body: sent.json }),
        },
        answer,
      )
      return answer
    },
    /** A step that only leads to the next. */
    pass: async (line: string, { status, ...sent }: Sent = {}): Promise<Answered> => {
      const { answer, way } = await ask(line, sent)
      expect(answer.status, `${line}: ${answer.text}`).toBe(status ?? way.operation.status ?? 200)
      return answer
    },
    /** A step that is refused with this code. */
    refuse: async (code: string, answered: Promise<Answered> | [line: string, sent?: Sent]) => {
      const { body, text } = Array.isArray(answered)
        ? (await ask(answered[0], answered[1] ?? {})).answer
        : await answered
      expect(body?.code, text).toBe(code)
      const { message, errors, data } = body
      refusals[code] ??= { message, errors, ...(data === undefined ? {} : { data }) }
    },
  }
}

export type Story = ReturnType<typeof startRecording>
