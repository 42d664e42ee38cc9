import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import { noteAnswer } from './judged.ts'

export interface Watcher {
  socket: WebSocket
  messages: Record<string, unknown>[]
  closed: Promise<number>
}

export const upgrade = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await exports.default.fetch(
    new Request(`https://calendar.test/api${path}`, { headers: { Upgrade: 'websocket', ...headers } }),
  )
  noteAnswer({ method: 'GET', path }, answer, answer.webSocket === null ? await answer.clone().text() : '')
  return answer
}

/** Opens the WebSocket and collects its messages. */
export const watch = async (path: string, headers: Record<string, string> = {}): Promise<Watcher> => {
  const answer = await upgrade(path, headers)
  expect(answer.status).toBe(101)
  const socket = answer.webSocket
  if (socket === null) throw new Error('no socket came with the 101')
  const messages: Record<string, unknown>[] = []
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data)) as Record<string, unknown>))
  socket.accept()
  await expect.poll(() => messages.length).toBeGreaterThan(0)
  return { socket, messages, closed }
}
