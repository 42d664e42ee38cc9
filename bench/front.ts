import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, request as ask } from 'node:http'

/** As many as the runtime serves in the order of their coming; see "For a rush" in docs/deploying.md. */
const CONNECTIONS = 64

/** A proxy as it belongs in front of a service that expects a rush: few connections, and whoever comes first goes first. */
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

/** A process of its own, so that its work is not the load generator's. */
export const startFront = async (port: number) => {
  const front = fork(import.meta.filename, [String(port)])
  const [listening] = (await once(front, 'message')) as [{ port: number }]
  return { port: listening.port, stop: () => front.kill() }
}

if (process.argv[1] === import.meta.filename) serve(Number(process.argv[2]))
