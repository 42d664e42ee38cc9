import { planCovers, roleCovers } from '../../kernel/ranks.ts'
import { EXPORT_FILES, exportFileKey, exportFileKeys } from '../../db/personal/registry.ts'
import { LEASE_MS } from '../../db/outbox.ts'
import type { ExportRunRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { describeError } from '../../kernel/log.ts'
import { DAY_MS, SECOND_MS } from '../../kernel/time.ts'
import { openDataset } from './datasets.store.ts'
import { csvOf, jsonOf, nextRunAfter, objectsOf, roleFor, type Dataset } from './exports.ts'
import { toSheet } from './sheet.ts'
import { languageOf } from '../../words/words.ts'
import { mailsAboutRun } from './answerable.store.ts'
import {
  claimRun,
  endRun,
  findRun,
  forgetFiles,
  hasEnded,
  hasPaused,
  listDueSchedules,
  listExpiredFiles,
  postponeRun,
  renewLease,
  roleOfCreator,
  runOutbox,
  startRun,
  type RunEnd,
} from './exports.store.ts'

const MAX_ATTEMPTS = 3
const RETRY_MS = 30 * SECOND_MS
const FILE_MS = EXPORT_FILES.days * DAY_MS

type KnownRun = NonNullable<Awaited<ReturnType<typeof findRun>>>

class LeaseLost extends Error {}

/** The run in progress with its current lease, and the number of rows so far. */
interface Work {
  run: ExportRunRow
  rowCount: number
}

async function* counted(rows: Dataset['rows'], work: Work) {
  for await (const page of rows) {
    work.rowCount += page.length
    yield page
  }
}

/**
 * Passes the pieces of the file on. Renews the lease when less than half of its time is left, and throws `LeaseLost` if
 * another worker has the run.
 */
async function* whileHeld(pieces: AsyncIterable<string>, work: Work, deps: Deps) {
  for await (const piece of pieces) {
    const now = deps.clock()
    if ((work.run.leaseUntil ?? 0) - now < LEASE_MS / 2) {
      const held = await renewLease(deps.db, work.run, now)
      if (held === null) throw new LeaseLost('another worker has taken the run')
      work.run = held
    }
    yield piece
  }
}

/** A CSV file is for people, a JSON file for programs. */
const writeFile = async ({ schedule, calendar }: KnownRun, work: Work, deps: Deps) => {
  const isCsv = schedule.format === 'csv'
  const opened = await openDataset(deps.db, schedule.dataset, schedule, isCsv)
  const dataset = { ...opened, rows: counted(opened.rows, work) }
  const { bytes } = await deps.files.write(
    exportFileKey(work.run.id, work.run.attempts),
    whileHeld(
      isCsv
        ? csvOf(toSheet(dataset, schedule.dataset, languageOf(calendar.locale)), { startsWithBom: true })
        : jsonOf(objectsOf(dataset)),
      work,
      deps,
    ),
    isCsv ? 'text/csv; charset=utf-8' : 'application/json',
  )
  return { bytes, rowCount: work.rowCount }
}

interface Conclusion {
  kind: 'export-ready' | 'export-paused'
  when: ReturnType<typeof hasEnded>
  isForCreator?: boolean
}

const conclude = async (
  run: ExportRunRow,
  end: RunEnd,
  { kind, when, isForCreator = false }: Conclusion,
  deps: Deps,
) => {
  const { ended } = await deps.commit({
    calendarId: run.calendarId,
    seenBy: 'team',
    statements: endRun(deps.db, run, end, { isForCreator }),
    mails: mailsAboutRun({ kind, run, when }),
  })
  return ended.length > 0
}

const succeed = (run: ExportRunRow, file: Partial<ExportRunRow>, deps: Deps) => {
  const now = deps.clock()
  const end = { ...file, status: 'SUCCEEDED' as const, error: null, completedAt: now, fileExpiresAt: now + FILE_MS }
  return conclude(run, end, { kind: 'export-ready', when: hasEnded(run, end) }, deps)
}

/**
 * Ends the run as failed. If this pauses the schedule, emails the recipients and every owner whose address is known.
 */
const fail = (run: ExportRunRow, error: string, deps: Deps, isForCreator = false) => {
  const end = { status: 'FAILED' as const, error, completedAt: deps.clock() }
  return conclude(run, end, { kind: 'export-paused', when: hasPaused(run, end), isForCreator }, deps)
}

/** Claims a run that no other worker holds, writes its file and emails the recipients. */
export const runExport = async (id: string, deps: Deps) => {
  const claimed = await claimRun(deps.db, id, deps.clock())
  if (claimed === null) return
  const known = await findRun(deps.db, id)
  if (known === null) return
  const work: Work = { run: claimed, rowCount: 0 }
  if (!planCovers(known.calendar.plan, 'PLUS')) {
    await fail(work.run, 'The calendar’s plan doesn’t include scheduled exports.', deps)
    return
  }
  const role = await roleOfCreator(deps.db, known.schedule)
  if (role === null || !roleCovers(role, roleFor(known.schedule.dataset))) {
    await fail(work.run, 'The person responsible for this export no longer has access to its data.', deps, true)
    return
  }
  try {
    const file = await writeFile(known, work, deps)
    if (!(await succeed(work.run, file, deps))) throw new LeaseLost('another worker has taken the run')
  } catch (error) {
    // This worker has lost the run, so no row would refer to the file from this attempt. Delete the file.
    if (error instanceof LeaseLost) {
      await deps.files.delete([exportFileKey(id, claimed.attempts)])
      return
    }
    deps.log.error('an export failed', { runId: id, attempt: claimed.attempts, ...describeError(error) })
    if (claimed.attempts >= MAX_ATTEMPTS) {
      await fail(work.run, 'The file couldn’t be written.', deps)
      return
    }
    const at = deps.clock() + RETRY_MS
    await postponeRun(deps.db, work.run, at, 'The file couldn’t be written. The service will try again.')
    runOutbox.tellOf([{ id, at }], deps)
  }
}

const EXPORTS_PER_RUN = 100

/** Creates the runs that are due. The sweep that follows adds them to the queue. */
export const startDueExports = async (deps: Deps) => {
  const now = deps.clock()
  for (const schedule of await listDueSchedules(deps.db, now, EXPORTS_PER_RUN)) {
    // After downtime, a schedule runs once and then again at its next regular time.
    const run = { id: deps.newId('run'), nextRunAt: nextRunAfter(schedule, now), now }
    await deps.commit({
      calendarId: schedule.calendarId,
      seenBy: 'team',
      statements: startRun(deps.db, schedule, run),
    })
  }
}

/** Deletes files whose links have expired. */
export const dropExpiredFiles = async (deps: Deps) => {
  const expired = await listExpiredFiles(deps.db, deps.clock(), EXPORTS_PER_RUN)
  if (expired.length === 0) return
  await deps.files.delete(expired.flatMap(exportFileKeys))
  await forgetFiles(
    deps.db,
    expired.map(({ id }) => id),
  )
}
