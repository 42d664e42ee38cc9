import type { Miniflare } from 'miniflare'
import { describeError } from '../../src/kernel/log.ts'
import { logLine } from './log.ts'
import { SERVICE } from './runtime.ts'

const MINUTE_MS = 60_000
const CRON = '* * * * *'

/**
 * Runs the cron trigger every minute, since there is no cron locally. The first run happens immediately and continues
 * work that a kill interrupted.
 */
export const startCron = (runtime: Miniflare, isEndWanted: () => Promise<boolean>): (() => void) => {
  let isStopped = false
  const tick = async () => {
    try {
      const { outcome } = await (await runtime.getWorker(SERVICE)).scheduled({ cron: CRON })
      if (outcome !== 'ok' && !isStopped) logLine('error', 'the scheduled run failed', { outcome })
    } catch (error) {
      if (!isStopped && !(await isEndWanted())) logLine('error', 'the scheduled run failed', describeError(error))
    }
  }
  void tick()
  const timer = setInterval(() => void tick(), MINUTE_MS)
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}
