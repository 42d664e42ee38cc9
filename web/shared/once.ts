import { Refusal, type Api } from './api.ts'

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const isAnswer = (error: unknown) => error instanceof Refusal && error.status > 0 && error.status < 500

/**
 * Wraps an API so that each POST has an `Idempotency-Key`. If a POST gets no response or a 5xx, a retry of the same
 * request reuses its key, so nothing is created twice. A write that is repeated while it waits, as by a double click,
 * isn't sent: both get the response of the first.
 */
export const once = (api: Api): Api => {
  const unanswered = new Map<string, string>()
  /** The latest write of each path that has no response yet. */
  const waiting = new Map<string, { name: string; answer: Promise<unknown> }>()
  const shared =
    (method: string, send: Api['post']): Api['post'] =>
    async <Body>(...given: Parameters<Api['post']>) => {
      const [path] = given
      const name = JSON.stringify([method, ...given])
      const latest = waiting.get(path)
      if (latest?.name === name) return (await latest.answer) as Body
      const mine = { name, answer: send<Body>(...given) }
      waiting.set(path, mine)
      try {
        return (await mine.answer) as Body
      } finally {
        if (waiting.get(path) === mine) waiting.delete(path)
      }
    }
  const post: Api['post'] = async <Body>(...[path, body, rest = {}]: Parameters<Api['post']>) => {
    const name = `${path} ${JSON.stringify(body)}`
    const key = unanswered.get(name) ?? newKey()
    unanswered.set(name, key)
    try {
      const answer = await api.post<Body>(path, body, {
        ...rest,
        headers: { 'Idempotency-Key': key, ...rest.headers },
      })
      unanswered.delete(name)
      return answer
    } catch (error) {
      if (isAnswer(error)) unanswered.delete(name)
      throw error
    }
  }
  return {
    ...api,
    post: shared('POST', post),
    put: shared('PUT', api.put),
    patch: shared('PATCH', api.patch),
    delete: shared('DELETE', api.delete),
  }
}
