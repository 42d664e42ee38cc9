import type { Due, Tell } from '../db/commit.ts'
import { describeError, type Log } from '../kernel/log.ts'
import type { Env, QueueMessage } from './env.ts'

const MAX_BATCH_SIZE = 100

const messageOf = (due: Due): MessageSendRequest<QueueMessage> =>
  typeof due === 'string' ? { body: { id: due } } : { body: { id: due.id }, delaySeconds: due.inSeconds }

const sendAll = async (queue: Queue<QueueMessage>, due: Due[]) => {
  for (let start = 0; start < due.length; start += MAX_BATCH_SIZE) {
    await queue.sendBatch(due.slice(start, start + MAX_BATCH_SIZE).map(messageOf))
  }
}

/** Best effort: if a queue rejects a message, the sweep in schedule.ts queues the row later. */
export const createTell =
  (env: Pick<Env, 'DELIVERIES' | 'MAILS' | 'JOBS'>, log: Log, later: (work: Promise<unknown>) => void): Tell =>
  ({ deliveries = [], mails = [], jobs = [] }) => {
    const work = Promise.all([sendAll(env.DELIVERIES, deliveries), sendAll(env.MAILS, mails), sendAll(env.JOBS, jobs)])
    later(
      work.catch((error: unknown) =>
        log.warn('a queue rejected its messages; the schedule will send them', describeError(error)),
      ),
    )
  }

/** Best effort: if a purge is lost, the response just stays cached until its max-age. */
export const createPurge =
  (env: Env, log: Log, later: (work: Promise<unknown>) => void) =>
  (owner: string): void => {
    if (env.PURGES === undefined) throw new Error('no queue for purges is bound')
    const work = env.PURGES.send({ id: owner })
    later(work.catch((error: unknown) => log.warn('a purge was rejected by its queue', describeError(error))))
  }
