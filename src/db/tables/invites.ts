import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { INVITE_ANSWERS } from '../../kernel/vocabulary.ts'
import { calendars } from './calendars.ts'
import { instant, oneOf } from './columns.ts'
import { guests } from './guests.ts'

/**
 * State of a guest's entry in their own calendar app that cannot be derived from the guest and the event: how many
 * times the guest has joined or left since they were created, and the reply their calendar app sent. A guest with
 * neither has no row.
 */
export const invites = sqliteTable(
  'invites',
  {
    guestId: text('guest_id')
      .primaryKey()
      .references(() => guests.id, { onDelete: 'cascade' }),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    /**
     * Increases when the guest joins or leaves; a trigger maintains it. The iCalendar SEQUENCE of an entry is the
     * event's `sequence` plus the `version` of each guest who shares the entry.
     */
    version: integer('version').notNull().default(0),
    /** SEQUENCE of the entry when `version` last increased. An answer to an earlier SEQUENCE is stale. */
    sinceSequence: integer('since_sequence').notNull().default(0),
    /** Newest answer, ordered by SEQUENCE and then timestamp. */
    answer: text('answer', { enum: INVITE_ANSWERS }),
    answerSequence: integer('answer_sequence'),
    answerStampedAt: instant('answer_stamped_at'),
    answeredAt: instant('answered_at'),
    /** Id of the commit that recorded the answer. The other statements of that commit are conditional on it. */
    answerMoveId: text('answer_move_id'),
    /**
     * `move_id` of the change that removed the guest, if their calendar app declined for them. A newer answer can undo
     * it.
     */
    leftBy: text('left_by'),
  },
  (table) => [oneOf('invites_answer', table.answer, INVITE_ANSWERS)],
)

/** Number of emails received at the reply address, by day and outcome. */
export const replyCounts = sqliteTable(
  'reply_counts',
  {
    day: text('day').notNull(),
    outcome: text('outcome').notNull(),
    replies: integer('replies').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.outcome] })],
)
