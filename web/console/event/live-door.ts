import { useLayoutEffect, useState } from 'hono/jsx/dom'
import type { Api } from '../../shared/api.ts'
import type { ListedCheckinAnswer, One, SummaryAnswer } from '../../shared/answers.ts'
import { useAsked } from '../parts/asking.ts'

const LATELY_MS = 3_600_000
const AGAIN_MS = 2_000
const MOST_AGAIN_MS = 30_000
const PING_MS = 20_000
/** Whatever comes in one breath is read together. */
const GATHER_MS = 250

interface Listening {
  eventId: string
  /** Null for the main door: a socket is told of one door alone. */
  checkpointId: string | null
  hear: () => void
  say: (isLive: boolean) => void
}

/** Hears of everybody who passes; opens another socket when the network has taken the last. */
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
      // By the name under which this page was opened, which is the only one that it may reach.
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
      // Tried again by itself, and said: the screen is not live until then.
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

/** Tells once of whatever comes in one breath. */
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

/** Who is in, at checkpoints too, and who came in the last hour, as it happens. */
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
