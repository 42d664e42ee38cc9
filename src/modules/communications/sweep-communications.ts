import { rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { DEFAULT_AUDIENCE, reminderSubject } from './communications.ts'
import { insertCommunication, listDueCommunications, listDueReminders } from './communications.store.ts'

const MOST = 200
/** No event may ask to be reminded of earlier than this. */
const LONGEST_MINUTES = 60 * 24 * 60

const startReminders = async (deps: Deps) => {
  const now = deps.clock()
  for (const due of await rowsFrom(deps.db, listDueReminders(now, LONGEST_MINUTES, MOST))) {
    const row = {
      id: deps.newId('rem'),
      calendarId: due.calendarId,
      eventId: due.eventId,
      kind: 'REMINDER' as const,
      trigger: 'AUTOMATIC' as const,
      minutesBefore: due.minutesBefore,
      eventStartAt: due.startAt,
      subject: reminderSubject(due.title),
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
      statements: [insertCommunication(deps.db, row)],
    })
  }
}

/** Makes the reminders whose time has come, and wakes every letter that is not done. */
export const sweepCommunications = async (deps: Deps) => {
  await startReminders(deps)
  const due = await listDueCommunications(deps.db, deps.clock(), MOST)
  deps.tell({ jobs: due.map(({ id }) => id) })
}
