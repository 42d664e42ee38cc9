import { once } from 'node:events'
import { connect } from 'node:net'

export interface Load {
  port: number
  /** Returns the next complete HTTP request, or null when none is left. */
  next: () => Buffer | null
  /** Expected status, or several if the load itself causes different ones. */
  status: number | readonly number[]
  /** Called with each request and the status of its response. */
  onAnswer?: (request: Buffer, status: number) => void
}

export interface Round {
  perSecond: number
  /** Milliseconds per request. */
  delays: number[]
  /** Number of responses per status. */
  statuses: Map<number, number>
}

export interface Request {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

export const requestOf = ({ method = 'GET', path, headers = {}, body }: Request): Buffer => {
  const content = body === undefined ? '' : JSON.stringify(body)
  const given = body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' }
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = body === undefined ? '' : `Content-Length: ${Buffer.byteLength(content)}\r\n`
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}${length}\r\n${content}`)
}

export const always = (request: Request) => {
  const bytes = requestOf(request)
  return () => bytes
}

const NOTHING = Buffer.alloc(0)
const WITHOUT_BODY = /^HTTP\/1\.1 (?:204|304) /

/** Calls `whole` with the head of each complete response. Expects one request in flight per connection. */
const answersOn = (whole: (head: string) => void) => {
  let head: string | null = null
  let start: Buffer = NOTHING
  let missing = 0
  let tail = ''
  const end = () => {
    const done = head ?? ''
    head = null
    start = NOTHING
    tail = ''
    whole(done)
  }
  const body = (chunk: Buffer) => {
    if (missing >= 0) {
      missing -= chunk.length
      if (missing === 0) end()
      return
    }
    tail = (tail + chunk.subarray(-5).toString('latin1')).slice(-5)
    if (tail === '0\r\n\r\n') end()
  }
  return (chunk: Buffer) => {
    if (head !== null) return body(chunk)
    start = start.length === 0 ? chunk : Buffer.concat([start, chunk])
    const headEnd = start.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    head = start.toString('latin1', 0, headEnd + 2)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    missing = WITHOUT_BODY.test(head) ? 0 : length === undefined ? -1 : Number(length)
    const rest = start.subarray(headEnd + 4)
    if (rest.length > 0 || missing === 0) body(rest)
  }
}

interface LoadInput extends Load {
  connections: number
  forMs: number
}

/** Sends requests over keep-alive sockets, one in flight per socket, with as little client CPU as possible. */
export const runLoad = async ({ port, next, status, onAnswer, connections, forMs }: LoadInput): Promise<Round> => {
  const delays: number[] = []
  const failures: Error[] = []
  const statuses = new Map([status].flat().map((each) => [each, 0]))
  let isOver = false
  let busy = 0
  let endedAt = 0
  const { promise: idle, resolve: allIdle } = Promise.withResolvers<void>()

  const sockets = Array.from({ length: connections }, () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let sentAt = 0
    let request: Buffer | null = null
    const send = () => {
      request = isOver ? null : next()
      if (request === null) {
        busy -= 1
        endedAt = performance.now()
        if (busy === 0) allIdle()
        return
      }
      sentAt = performance.now()
      socket.write(request)
    }
    const fail = (reason: string) => {
      failures.push(new Error(reason))
      isOver = true
      allIdle()
    }
    socket.on('error', ({ message }) => fail(message))
    socket.on('close', () => (isOver ? allIdle() : fail('the connection was closed')))
    socket.on(
      'data',
      answersOn((head) => {
        const given = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
        const count = statuses.get(given)
        if (count === undefined) return fail(`unexpected answer: ${head.split('\r\n')[0]}`)
        statuses.set(given, count + 1)
        delays.push(performance.now() - sentAt)
        if (request !== null) onAnswer?.(request, given)
        send()
      }),
    )
    return { socket, send }
  })
  await Promise.all(sockets.map(({ socket }) => once(socket, 'connect')))

  busy = connections
  const began = performance.now()
  for (const { send } of sockets) send()
  const timer = setTimeout(() => (isOver = true), forMs)
  await idle
  clearTimeout(timer)
  isOver = true
  for (const { socket } of sockets) socket.destroy()
  if (failures[0] !== undefined) throw failures[0]
  return { perSecond: (delays.length * 1000) / (endedAt - began), delays, statuses }
}
