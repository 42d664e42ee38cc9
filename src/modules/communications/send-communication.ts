import { rowsFrom } from '../../db/statement.ts'
import { endOfChunk } from '../../db/walk.ts'
import type { CommunicationRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { languageOf } from '../../words/words.ts'
import { DEFAULT_AUDIENCE, reminderSubject } from './communications.ts'
import {
  audienceIn,
  begunAt,
  conclude,
  concludedBy,
  findCommunication,
  finishedBy,
  insertCommunication,
  listDueCommunications,
  listDueReminders,
  passTo,
  sentData,
  startCommunication,
} from './communications.store.ts'

const MAIL_KIND = { ANNOUNCEMENT: 'announcement', REMINDER: 'reminder' } as const
const EVENT_TYPE = { ANNOUNCEMENT: 'announcement.sent', REMINDER: 'reminder.sent' } as const

/** Guests per batch, and batches per run. After a full run, the queue gets a new job for the rest. */
const CHUNK = 500
const CHUNKS_PER_RUN = 40

/**
 * Queues the emails of one chunk and moves the cursor in the same batch, so a crash neither repeats nor loses an email.
 */
const queueChunk = async (seen: CommunicationRow, deps: Deps) => {
  const end = await endOfChunk(deps.db, seen, begunAt(seen), CHUNK)
  const chunkId = deps.newId('mov')
  const { passed } = await deps.commit({
    calendarId: seen.calendarId,
    seenBy: 'team',
    statements: { passed: passTo(deps.db, seen, end, chunkId) },
    mails: [{ kind: MAIL_KIND[seen.kind], cause: seen.id, where: audienceIn(seen, end, chunkId) }],
  })
  return passed[0] ?? null
}

/** Marks the message as sent and notifies webhooks, once only. */
const concludeCommunication = async (id: string, deps: Deps) => {
  const row = await findCommunication(deps.db, id)
  if (row === null) return
  const [chunkId, now] = [deps.newId('mov'), deps.clock()]
  await deps.commit({
    calendarId: row.calendarId,
    seenBy: 'team',
    statements: { concluded: conclude(deps.db, id, chunkId, now) },
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
    if (chunks === CHUNKS_PER_RUN) {
      deps.tell({ jobs: [id] })
      return
    }
    row = await queueChunk(row, deps)
  }
  if (row?.status === 'SENDING') await concludeCommunication(id, deps)
}

/** Concludes the messages that these emails completed. */
export const concludeAfter = async (mailIds: string[], deps: Deps) => {
  for (const { id } of await rowsFrom(deps.db, finishedBy(mailIds))) await concludeCommunication(id, deps)
}

const COMMUNICATIONS_PER_RUN = 200
/** 60 days. Reminders cannot be due earlier than this before an event. */
const LONGEST_MINUTES = 60 * 24 * 60

const startReminders = async (deps: Deps) => {
  const now = deps.clock()
  for (const due of await rowsFrom(deps.db, listDueReminders(now, LONGEST_MINUTES, COMMUNICATIONS_PER_RUN))) {
    const row = {
      id: deps.newId('rem'),
      calendarId: due.calendarId,
      eventId: due.eventId,
      kind: 'REMINDER' as const,
      trigger: 'AUTOMATIC' as const,
      minutesBefore: due.minutesBefore,
      eventStartAt: due.startAt,
      subject: reminderSubject(due.title, languageOf(due.locale)),
      body: '',
      audienceStatuses: [...DEFAULT_AUDIENCE],
      audienceTicketIds: [],
      status: 'SENDING' as const,
      sendAt: now,
      startedAt: now,
      chunkId: deps.newId('mov'),
      createdBy: 'schedule',
      createdAt: now,
    }
    await deps.commit({
      calendarId: row.calendarId,
      seenBy: 'team',
      statements: { made: insertCommunication(deps.db, row) },
    })
  }
}

/** Creates the reminders that are due, and queues every unfinished message. */
export const sweepCommunications = async (deps: Deps) => {
  await startReminders(deps)
  const due = await listDueCommunications(deps.db, deps.clock(), COMMUNICATIONS_PER_RUN)
  deps.tell({ jobs: due.map(({ id }) => id) })
}
