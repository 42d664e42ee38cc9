import type { Deps } from './deps.ts'
import { concludeAfter, sendCommunication } from './modules/communications/index.ts'
import { deliverDue } from './modules/deliveries/index.ts'
import { runExport } from './modules/exports/index.ts'
import { sendDue, sendLetter } from './modules/mails/index.ts'
import { runRecovery } from './modules/recoveries/index.ts'

const longerWork = (id: string) =>
  id.startsWith('run_') ? runExport : id.startsWith('ltr_') ? sendLetter : sendCommunication

/** What each queue wakes. A message names a row; a row that needs nothing any more is passed over. */
const queues: Readonly<Record<string, (ids: string[], deps: Deps) => Promise<unknown>>> = {
  deliveries: deliverDue,
  mails: async (ids, deps) => {
    await sendDue(ids, deps)
    await concludeAfter(ids, deps)
  },
  /** Longer work: the run of an export, an announcement, what a change tells its guests, or a recovery. */
  jobs: async (ids, deps) => {
    for (const id of ids) {
      // Beside the queue: nobody's export waits for a receiver that is slow.
      if (id.startsWith('rcv_')) deps.later(runRecovery(id, deps))
      else await longerWork(id)(id, deps)
    }
  },
  purges: (ids, deps) => deps.edgeCache.purge(ids),
}

/** A queue is deployed as `event-calendar[-staging]-<name>`. */
export const handleQueue = async (queue: string, ids: string[], deps: Deps) => {
  const [, wake] = Object.entries(queues).find(([name]) => queue.endsWith(`-${name}`)) ?? []
  // Dead letters lose nothing: the sweep finds every row that a message was meant for.
  if (wake === undefined) deps.log.error('messages ran out of retries', { queue, ids })
  else await wake(ids, deps)
}
