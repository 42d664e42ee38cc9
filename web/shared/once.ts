import { Refusal, type Api } from './api.ts'

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const isAnswer = (error: unknown) => error instanceof Refusal && error.status > 0 && error.status < 500

/**
 * Wraps an API so that each POST has an `Idempotency-Key`. If a POST gets no response or a 5xx, a retry of the same
 * request reuses its key, so nothing is created twice.
 */
export const once = (api: Api): Api => {
  const unanswered = new Map<string, string>()
  return {
    ...api,
    post: async <Body>(...[path, body, rest = {}]: Parameters<Api['post']>) => {
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
    },
  }
}
