import type { Deps } from './deps.ts'
import { concludeAfter } from './modules/communications/index.ts'
import { deliverDue } from './modules/deliveries/index.ts'
import { doJobs } from './jobs.ts'
import { sendDue } from './modules/mails/index.ts'

export type BellName = 'deliveries' | 'mails' | 'jobs' | 'purges'

/** What each queue wakes. A message names a row; a row that needs nothing any more is passed over. */
export const bells: Record<BellName, (ids: string[], deps: Deps) => Promise<unknown>> = {
  deliveries: deliverDue,
  jobs: doJobs,
  mails: async (ids, deps) => {
    await sendDue(ids, deps)
    await concludeAfter(ids, deps)
  },
  purges: (ids, deps) => deps.edgeCache.purge(ids),
}
