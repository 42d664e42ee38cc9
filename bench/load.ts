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
}
