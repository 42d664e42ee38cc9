import type { Deps } from './deps.ts'
import { runRestore, writeArchive } from './modules/archives/index.ts'
import { concludeAfter, sendCommunication } from './modules/communications/index.ts'
import { deliverDue } from './modules/deliveries/index.ts'
import { runExport } from './modules/exports/index.ts'
import { sendDue, sendLetter } from './modules/mails/index.ts'
import { runRecovery } from './modules/recoveries/index.ts'

const JOBS: Readonly<Record<string, (id: string, deps: Deps) => Promise<unknown>>> = {
  arc_: writeArchive,
  ltr_: sendLetter,
  res_: runRestore,
  run_: runExport,
}
const jobFor = (id: string) => JOBS[id.slice(0, 4)] ?? sendCommunication

/** Handlers by queue. Each message names a row. Handlers skip rows that need no work. */
const handlers: Readonly<Record<string, (ids: string[], deps: Deps) => Promise<unknown>>> = {
  deliveries: deliverDue,
  mails: async (ids, deps) => {
    await sendDue(ids, deps)
    await concludeAfter(ids, deps)
  },
  /** Jobs are exports (`run_`), archives (`arc_`), restores (`res_`), recoveries (`rcv_`), messages about changes (`ltr_`) and announcements. */
  jobs: async (ids, deps) => {
    for (const id of ids) {
      // Recoveries run outside the queue batch, so that a slow webhook receiver doesn't delay exports.
      if (id.startsWith('rcv_')) deps.later(runRecovery(id, deps))
      else await jobFor(id)(id, deps)
    }
  },
  purges: (ids, deps) => deps.edgeCache.purge(ids),
}

/** Queues are named `event-calendar[-staging]-<name>` in wrangler.toml. */
export const handleQueue = async (queue: string, ids: string[], deps: Deps) => {
  const [, handler] = Object.entries(handlers).find(([name]) => queue.endsWith(`-${name}`)) ?? []
  // No work is lost if messages become dead letters: the sweep finds every row that has pending work.
  if (handler === undefined) deps.log.error('messages ran out of retries', { queue, ids })
  else await handler(ids, deps)
}
