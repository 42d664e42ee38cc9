import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ACTOR_TYPES, CHANGE_OBJECTS } from '../../kernel/vocabulary.ts'
import { instant, oneOf } from './columns.ts'

/**
 * The change feed, one row per changed object, written by triggers (`change-triggers.ts`). It stores names of fields,
 * never their values. D1 has a single writer, so `seq` is the order in which changes happened. The newest row is never
 * deleted, because SQLite would then assign its `seq` again.
 */
export const changes = sqliteTable(
  'changes',
  {
    seq: integer('seq').primaryKey(),
    calendarId: text('calendar_id').notNull(),
    at: instant('at').notNull(),
    object: text('object', { enum: CHANGE_OBJECTS }).notNull(),
    objectId: text('object_id').notNull(),
    /** Id of the event that the object belongs to; for an event, its own id. */
    eventId: text('event_id'),
    op: text('op', { enum: ['upsert', 'delete'] }).notNull(),
    /** Names of the changed fields, each followed by a comma. Null if the whole object was created or deleted. */
    fields: text('fields'),
    actorType: text('actor_type', { enum: ACTOR_TYPES }).notNull(),
    actorId: text('actor_id'),
    /** Assistant that made the change for the actor, as its program names itself. Null for all other callers. */
    via: text('via'),
  },
  (table) => [
    // SQLite appends the rowid (`seq`) to each of these indexes, so their entries are in feed order.
    index('changes_calendar').on(table.calendarId),
    index('changes_object').on(table.objectId),
    index('changes_event').on(table.eventId),
    oneOf('changes_op', table.op, ['upsert', 'delete']),
  ],
)

/** A table with a single row: the state of the whole feed and, while a commit runs, its actor. */
export const changeFeed = sqliteTable('change_feed', {
  id: integer('id').primaryKey(),
  /**
   * Random, and replaced whenever the database is restored, because `seq` values in older cursors then refer to
   * different rows.
   */
  epoch: text('epoch').notNull(),
  /** Highest `seq` that was deleted because of its age. */
  droppedThrough: integer('dropped_through').notNull(),
  /** The actor and time: set by the first statement of a commit, cleared by its last. Null while no commit runs. */
  actorType: text('actor_type', { enum: ACTOR_TYPES }),
  actorId: text('actor_id'),
  via: text('via'),
  actedAt: instant('acted_at'),
})
