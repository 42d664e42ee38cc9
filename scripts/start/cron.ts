import type { Miniflare } from 'miniflare'
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
      if (outcome !== 'ok' && !isStopped) console.error(`the scheduled run ended with outcome ${outcome}`)
    } catch (error) {
      if (!isStopped && !(await isEndWanted())) console.error('the scheduled run failed:', error)
    }
  }
  void tick()
  const timer = setInterval(() => void tick(), MINUTE_MS)
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}
