import type { Deps } from '../../deps.ts'
import { fileKeyOf } from './exports.ts'
import { forgetFiles, listDueSchedules, listExpiredFiles, listWaitingRuns, startRun } from './exports.store.ts'
import { nextRunAfter } from './schedule.ts'

const MOST = 100

/** Starts what is due. After downtime a schedule runs once, and then at its next time ahead. */
export const startDueExports = async (deps: Deps) => {
  const now = deps.clock()
  for (const schedule of await listDueSchedules(deps.db, now, MOST)) {
    const run = { id: deps.newId('run'), nextRunAt: nextRunAfter(schedule, now), now }
    const [made] = await deps.commit({
      calendarId: schedule.calendarId,
      seenBy: 'team',
      statements: startRun(deps.db, schedule, run),
    })
    deps.tell({ jobs: made.map(({ id }) => id) })
  }
  const waiting = await listWaitingRuns(deps.db, now, MOST)
  deps.tell({ jobs: waiting.map(({ id }) => id) })
}

/** Files go when their links do. */
export const dropExpiredFiles = async (deps: Deps) => {
  const expired = await listExpiredFiles(deps.db, deps.clock(), MOST)
  if (expired.length === 0) return
  await deps.files.delete(expired.map(({ id }) => fileKeyOf(id)))
  await forgetFiles(
    deps.db,
    expired.map(({ id }) => id),
  )
}
