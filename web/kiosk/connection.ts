import { Refusal } from '../shared/api.ts'
import { createClock } from './clock.ts'
import { isOutage, isOver, type DoorApi } from './door-api.ts'
import type { Manifest } from './manifest.ts'
import type { Outbox, Settled } from './outbox.ts'
import type { Place } from './places.ts'
import { openSocket, type LiveMessage } from './socket.ts'
import type { Door, Summary } from './wire.ts'
import { words } from './words.ts'

export type ConnectionState = 'connecting' | 'up' | 'down' | 'over'

const POLL_INTERVAL_MS = 20_000
const MIN_RETRY_MS = 1_500
const MAX_RETRY_MS = 8_000

const isGone = (error: unknown) => error instanceof Refusal && error.status === 404

interface Ports {
  api: DoorApi
  manifest: Manifest
  outbox: Outbox
  place: () => Place
  onState: (state: ConnectionState, error?: unknown) => void
  onDoor: (door: Door) => void
  onSummary: (summary: Summary) => void
  onLive: (message: LiveMessage) => void
  onSettled: (settled: Settled[]) => void
}

/**
 * Tracks whether the service responds, by polling it every 20 s. `navigator.onLine` is unreliable, so the `online`
 * event only triggers the next poll early.
 */
export const createConnection = (ports: Ports) => {
  const { api, manifest, outbox } = ports
  let state: ConnectionState = 'connecting'
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let beating: Promise<void> | null = null
  let isBeatRequested = false
  let socket: { close(): void } | null = null
  let isEnded = false

  const clock = createClock()
  const { now } = clock
  const storedOffsetMs = manifest.kept()?.offsetMs
  if (storedOffsetMs !== undefined) clock.load(storedOffsetMs)

  const setState = (next: ConnectionState, error?: unknown) => {
    if (isEnded) return
    state = next
    ports.onState(next, error)
  }

  const schedule = (ms: number) => {
    clearTimeout(timer)
    if (!isEnded && state !== 'over') timer = setTimeout(() => void beat(), ms)
  }

  const readDoor = async () => {
    const askedAt = Date.now()
    const door = await api.door().catch((error: unknown) => {
      throw isGone(error) ? new Refusal(403, { message: words().door.gone }, null, error) : error
    })
    const correction = clock.sync(Date.parse(door.now), (askedAt + Date.now()) / 2)
    if (correction !== null) await outbox.redate(correction)
    await manifest.remember(door, now(), clock.offsetMs())
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
        if (hasCredentialEnded || state === 'up') schedule(MIN_RETRY_MS)
      },
    })
    // While `openSocket()` was running, the device left this door or switched to another one.
    if (isEnded || ports.place().checkpointId !== checkpointId) return opened?.close()
    socket = opened
  }

  const work = async () => {
    await readDoor()
    // Uploads first, so that the manifest and summary loaded below include the check-ins made on this device.
    await outbox.send(api, ports.onSettled)
    await manifest.sync(api, now)
    ports.onSummary(await api.summary())
    await listen()
  }

  const pulse = async () => {
    isBeatRequested = false
    try {
      await work()
      failures = 0
      setState('up')
      schedule(isBeatRequested ? 0 : POLL_INTERVAL_MS)
    } catch (error) {
      if (isOver(error)) return setState('over', error)
      failures += 1
      setState('down', error)
      // Any error other than an outage is a bug in the kiosk or the service. Retry it at the slowest rate, every 8 s.
      schedule(isOutage(error) ? Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 1.5 ** failures) : MAX_RETRY_MS)
    }
  }

  const beat = (): Promise<void> => {
    if (isEnded) return Promise.resolve()
    if (beating !== null) {
      isBeatRequested = true
      return beating
    }
    clearTimeout(timer)
    return (beating = pulse().finally(() => (beating = null)))
  }

  const onOnline = () => void beat()
  addEventListener('online', onOnline)

  return {
    now,
    isUp: () => state === 'up',
    state: () => state,
    beat,
    /** Switches to the place that `place()` now returns: reopens the socket and reloads the counts. */
    turn: () => {
      const before = socket
      socket = null
      before?.close()
      return beat()
    },
    /** Reports an error from a scan, so that the state changes without waiting for the next poll. */
    failed: (error: unknown) => {
      if (isOver(error)) return setState('over', error)
      failures = Math.max(failures, 1)
      setState('down', error)
      schedule(MIN_RETRY_MS)
    },
    end: () => {
      isEnded = true
      clearTimeout(timer)
      socket?.close()
      removeEventListener('online', onOnline)
    },
  }
}

export type Connection = ReturnType<typeof createConnection>
