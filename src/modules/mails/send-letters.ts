import type { Deps } from '../../deps.ts'
import { findLetter, listWaitingLetters, nextChunk, type LetterRow } from './letters.store.ts'

/**
 * Guests per batch, and batches per run. After a full run, the queue gets a new job for the rest. Each batch writes
 * every database page that it touches to the log, so larger batches write less: for 10,000 guests, 8.8 MB in chunks of
 * 2,000, but 23 MB in chunks of 500.
 */
const CHUNK = 2_000
const CHUNKS_PER_RUN = 10

/**
 * Queues the emails of one chunk and moves the cursor in the same batch, so a crash neither repeats nor loses an email.
 */
const queueChunk = async (seen: LetterRow, deps: Deps) => {
  const { passed, where } = await nextChunk(deps.db, seen, deps.newId('mov'), CHUNK)
  const rows = await deps.commit({
    calendarId: seen.calendarId,
    seenBy: 'team',
    statements: { passed },
    mails: [{ kind: seen.kind, cause: seen.id, where }],
  })
  return rows.passed[0] ?? null
}

/** Queues the emails about a change to an event, chunk by chunk. The data they share is stored once, in `letters`. */
export const sendLetter = async (id: string, deps: Deps) => {
  let row = await findLetter(deps.db, id)
  for (let chunks = 0; row !== null && !row.isQueued; chunks += 1) {
    if (chunks === CHUNKS_PER_RUN) {
      deps.tell({ jobs: [id] })
      return
    }
    row = await queueChunk(row, deps)
  }
}

const LETTERS_PER_RUN = 200

/** Queues a job for every unfinished row of `letters`. */
export const sweepLetters = async (deps: Deps) => {
  const waiting = await listWaitingLetters(deps.db, LETTERS_PER_RUN)
  if (waiting.length > 0) deps.tell({ jobs: waiting.map(({ id }) => id) })
}
