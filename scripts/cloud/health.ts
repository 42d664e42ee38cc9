import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { CloudError } from './cloud-error.ts'

const Health = z.object({ status: z.string(), data: z.object({ version: z.string() }) })
const PAUSE_MS = 1_000
const PATIENCE_MS = 60_000
const TIMEOUT_MS = 5_000

/** Returns what is wrong, or null once `/health` reports this version and the status `ok`. */
const complaintAbout = async (url: string, version: string): Promise<string | null> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), cache: 'no-store' })
    const health = Health.safeParse(await response.json().catch(() => null))
    if (!health.success) return `answers ${response.status} without a health report`
    if (health.data.data.version !== version) return `still answers with version ${health.data.data.version}`
    return health.data.status === 'ok' ? null : `is ${health.data.status}`
  } catch (error) {
    return `does not answer: ${String((error as Error).cause ?? error)}`
  }
}

/** A new version takes seconds to reach every Cloudflare location; a new host name takes up to a minute. */
export const untilHealthy = async (baseUrl: string, version: string, patienceMs = PATIENCE_MS): Promise<void> => {
  const url = `${baseUrl}/health`
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const complaint = await complaintAbout(url, version)
    if (complaint === null) return
    if (performance.now() > giveUpAt) throw new CloudError(`${url} ${complaint}`)
    await sleep(PAUSE_MS)
  }
}
