import { setTimeout as sleep } from 'node:timers/promises'
import { describeError } from '../../src/kernel/log.ts'
import { logLine } from './log.ts'
import { isAlive } from './processes.ts'

export interface Lifecycle {
  /** Aborted when the shutdown begins. */
  stopping: AbortSignal
  /** Whether a failure happened only because a shutdown was requested. */
  isWanted(): Promise<boolean>
  /**
   * Removes all other signal handlers. Call it after creating a Miniflare, which would exit with 143 before the `onStop`
   * handlers have run.
   */
  ownSignals(): void
  onStop(close: () => Promise<unknown>): void
  stop(code: number): Promise<never>
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const DEADLINE_MS = 4_000
const PARENT_CHECK_MS = 200
/** Time to wait for our own signal handler. Ctrl-C also reaches the runtime, whose exit may be noticed first. */
const SIGNAL_MS = 100

const watchRunner = (runner: number, lost: () => void) => {
  const watch = setInterval(() => {
    if (isAlive(runner)) return
    clearInterval(watch)
    lost()
  }, PARENT_CHECK_MS)
  watch.unref()
}

/**
 * Runs the `onStop` handlers in reverse order when a signal arrives or the process in `RUN_BY` has ended. Exits after
 * at most 4 s.
 */
export const createLifecycle = (): Lifecycle => {
  const controller = new AbortController()
  const closers: (() => Promise<unknown>)[] = []
  let ending: Promise<never> | undefined

  const end = async (code: number): Promise<never> => {
    controller.abort()
    setTimeout(() => process.exit(code), DEADLINE_MS).unref()
    for (const close of closers.toReversed())
      await close().catch((error: unknown) => logLine('error', 'a part did not end', describeError(error)))
    process.exit(code)
  }
  const stop = (code: number) => (ending ??= end(code))

  const onSignal = () => void stop(0)
  const ownSignals = () => {
    for (const signal of SIGNALS) process.removeAllListeners(signal).on(signal, onSignal)
  }
  ownSignals()
  // A closed pipe causes EPIPE, which must not crash the service.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const runner = Number(process.env.RUN_BY)
  if (runner > 0) watchRunner(runner, () => void stop(0))

  const isWanted = async () => {
    if (!controller.signal.aborted) await sleep(SIGNAL_MS)
    return controller.signal.aborted
  }
  return { stopping: controller.signal, isWanted, ownSignals, onStop: (close) => closers.push(close), stop }
}
