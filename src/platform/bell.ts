import type { CommitPorts } from '../db/commit.ts'
import { describeError, type Log } from '../kernel/log.ts'
import type { Bell, Env } from './env.ts'

const BATCH = 100

const ringAll = async (queue: Queue<Bell>, ids: string[]) => {
  for (let start = 0; start < ids.length; start += BATCH) {
    await queue.sendBatch(ids.slice(start, start + BATCH).map((id) => ({ body: { id } })))
  }
}

/** Best effort on purpose: a bell that is not heard is rung again by the sweep. */
export const createBell =
  (env: Env, log: Log, later: (work: Promise<unknown>) => void): CommitPorts['ring'] =>
  ({ deliveries, mails }) => {
    const work = Promise.all([ringAll(env.DELIVERIES, deliveries), ringAll(env.MAILS, mails)])
    later(
      work.catch((error: unknown) =>
        log.warn('a queue did not take its messages; the sweep will', describeError(error)),
      ),
    )
  }
