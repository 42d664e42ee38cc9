import { exportFileKeys } from '../../db/personal/registry.ts'
import { inOneBatch, rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { archiveFolder } from '../archives/index.ts'
import { fileKeyOf, wideKeyOf } from '../images/index.ts'
import { leaveCalendar } from '../members/index.ts'
import { membershipsOf } from '../me/index.ts'
import {
  archivesOf,
  dropArchiveRows,
  dropImages,
  dropRuns,
  eraseCalendarStep,
  eraseEventStep,
  imagesOf,
  nextToErase,
  runsOf,
  startDue,
} from './erase.store.ts'
import { remind } from './mark.store.ts'
import { dropAccount, replaceUserStep } from './user-columns.store.ts'

/** Each step is a few D1 batches, so that a run stays within a Worker’s limits. */
const STEPS_PER_RUN = 20
const REMINDERS_PER_RUN = 500

/** Deletes the files first: after a crash in between, the rows remain, and the next step finds them. */
const dropExportFiles = async (calendarId: string, eventId: string | null, deps: Deps) => {
  const runs = await rowsFrom(deps.db, runsOf(calendarId, eventId))
  if (runs.length === 0) return
  await deps.files.delete(runs.flatMap(exportFileKeys))
  await inOneBatch(deps.db, [dropRuns(runs.map(({ id }) => id))])
}

const dropArchiveFiles = async (calendarId: string, deps: Deps) => {
  const archives = await rowsFrom(deps.db, archivesOf(calendarId))
  if (archives.length === 0) return
  for (const { id } of archives) await deps.files.deleteAll(archiveFolder(id))
  await inOneBatch(deps.db, [dropArchiveRows(archives.map(({ id }) => id))])
}

const dropImageFiles = async (calendarId: string, deps: Deps) => {
  const images = await rowsFrom(deps.db, imagesOf(calendarId))
  if (images.length === 0) return
  await deps.files.delete(images.flatMap((image) => [fileKeyOf(image), wideKeyOf(image)]))
  await inOneBatch(deps.db, [dropImages(images.map(({ id }) => id))])
}

const eraseEvent = async ({ id, calendarId }: { id: string; calendarId: string }, deps: Deps) => {
  await dropExportFiles(calendarId, id, deps)
  await deps.atEvent.erase(id)
  await deps.commit({ calendarId, seenBy: 'visitors', statements: eraseEventStep(id, calendarId, deps.clock()) })
}

const eraseCalendar = async (id: string, deps: Deps) => {
  await dropExportFiles(id, null, deps)
  await dropArchiveFiles(id, deps)
  await dropImageFiles(id, deps)
  await deps.sandboxes?.removeAll(id)
  await deps.commit({ calendarId: id, seenBy: 'visitors', statements: eraseCalendarStep(id) })
}

const eraseAccount = async ({ userId, progress }: { userId: string; progress: string | null }, deps: Deps) => {
  const [membership] = await rowsFrom(deps.db, membershipsOf(userId))
  if (membership !== undefined) return leaveCalendar(membership.id, userId, deps)
  const statements = replaceUserStep(userId, progress) ?? dropAccount(userId)
  await deps.commit({ calendarId: '', seenBy: 'team', statements })
}

const takeStep = async (deps: Deps) => {
  const { event, calendar, account } = await inOneBatch(deps.db, nextToErase(deps.clock()))
  if (event[0] !== undefined) await eraseEvent(event[0], deps)
  else if (calendar[0] !== undefined) await eraseCalendar(calendar[0].id, deps)
  else if (account[0] !== undefined) await eraseAccount(account[0], deps)
  else return false
  return true
}

/** Emails reminders of erasures in a week, and runs due erasures in bounded steps that can be interrupted anywhere. */
export const runErasures = async (deps: Deps) => {
  const now = deps.clock()
  const { reminded } = await inOneBatch(deps.db, { reminded: remind(now, REMINDERS_PER_RUN), ...startDue(now) })
  if (reminded.length > 0) deps.tell({ mails: reminded.map(({ id }) => id) })
  for (let step = 0; step < STEPS_PER_RUN; step += 1) if (!(await takeStep(deps))) return
}
