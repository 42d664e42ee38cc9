import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, request as ask } from 'node:http'

/**
 * The runtime serves requests in order of arrival only up to this number of connections; see "For a rush" in
 * docs/deploying.md.
 */
const CONNECTIONS = 64

/** The proxy that the docs recommend for a rush of requests: few upstream connections, first in, first out. */
const serve = (port: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, scheduling: 'fifo' })
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    const { method, url, headers } = incoming
    const onward = ask({ port, host: '127.0.0.1', agent, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
}

/** Runs the proxy in a separate process, so that it does not compete with the load generator. */
export const startFront = async (port: number) => {
  const front = fork(import.meta.filename, [String(port)])
  const [listening] = (await once(front, 'message')) as [{ port: number }]
  return { port: listening.port, stop: () => front.kill() }
}

if (process.argv[1] === import.meta.filename) serve(Number(process.argv[2]))
