import type { DoorApi } from './door-api.ts'
import { isOutage } from './door-api.ts'
import type { Direction } from '../../src/kernel/vocabulary.ts'
import type { Checkin, Summary } from './wire.ts'

export type LiveMessage =
  | ({ type: 'summary' } & Summary)
  | ({ type: 'admitted' | 'left'; checkedIn?: number; inside: number } & Checkin)
  | {
      type: 'undone'
      id: string
      guestId: string
      gate: string | null
      checkedIn?: number
      direction?: Direction | null
      inside?: number
    }

const PING_MS = 20_000
const CREDENTIAL_ENDED = 4401

/** Hears of every admission at this event. Ends when the network does; whoever opened it opens another. */
export const openSocket = async (
  api: DoorApi,
  checkpointId: string | null,
  handlers: { onMessage: (message: LiveMessage) => void; onClose: (hasCredentialEnded: boolean) => void },
) => {
  let given: URL
  try {
    given = new URL(await api.liveTicket())
  } catch (error) {
    if (isOutage(error)) return null
    throw error
  }
  // By the name under which this page was opened, which is the only one that it may reach.
  const own = new URL(given.pathname + given.search, location.href)
  if (checkpointId !== null) own.searchParams.set('checkpointId', checkpointId)
  own.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(own)
  let hasPong = true
  const pinging = setInterval(() => {
    if (!hasPong) return socket.close()
    hasPong = false
    if (socket.readyState === WebSocket.OPEN) socket.send('ping')
  }, PING_MS)
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    hasPong = true
    if (data !== 'pong') handlers.onMessage(JSON.parse(data) as LiveMessage)
  })
  socket.addEventListener('close', ({ code }) => {
    clearInterval(pinging)
    handlers.onClose(code === CREDENTIAL_ENDED)
  })
  return { close: () => socket.close() }
}
