import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from './start-error.ts'

const RETRY_FOR_MS = 1_000

const isFree = (port: number) =>
  new Promise<boolean>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false)
      else reject(error)
    })
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)))
  })

export const takenPort = (port: number) =>
  new StartError(`port ${port} is taken; the service needs PORT and PORT+1, set PORT to another port`)

/** Throws the error of a runtime that failed to start, with an explanation if another program has the port. */
export const refuseTakenPort = (error: unknown, port: number): never => {
  throw (error as { code?: string }).code === 'ERR_ADDRESS_IN_USE' ? takenPort(port) : error
}

/** Retries for 1 s, because a runtime that has just exited may still hold its port. */
export const requireFreePorts = async (ports: number[]) => {
  const end = performance.now() + RETRY_FOR_MS
  for (const port of ports) {
    while (!(await isFree(port))) {
      if (performance.now() > end) throw takenPort(port)
      await sleep(100)
    }
  }
}
