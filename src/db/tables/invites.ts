import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { INVITE_ANSWERS } from '../../kernel/vocabulary.ts'
import { calendars } from './calendars.ts'
import { instant, oneOf } from './columns.ts'
import { guests } from './guests.ts'

/**
 * What is known of the entry in a guest's own calendar, beside what follows from guest and event: how often the guest has
 * come or gone since they were made, and what their calendar has answered. Nobody for whom both is nothing has a row.
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
    /** Rises when the guest comes in or goes; a trigger keeps it. With the event's sequence it is that of the entry. */
    version: integer('version').notNull().default(0),
    /** The sequence of the entry when that last happened: an answer to what was before says nothing. */
    sinceSequence: integer('since_sequence').notNull().default(0),
    /** The newest answer, in the order of sequence and stamp. */
    answer: text('answer', { enum: INVITE_ANSWERS }),
    answerSequence: integer('answer_sequence'),
    answerStampedAt: instant('answer_stamped_at'),
    answeredAt: instant('answered_at'),
    /** The commit that noted the answer: what else that commit writes is conditional on it. */
    answerMoveId: text('answer_move_id'),
    /** The move by which the guest left because their calendar said so, and which a newer answer takes back. */
    leftBy: text('left_by'),
  },
  (table) => [oneOf('invites_answer', table.answer, INVITE_ANSWERS)],
)

/** How many mails came to where answers go, by what became of them. */
export const replyCounts = sqliteTable(
  'reply_counts',
  {
    day: text('day').notNull(),
    outcome: text('outcome').notNull(),
    replies: integer('replies').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.outcome] })],
)
