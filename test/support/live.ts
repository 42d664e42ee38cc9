import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'

export interface Watcher {
  socket: WebSocket
  messages: Record<string, unknown>[]
  closed: Promise<number>
}

export const upgrade = (path: string, headers: Record<string, string> = {}) =>
  exports.default.fetch(
    new Request(`https://calendar.test/api${path}`, { headers: { Upgrade: 'websocket', ...headers } }),
  )

/** Opens the socket and gathers what it says. */
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
