import type { Due, Ring } from '../db/commit.ts'
import { describeError, type Log } from '../kernel/log.ts'
import type { Bell, Env } from './env.ts'

const BATCH = 100

const messageOf = (due: Due): MessageSendRequest<Bell> =>
  typeof due === 'string' ? { body: { id: due } } : { body: { id: due.id }, delaySeconds: due.inSeconds }

const ringAll = async (queue: Queue<Bell>, due: Due[]) => {
  for (let start = 0; start < due.length; start += BATCH) {
    await queue.sendBatch(due.slice(start, start + BATCH).map(messageOf))
  }
}

/** Best effort on purpose: a bell that is not heard is rung again by the sweep. */
export const createBell =
  (env: Pick<Env, 'DELIVERIES' | 'MAILS' | 'JOBS'>, log: Log, later: (work: Promise<unknown>) => void): Ring =>
  ({ deliveries = [], mails = [], jobs = [] }) => {
    const work = Promise.all([ringAll(env.DELIVERIES, deliveries), ringAll(env.MAILS, mails), ringAll(env.JOBS, jobs)])
    later(
      work.catch((error: unknown) =>
        log.warn('a queue did not take its messages; the sweep will', describeError(error)),
      ),
    )
  }

/** A purge that is lost costs the seconds that an answer may stay at the edge, and no more. */
export const createPurgeBell =
  (env: Env, log: Log, later: (work: Promise<unknown>) => void) =>
  (owner: string): void => {
    if (env.PURGES === undefined) throw new Error('no queue for purges is bound')
    const work = env.PURGES.send({ id: owner })
    later(work.catch((error: unknown) => log.warn('a purge was not taken by its queue', describeError(error))))
  }
