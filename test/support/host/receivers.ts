import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Post {
  at: number
  path: string
  id: string
  body: string
}

type Behaviour = (post: Post, response: ServerResponse, posts: readonly Post[]) => void

const answerOk: Behaviour = (_post, response) => void response.end('ok')

/** A server on loopback that notes every webhook and answers as it is told to at the time. */
export const startReceivers = async () => {
  const posts: Post[] = []
  let behave = answerOk

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const id = String(request.headers['x-svc-delivery-id'] ?? '')
    const post = { at: Date.now(), path: request.url ?? '', id, body }
    posts.push(post)
    behave(post, response, posts)
  }
  // A sender that is killed breaks its connection; that is not this server's failure.
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    behaveLike: (next: Behaviour) => {
      behave = next
    },
    answerOk: () => {
      behave = answerOk
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type Receivers = Awaited<ReturnType<typeof startReceivers>>
