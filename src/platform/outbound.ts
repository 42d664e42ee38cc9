import type { Outbound, OutboundAnswer, OutboundPost } from '../deps.ts'
import type { Env } from './env.ts'

/** Reads at most `mostBytes` of the stream, then cancels it. */
const readText = async (body: ReadableStream<Uint8Array>, mostBytes: number) => {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  let left = mostBytes
  try {
    while (left > 0) {
      const { done, value } = await reader.read()
      if (done) break
      text += decoder.decode(value.subarray(0, left), { stream: true })
      left -= value.length
    }
    if (left <= 0) await reader.cancel()
    return { text: text + decoder.decode(), error: null }
  } catch (error) {
    return { text, error: reasonOf(error) }
  }
}

const REASONS: readonly [RegExp, string][] = [
  [/TimeoutError|timed? ?out|aborted/i, 'no answer in time'],
  [/TLS|SSL|certificate/i, 'the TLS connection failed'],
  [/connection lost|refused|reset/i, 'the connection was refused or lost'],
  // The runtime uses this one message for names that don't resolve and for blocked addresses.
  [/internal error|DNS/i, 'the host has no public address'],
]

/** Replaces the runtime's message, which may contain internal IP addresses. */
const reasonOf = (error: unknown) => {
  const message = String(error)
  return REASONS.find(([pattern]) => pattern.test(message))?.[1] ?? 'the request failed'
}

type OutboundEnv = Pick<Env, 'OUTBOUND_PUBLIC' | 'OUTBOUND_LOOPBACK'>

/**
 * On a single machine, the two bindings decide by the address that a name resolves to. In production,
 * `global_fetch_strictly_public` does.
 */
const sendTo = (url: URL, env: OutboundEnv): typeof fetch => {
  const binding = url.protocol === 'http:' ? env.OUTBOUND_LOOPBACK : env.OUTBOUND_PUBLIC
  return binding === undefined ? (input, init) => fetch(input, init) : (input, init) => binding.fetch(input, init)
}

const request = async (
  env: OutboundEnv,
  method: 'GET' | 'POST',
  { url, headers, body, timeoutMs, mostBytes }: Omit<OutboundPost, 'body'> & { body: string | null },
): Promise<OutboundAnswer> => {
  try {
    const answer = await sendTo(new URL(url), env)(url, {
      method,
      headers,
      ...(body === null ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const read =
      answer.body === null
        ? { text: '', error: null }
        : await readText(answer.body as ReadableStream<Uint8Array>, mostBytes)
    return {
      kind: 'answered',
      status: answer.status,
      retryAfter: answer.headers.get('Retry-After'),
      mediaType: answer.headers.get('Content-Type'),
      body: read.text,
      error: read.error,
    }
  } catch (error) {
    return { kind: 'unanswered', error: reasonOf(error) }
  }
}

export const createOutbound = (env: OutboundEnv): Outbound => ({
  post: (sent) => request(env, 'POST', sent),
  get: (sent) => request(env, 'GET', { ...sent, body: null }),
})
