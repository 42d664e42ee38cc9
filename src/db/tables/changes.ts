import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ACTOR_TYPES, CHANGE_OBJECTS } from '../../kernel/vocabulary.ts'
import { instant, oneOf } from './columns.ts'

/**
 * What changed, row by row, which triggers write (`change-triggers.ts`): names of fields and never their values. D1 has one
 * writer, so that `seq` is the order in which everything took place. The newest row is never dropped: no number is
 * given twice.
 */
export const changes = sqliteTable(
  'changes',
  {
    seq: integer('seq').primaryKey(),
    calendarId: text('calendar_id').notNull(),
    at: instant('at').notNull(),
    object: text('object', { enum: CHANGE_OBJECTS }).notNull(),
    objectId: text('object_id').notNull(),
    /** The event that it belongs to; an event belongs to itself. */
    eventId: text('event_id'),
    op: text('op', { enum: ['upsert', 'delete'] }).notNull(),
    /** Names with a comma after each; null where the whole object came or went. */
    fields: text('fields'),
    actorType: text('actor_type', { enum: ACTOR_TYPES }).notNull(),
    actorId: text('actor_id'),
  },
  (table) => [
    // Each of them ends in the row's number, and so stands in the order of the feed.
    index('changes_calendar').on(table.calendarId),
    index('changes_object').on(table.objectId),
    index('changes_event').on(table.eventId),
    oneOf('changes_op', table.op, ['upsert', 'delete']),
  ],
)

/** One row: what is true of the feed as a whole, and who acts while a commit is written. */
export const changeFeed = sqliteTable('change_feed', {
  id: integer('id').primaryKey(),
  /** Drawn anew when a database is restored: cursors of before mean other rows. */
  epoch: text('epoch').notNull(),
  /** The highest number that was dropped for its age. */
  droppedThrough: integer('dropped_through').notNull(),
  /** Set by the first statement of a commit and taken back by its last; null while nobody is known to act. */
  actorType: text('actor_type', { enum: ACTOR_TYPES }),
  actorId: text('actor_id'),
  actedAt: instant('acted_at'),
})
