import type { LineCounts } from '../../db/tables/archives.ts'
import type { Deps } from '../../deps.ts'
import { iso } from '../../kernel/time.ts'
import { recordJob } from '../jobs/index.ts'
import { NO_EVENT } from './imports.store.ts'

interface Completed {
  calendarId: string
  /** Null for an import of events. */
  eventId: string | null
  source: string
  digest: string
  counts: LineCounts
}

/**
 * Sends one webhook for the whole import, in a separate commit after the lines were written. Adds the import to the
 * history unless it changed nothing.
 */
export const reportCompletion = ({ calendarId, eventId, ...about }: Completed, deps: Deps) => {
  const now = deps.clock()
  const job = { id: deps.newId('imp'), calendarId, eventId, kind: 'IMPORT' as const, ...about, createdAt: now }
  return deps.commit({
    calendarId,
    seenBy: 'team',
    statements: about.counts.new + about.counts.changed === 0 ? {} : { job: recordJob(job) },
    events: [
      {
        type: 'import.completed',
        eventId: eventId ?? NO_EVENT,
        data: { eventId, ...about, completedAt: iso(now) },
      },
    ],
  })
}
