import { useLayoutEffect } from 'hono/jsx/dom'
import type { Api } from '../../shared/api.ts'
import type { ListedCheckinAnswer, One, SummaryAnswer } from '../../shared/answers.ts'
import { useAsked } from '../parts/asking.ts'
import { useState } from '../parts/state.ts'

const LATELY_MS = 3_600_000
const AGAIN_MS = 2_000
const MOST_AGAIN_MS = 30_000
const PING_MS = 20_000
/** All socket messages within 250 ms cause a single reload. */
const GATHER_MS = 250

interface Listening {
  eventId: string
  /** Null for the main door. Each socket reports the check-ins of one door only. */
  checkpointId: string | null
  hear: () => void
  say: (isLive: boolean) => void
}

/** Listens for check-ins on a WebSocket and reconnects with exponential backoff from 2 s to 30 s. */
const listen = (api: Api, { eventId, checkpointId, hear, say }: Listening) => {
  let isOver = false
  let socket: WebSocket | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    say(false)
    if (isOver) return
    timer = setTimeout(() => void open(), Math.min(AGAIN_MS * 2 ** failures, MOST_AGAIN_MS))
    failures += 1
  }
  const open = async () => {
    try {
      const { data } = await api.post<One<{ url: string }>>(`/events/${eventId}/checkins/live-ticket`)
      const given = new URL(data.url)
      // Replaces the host name with the page's own, because the Content Security Policy allows no other.
      const own = new URL(given.pathname + given.search, location.href)
      if (checkpointId !== null) own.searchParams.set('checkpointId', checkpointId)
      own.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
      if (isOver) return
      socket = new WebSocket(own)
      socket.addEventListener('open', () => {
        failures = 0
        say(true)
      })
      socket.addEventListener('message', ({ data: message }: MessageEvent<string>) => {
        if (message !== 'pong') hear()
      })
      socket.addEventListener('close', later)
    } catch {
      // `later()` retries and reports `isLive: false`.
      later()
    }
  }
  const pinging = setInterval(() => {
    if (socket?.readyState === WebSocket.OPEN) socket.send('ping')
  }, PING_MS)
  void open()
  return () => {
    isOver = true
    clearTimeout(timer)
    clearInterval(pinging)
    socket?.close()
  }
}

/** Calls `tell` once for all events that arrive within 250 ms of the first. */
const gathered = (tell: () => void) => {
  let gathering: ReturnType<typeof setTimeout> | undefined
  return {
    hear: () => {
      gathering ??= setTimeout(() => {
        gathering = undefined
        tell()
      }, GATHER_MS)
    },
    forget: () => clearTimeout(gathering),
  }
}

/**
 * Loads the check-in summary with its checkpoints and the check-ins of the last hour. Reloads them when a check-in
 * event arrives.
 */
export const useDoor = (api: Api, eventId: string) => {
  const [isLive, setLive] = useState(false)
  const summary = useAsked(
    async () => (await api.get<One<SummaryAnswer>>(`/events/${eventId}/checkins/summary`)).data,
    [eventId],
  )
  const checkins = useAsked(
    async () =>
      (
        await api.get<One<ListedCheckinAnswer[]>>(`/events/${eventId}/checkins`, {
          since: new Date(Date.now() - LATELY_MS).toISOString(),
        })
      ).data,
    [eventId],
  )
  const reload = async () => {
    await Promise.all([summary.again(), checkins.again()])
  }
  useLayoutEffect(() => {
    const { hear, forget } = gathered(() => void reload())
    const stop = listen(api, { eventId, checkpointId: null, hear, say: setLive })
    return () => {
      forget()
      stop()
    }
  }, [eventId])
  const checkpoints = (summary.data?.checkpoints ?? []).map(({ id }) => id).join(' ')
  useLayoutEffect(() => {
    const { hear, forget } = gathered(() => void summary.again())
    const rooms = checkpoints.split(' ').filter((id) => id !== '')
    const stops = rooms.map((checkpointId) => listen(api, { eventId, checkpointId, hear, say: () => {} }))
    return () => {
      forget()
      for (const stop of stops) stop()
    }
  }, [eventId, checkpoints])
  return { summary, checkins, isLive, reload }
}
