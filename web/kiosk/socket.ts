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

/**
 * Opens the live socket of this event. Returns null during an outage. If the socket closes, the caller has to open a
 * new one.
 */
export const openSocket = async (
  api: DoorApi,
  checkpointId: string | null,
  handlers: { onMessage: (message: LiveMessage) => void; onClose: (hasCredentialEnded: boolean) => void },
) => {
  let ticketUrl: URL
  try {
    ticketUrl = new URL(await api.liveTicket())
  } catch (error) {
    if (isOutage(error)) return null
    throw error
  }
  // Keeps only the path and query, because `connect-src` allows API connections only to the host of this page.
  const url = new URL(ticketUrl.pathname + ticketUrl.search, location.href)
  if (checkpointId !== null) url.searchParams.set('checkpointId', checkpointId)
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(url)
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
