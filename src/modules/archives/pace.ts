import type { Deps } from '../../deps.ts'

const PAUSE_PER_WORK = 2
/** Well below the lease of a step. */
const MAX_PAUSE_MS = 500

/**
 * Returns a function that pauses twice as long as the work since its last call took, so that requests go first. On a
 * single machine, the runtime answers no request until the job waits for a timer, because the database and the files
 * are in the same process.
 */
export const paceOf = ({ machine, pause }: Pick<Deps, 'machine' | 'pause'>) => {
  let workingSince = machine()
  return async () => {
    await pause(Math.min(PAUSE_PER_WORK * (machine() - workingSince), MAX_PAUSE_MS))
    workingSince = machine()
  }
}
