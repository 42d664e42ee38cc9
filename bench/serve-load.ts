import { once } from 'node:events'
import { connect } from 'node:net'

export interface Load {
  port: number
  connections: number
  forMs: number
  /** The path of the nth request; the root when not given. */
  path?: (n: number) => string
  /** The nth request whole, where a GET is not what is measured. */
  whole?: (n: number) => string
}

/** Requests a second over keep-alive sockets, one request in flight on each, as cheap as a client can be. */
export const requestsPerSecond = async ({
  port,
  connections,
  forMs,
  path = () => '/',
  whole = (n) => `GET ${path(n)} HTTP/1.1
Host: 127.0.0.1:${port}

`,
}: Load): Promise<number> => {
  const request = () => whole((asked += 1))
  let asked = 0
  let answered = 0
  let isOver = false

  const sockets = Array.from({ length: connections }, () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
      if (!isWhole(answer)) return
      if (!answer.startsWith('HTTP/1.1 200')) throw new Error(`not an answer to be counted: ${answer.slice(0, 200)}`)
      answer = ''
      answered += 1
      if (!isOver) socket.write(request())
    })
    return socket
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))

  const began = performance.now()
  for (const socket of sockets) socket.write(request())
  await new Promise((resolve) => setTimeout(resolve, forMs))
  isOver = true
  const rate = (answered * 1000) / (performance.now() - began)
  for (const socket of sockets) socket.destroy()
  return rate
}

const isWhole = (answer: string): boolean => {
  const headEnd = answer.indexOf('\r\n\r\n')
  if (headEnd === -1) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer.slice(0, headEnd + 2))?.[1]
  return length === undefined ? answer.endsWith('0\r\n\r\n') : answer.length >= headEnd + 4 + Number(length)
}
