<<<<<<< HEAD
import { connect } from 'node:net'

export interface Timed {
  /** Answers a second. */
  rate: number
  p99Ms: number
  timesMs: number[]
  statuses: Map<number, number>
}

const p99Of = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN

const isWhole = (answer: Buffer) => {
  const headEnd = answer.indexOf('\r\n\r\n')
  if (headEnd === -1) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer.toString('latin1', 0, headEnd + 2))?.[1]
  return length === undefined
    ? answer.subarray(-5).equals(Buffer.from('0\r\n\r\n'))
    : answer.length >= headEnd + 4 + Number(length)
}

/** Sends the requests over keep-alive sockets, one in flight on each, with as little work between as can be. */
export const sendAll = async (port: number, connections: number, requests: string[]): Promise<Timed> => {
  const times: number[] = []
  const statuses = new Map<number, number>()
  let next = 0
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let answer: Buffer = Buffer.alloc(0)
      let sentAt = 0
      const send = () => {
        const request = requests[next]
        next += 1
        if (request === undefined) {
          socket.destroy()
          resolve()
          return
        }
        sentAt = performance.now()
        socket.write(request)
      }
      socket.once('connect', send)
      socket.once('error', reject)
      socket.on('data', (chunk) => {
        answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk])
        if (!isWhole(answer)) return
        times.push(performance.now() - sentAt)
        const status = Number(answer.toString('latin1', 9, 12))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        answer = Buffer.alloc(0)
        send()
      })
    })
  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, one))
  const rate = (requests.length * 1000) / (performance.now() - began)
  return { rate, p99Ms: p99Of(times), timesMs: times, statuses }
}

/** Several runs as one. */
export const together = (runs: Timed[]): Timed => {
  const timesMs = runs.flatMap((run) => run.timesMs)
  const tookMs = runs.reduce((sum, run) => sum + (run.timesMs.length * 1000) / run.rate, 0)
  const statuses = new Map<number, number>()
  for (const run of runs)
    for (const [status, count] of run.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count)
  return { rate: (timesMs.length * 1000) / tookMs, p99Ms: p99Of(timesMs), timesMs, statuses }
=======
import { once } from 'node:events'
import { connect } from 'node:net'

export interface Load {
  port: number
  /** The next request in full, or null when there is no more to ask. */
  next: () => Buffer | null
  status: number
}

export interface Round {
  perSecond: number
  /** Of each request, in milliseconds. */
  delays: number[]
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

/** Calls `whole` with the head of each answer as soon as all of it has come; at most one is on its way. */
const answersOn = (whole: (head: string) => void) => {
  let head: string | null = null
  let start = ''
  let missing = 0
  let tail = ''
  const end = () => {
    const done = head ?? ''
    head = null
    start = ''
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
    start += chunk.toString('latin1')
    const headEnd = start.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    head = start.slice(0, headEnd + 2)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    missing = length === undefined ? -1 : Number(length)
    const rest = Buffer.from(start.slice(headEnd + 4), 'latin1')
    if (rest.length > 0 || missing === 0) body(rest)
  }
}

interface LoadInput extends Load {
  connections: number
  forMs: number
}

/** Keep-alive sockets with one request in flight on each, as cheap as a client can be, for a bounded time. */
export const runLoad = async ({ port, next, status, connections, forMs }: LoadInput): Promise<Round> => {
  const delays: number[] = []
  const failures: Error[] = []
  const expected = `HTTP/1.1 ${status} `
  let isOver = false
  let busy = 0
  let endedAt = 0
  const { promise: idle, resolve: allIdle } = Promise.withResolvers<void>()

  const sockets = Array.from({ length: connections }, () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let sentAt = 0
    const send = () => {
      const request = isOver ? null : next()
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
        if (!head.startsWith(expected)) return fail(`not the answer to be counted: ${head.split('\r\n')[0]}`)
        delays.push(performance.now() - sentAt)
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
  return { perSecond: (delays.length * 1000) / (endedAt - began), delays }
>>>>>>> 60fd602 (feat(bench): the service beside a floor, in turns, on the same rows)
}
