import { createServer } from 'node:net'

/** Each test worker has a range, because a service starts to listen only seconds after its port was found to be free. */
const RANGES = 8
const SPAN = 1_500
const LOWEST = 20_000 + SPAN * (Number(process.env['VITEST_POOL_ID'] ?? 0) % RANGES)
const ATTEMPTS = 100

const canListen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)))
  })

/** Finds two consecutive free ports below the range from which the operating system assigns ephemeral ports. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * SPAN)
    if ((await canListen(port)) && (await canListen(port + 1))) return port
  }
  throw new Error('no two neighbouring ports are free')
}
