import type { Deps } from '../../deps.ts'
import { iso } from '../../kernel/time.ts'
import { NO_EVENT } from './imports.store.ts'

interface Completed {
  calendarId: string
  /** Null for an import of events. */
  eventId: string | null
  source: string
  digest: string
  counts: Record<'new' | 'changed' | 'same' | 'skipped' | 'refused', number>
}

/** Sends one webhook for the whole import, in a commit after those that wrote the lines. */
export const reportCompletion = ({ calendarId, eventId, ...about }: Completed, deps: Deps) =>
  deps.commit({
    calendarId,
    seenBy: 'team',
    statements: {},
    events: [
      {
        type: 'import.completed',
        eventId: eventId ?? NO_EVENT,
        data: { eventId, ...about, completedAt: iso(deps.clock()) },
      },
    ],
  })
