import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body?: object
}

export interface Answer {
  status: number
  // Untyped, because the histories don't use the service's own types.
  body: { data?: unknown; code?: string; [field: string]: unknown }
}

const RETRY_MS = 50
const SILENT_MS = 20_000

/** If the connection was refused, the request cannot have had an effect. */
const neverSent = (error: unknown) => (error as { code?: string }).code === 'ECONNREFUSED'

const bodyOf = (text: string): Answer['body'] => {
  try {
    return JSON.parse(text) as Answer['body']
  } catch {
    return { unreadable: text }
  }
}

/** Opens one keep-alive connection, which reconnects if it breaks. */
export const openSocket = (baseUrl: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  const send = ({ method, path, headers, body }: Sent) =>
    new Promise<Answer>((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const call = request(baseUrl + path, {
        agent,
        method,
        headers: { ...headers, ...type, 'content-length': String(Buffer.byteLength(text)) },
        timeout: SILENT_MS,
      })
      call.on('timeout', () => call.destroy(new Error('no answer')))
      call.on('error', reject)
      call.on('response', (response) => {
        let received = ''
        response.setEncoding('utf8').on('data', (part: string) => (received += part))
        response.on('error', reject)
        response.on('end', () => {
          if (response.complete) resolve({ status: response.statusCode ?? 0, body: bodyOf(received) })
          else reject(new Error('the answer was cut'))
        })
      })
      call.end(text)
    })

  return {
    /** Returns a null answer if the response was lost. Waits while the service is down. */
    async ask(sent: Sent, isOver: () => boolean): Promise<{ sentAt: number; answer: Answer | null }> {
      for (;;) {
        const sentAt = performance.now()
        try {
          return { sentAt, answer: await send(sent) }
        } catch (error) {
          if (!neverSent(error) || isOver()) return { sentAt, answer: null }
          await sleep(RETRY_MS)
        }
      }
    },
    close: () => agent.destroy(),
  }
}

export type Socket = ReturnType<typeof openSocket>
