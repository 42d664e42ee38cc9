import { Agent, createServer, request as ask } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

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
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage(server.address()))
}

/** In a thread of its own, so that its work is not the load generator's. */
export const startFront = async (port: number) => {
  const thread = new Worker(new URL(import.meta.url), { workerData: { port } })
  const { promise, resolve, reject } = Promise.withResolvers<{ port: number }>()
  thread.once('message', resolve)
  thread.once('error', reject)
  return { port: (await promise).port, stop: () => thread.terminate() }
}

if (!isMainThread) serve((workerData as { port: number }).port)
