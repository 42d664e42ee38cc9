import type { Deps } from '../../deps.ts'
import { findLetter, listWaitingLetters, nextChunk, type LetterRow } from './letters.store.ts'

/**
 * Guests passed in one batch, and batches in one go; of what is left the queue is told again. The log of the database takes a
 * page anew in each batch that touches it: 10,000 guests in chunks of 2,000 write 8.8 MB there, in chunks of 500 23 MB.
 */
const CHUNK = 2_000
const CHUNKS_PER_RUN = 10

/** Writes the mails of one chunk in the batch that moves the cursor, so that a crash repeats and loses none. */
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

/** What the change of an event tells its guests: the words are kept once, the mails are written chunk by chunk. */
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

/** Wakes every letter that is not done. */
export const sweepLetters = async (deps: Deps) => {
  const waiting = await listWaitingLetters(deps.db, LETTERS_PER_RUN)
  if (waiting.length > 0) deps.tell({ jobs: waiting.map(({ id }) => id) })
}
