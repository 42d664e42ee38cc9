import type { ExportRunRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { planCovers } from '../../access/ranks.ts'
import { describeError } from '../../kernel/log.ts'
import { openDataset } from './datasets.store.ts'
import { fileKeyOf, FILE_MS, LEASE_MS, MOST_ATTEMPTS, MOST_FAILURES, RETRY_MS } from './exports.ts'
import { claimRun, endRun, findRun, postponeRun, renewLease } from './exports.store.ts'
import { fileTextOf } from './file-text.ts'

type Known = NonNullable<Awaited<ReturnType<typeof findRun>>>

class LeaseLost extends Error {}

/** Passes the pieces on, and says every so often that somebody is still at work. */
async function* whileHeld(pieces: AsyncIterable<string>, held: { run: ExportRunRow }, deps: Deps) {
  for await (const piece of pieces) {
    const now = deps.clock()
    if ((held.run.leaseUntil ?? 0) - now < LEASE_MS / 2) {
      if (!(await renewLease(deps.db, held.run, now + LEASE_MS)))
        throw new LeaseLost('another worker has taken the run')
      held.run = { ...held.run, leaseUntil: now + LEASE_MS }
    }
    yield piece
  }
}

const writeFile = async ({ schedule }: Known, held: { run: ExportRunRow }, deps: Deps) => {
  const dataset = await openDataset(deps.db, schedule.dataset, schedule)
  const { pieces, counted } = fileTextOf(dataset, schedule.format)
  const { bytes } = await deps.files.write(
    fileKeyOf(held.run.id),
    whileHeld(pieces, held, deps),
    schedule.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
  )
  return { bytes, rowCount: counted.rows }
}

const succeed = async ({ schedule, calendar }: Known, run: ExportRunRow, file: Partial<ExportRunRow>, deps: Deps) => {
  const now = deps.clock()
  const end = { ...file, status: 'SUCCEEDED' as const, error: null, fileExpiresAt: now + FILE_MS }
  await deps.commit({
    calendarId: calendar.id,
    seenBy: 'team',
    statements: endRun(deps.db, run, end, now),
    mails: schedule.recipients.map((recipient) => ({
      kind: 'export-ready',
      cause: `${run.id}:${recipient}`,
      recipient,
      data: { runId: run.id },
    })),
  })
}

const fail = async ({ schedule, calendar }: Known, run: ExportRunRow, error: string, deps: Deps) => {
  const isPaused = schedule.consecutiveFailures + 1 >= MOST_FAILURES
  await deps.commit({
    calendarId: calendar.id,
    seenBy: 'team',
    statements: endRun(deps.db, run, { status: 'FAILED', error }, deps.clock()),
    mails: (isPaused ? schedule.recipients : []).map((recipient) => ({
      kind: 'export-paused',
      cause: `${run.id}:paused:${recipient}`,
      recipient,
      data: { runId: run.id },
    })),
  })
}

/** Takes a run that nobody is at, writes its file and tells the recipients. */
export const runExport = async (id: string, deps: Deps) => {
  const now = deps.clock()
  const claimed = await claimRun(deps.db, id, now, now + LEASE_MS)
  if (claimed === null) return
  const known = await findRun(deps.db, id)
  if (known === null) return
  const held = { run: claimed }
  if (!planCovers(known.calendar.plan, 'PLUS')) {
    await fail(known, held.run, 'The plan of the calendar has no scheduled exports.', deps)
    return
  }
  try {
    const file = await writeFile(known, held, deps)
    await succeed(known, held.run, file, deps)
  } catch (error) {
    if (error instanceof LeaseLost) return
    deps.log.error('an export failed', { runId: id, attempt: claimed.attempts, ...describeError(error) })
    if (claimed.attempts >= MOST_ATTEMPTS) await fail(known, held.run, 'The file could not be written.', deps)
    else
      await postponeRun(deps.db, held.run, deps.clock() + RETRY_MS, 'The file could not be written; it is tried again.')
  }
}
