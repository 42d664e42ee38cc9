import { Refusal } from '../shared/api.ts'
import { isOutage, isOver, type DoorApi } from './door-api.ts'
import type { Manifest } from './manifest.ts'
import type { Outbox, Settled } from './outbox.ts'
import type { Place } from './places.ts'
import { openSocket, type LiveMessage } from './socket.ts'
import type { Door, Summary } from './wire.ts'
import { words } from './words.ts'

export type ConnectionState = 'connecting' | 'up' | 'down' | 'over'

const EVERY_MS = 20_000
const SOONEST_RETRY_MS = 1_500
const LATEST_RETRY_MS = 8_000

const isGone = (error: unknown) => error instanceof Refusal && error.status === 404

interface Ports {
  api: DoorApi
  manifest: Manifest
  outbox: Outbox
  /** The door that this device works at. */
  place: () => Place
  onState: (state: ConnectionState, error?: unknown) => void
  onDoor: (door: Door) => void
  onSummary: (summary: Summary) => void
  onLive: (message: LiveMessage) => void
  onSettled: (settled: Settled[]) => void
}

/** Whether the service answers is told by asking it, and by nothing else: what browsers say of networks is a guess. */
export const createConnection = (ports: Ports) => {
  const { api, manifest, outbox } = ports
  let state: ConnectionState = 'connecting'
  let clockOffsetMs = 0
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let beating: Promise<void> | null = null
  let isAskedAgain = false
  let socket: { close(): void } | null = null
  let isEnded = false

  const now = () => Date.now() + clockOffsetMs

  const become = (next: ConnectionState, error?: unknown) => {
    if (isEnded) return
    state = next
    ports.onState(next, error)
  }

  const later = (ms: number) => {
    clearTimeout(timer)
    if (!isEnded && state !== 'over') timer = setTimeout(() => void beat(), ms)
  }

  const readDoor = async () => {
    const askedAt = Date.now()
    const door = await api.door().catch((error: unknown) => {
      throw isGone(error) ? new Refusal(403, { message: words().door.gone }, null, error) : error
    })
    clockOffsetMs = Date.parse(door.now) - (askedAt + Date.now()) / 2
    await manifest.remember(door, now())
    ports.onDoor(door)
  }

  const listen = async () => {
    if (socket !== null) return
    const { checkpointId, mode } = ports.place()
    const opened = await openSocket(api, checkpointId, {
      onMessage: (message) => {
        if (message.type === 'admitted' || message.type === 'left') void manifest.mark(message, mode)
        if (!isEnded && socket === opened) ports.onLive(message)
      },
      onClose: (hasCredentialEnded) => {
        if (socket !== opened) return
        socket = null
        if (hasCredentialEnded || state === 'up') later(SOONEST_RETRY_MS)
      },
    })
    // The door was left, or changed for another, while this one was asked for: nobody here waits for it any more.
    if (isEnded || ports.place().checkpointId !== checkpointId) return opened?.close()
    socket = opened
  }

  const work = async () => {
    await readDoor()
    // What was let in here must be known before anything else is asked.
    await outbox.send(api, ports.onSettled)
    await manifest.sync(api, now)
    ports.onSummary(await api.summary())
    await listen()
  }

  const pulse = async () => {
    isAskedAgain = false
    try {
      await work()
      failures = 0
      become('up')
      later(isAskedAgain ? 0 : EVERY_MS)
    } catch (error) {
      if (isOver(error)) return become('over', error)
      failures += 1
      become('down', error)
      // Anything but an outage is a fault of ours or theirs: it is asked again as rarely.
      later(isOutage(error) ? Math.min(LATEST_RETRY_MS, SOONEST_RETRY_MS * 1.5 ** failures) : LATEST_RETRY_MS)
    }
  }

  const beat = (): Promise<void> => {
    if (isEnded) return Promise.resolve()
    if (beating !== null) {
      isAskedAgain = true
      return beating
    }
    clearTimeout(timer)
    return (beating = pulse().finally(() => (beating = null)))
  }

  const hint = () => void beat()
  addEventListener('online', hint)

  return {
    now,
    isUp: () => state === 'up',
    state: () => state,
    beat,
    /** Another door is counted and listened to from now on. */
    turn: () => {
      const before = socket
      socket = null
      before?.close()
      return beat()
    },
    /** A scan has met what the next beat would have met. */
    failed: (error: unknown) => {
      if (isOver(error)) return become('over', error)
      failures = Math.max(failures, 1)
      become('down', error)
      later(SOONEST_RETRY_MS)
    },
    end: () => {
      isEnded = true
      clearTimeout(timer)
      socket?.close()
      removeEventListener('online', hint)
    },
  }
}

export type Connection = ReturnType<typeof createConnection>
