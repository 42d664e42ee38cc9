import type { Deps } from '../../deps.ts'

const PAUSE_PER_WORK = 2
/** Well below the lease of a step. */
const MAX_PAUSE_MS = 500

/**
 * Returns a function that pauses for twice the duration of the work since its last call, so that requests take
 * precedence. On a single machine, database and files are in the same process, so the runtime serves no request until
 * the job waits for a timer.
 */
export const paceOf = ({ machine, pause }: Pick<Deps, 'machine' | 'pause'>) => {
  let workingSince = machine()
  return async () => {
    await pause(Math.min(PAUSE_PER_WORK * (machine() - workingSince), MAX_PAUSE_MS))
    workingSince = machine()
  }
}
