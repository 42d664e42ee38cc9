import { rowsFrom } from '../../db/statement.ts'
import type { CommunicationRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { EVENT_TYPE, MAIL_KIND } from './communications.ts'
import {
  advance,
  conclude,
  concludedBy,
  endOfChunk,
  findCommunication,
  finishedBy,
  inChunk,
  sentData,
  startCommunication,
} from './communications.store.ts'

/** Guests passed in one batch, and batches in one go; what is left is rung for again. */
const CHUNK = 500
const CHUNKS_A_GO = 40

/** Writes the mails of one chunk in the batch that moves the cursor, so that a crash repeats and loses none. */
const queueChunk = async (seen: CommunicationRow, deps: Deps) => {
  const end = await endOfChunk(deps.db, seen, CHUNK)
  const chunkId = deps.newId('mov')
  const [rows] = await deps.commit({
    calendarId: seen.calendarId,
    seenBy: 'team',
    statements: [advance(deps.db, seen, end, chunkId)],
    mails: [{ kind: MAIL_KIND[seen.kind], cause: seen.id, where: inChunk(seen, end, chunkId) }],
  })
  return rows[0] ?? null
}

/** Tells subscribers once that all mails are done with. */
const concludeCommunication = async (id: string, deps: Deps) => {
  const row = await findCommunication(deps.db, id)
  if (row === null) return
  const [chunkId, now] = [deps.newId('mov'), deps.clock()]
  await deps.commit({
    calendarId: row.calendarId,
    seenBy: 'team',
    statements: [conclude(deps.db, id, chunkId, now)],
    events: [
      {
        type: EVENT_TYPE[row.kind],
        eventId: row.eventId,
        data: sentData(id, row.kind, now),
        when: concludedBy(id, chunkId),
      },
    ],
  })
}

export const sendCommunication = async (id: string, deps: Deps) => {
  let row = await findCommunication(deps.db, id)
  if (row?.status === 'SCHEDULED' && row.sendAt <= deps.clock()) {
    const [started] = await rowsFrom(deps.db, startCommunication(deps.db, id, deps.clock()))
    row = started ?? null
  }
  for (let chunks = 0; row?.status === 'SENDING' && !row.isQueued; chunks += 1) {
    if (chunks === CHUNKS_A_GO) {
      deps.tell({ jobs: [id] })
      return
    }
    row = await queueChunk(row, deps)
  }
  if (row?.status === 'SENDING') await concludeCommunication(id, deps)
}

/** After mails went out: the letters that this has finished. */
export const concludeAfter = async (mailIds: string[], deps: Deps) => {
  for (const { id } of await rowsFrom(deps.db, finishedBy(mailIds))) await concludeCommunication(id, deps)
}
