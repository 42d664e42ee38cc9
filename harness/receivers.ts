import type { ServerResponse } from 'node:http'
import { listen } from './loopback.ts'

export interface Post {
  at: number
  path: string
  id: string
  body: string
}

type Behaviour = (post: Post, response: ServerResponse, posts: readonly Post[]) => void

const answerOk: Behaviour = (_post, response) => void response.end('ok')

/** Starts a server on loopback that records every webhook and responds as currently configured. */
export const startReceivers = async () => {
  const posts: Post[] = []
  let behave = answerOk
  const server = await listen(({ headers, url = '' }, response, body) => {
    const post = { at: Date.now(), path: url, id: String(headers['x-svc-delivery-id'] ?? ''), body: body.toString() }
    posts.push(post)
    behave(post, response, posts)
  })
  return {
    ...server,
    posts,
    behaveLike: (next: Behaviour) => {
      behave = next
    },
    answerOk: () => {
      behave = answerOk
    },
  }
}

export type Receivers = Awaited<ReturnType<typeof startReceivers>>
