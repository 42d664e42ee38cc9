import { eventsRead, eventsWrite } from '../../access/demands.ts'
import { rowIn } from '../../db/commit.ts'
import { edit } from '../../db/edit.ts'
import { onlyRow, rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { invalidFields, notFound, refusal } from '../../kernel/failure.ts'
import { both, deleted, Deleted, listOf, one, operation } from '../../operation/operation.ts'
import { mergeCheckpoint, DEFAULT_FIELDS, toCheckpoint } from './checkpoints.ts'
import { Checkpoint, CheckpointChanges, NewCheckpoint } from './checkpoints.schema.ts'
import {
  changeCheckpoint,
  checkpointsOf,
  findCheckpoint,
  insertCheckpoint,
  mayAddCheckpoint,
  mayChangeCheckpoint,
  mayDeleteCheckpoint,
  removeCheckpoint,
  ticketsAmong,
} from './checkpoints.store.ts'

const requireTickets = async (eventId: string, ticketIds: readonly string[] | null | undefined, deps: Deps) => {
  if (!ticketIds) return
  const known = new Set((await rowsFrom(deps.db, ticketsAmong(eventId, ticketIds))).map(({ id }) => id))
  const faults = ticketIds.flatMap((id, index) =>
    known.has(id) ? [] : [{ field: `ticketIds.${index}`, message: 'must be a ticket of this event' }],
  )
  if (faults.length > 0) throw invalidFields(faults)
}

export const listCheckpoints = operation({
  id: 'checkpoints.list',
  summary: 'List checkpoints',
  description: 'Checkpoints are additional doors, for example for lunch, a day or a room.',
  subject: 'event',
  access: eventsRead,
  routes: both('GET /events/:eventId/checkpoints'),
  answer: listOf(Checkpoint),
  run: async ({ event }, { db }) => (await rowsFrom(db, checkpointsOf(event.id))).map(toCheckpoint),
})

export const createCheckpoint = operation({
  id: 'checkpoints.create',
  summary: 'Create a checkpoint',
  description:
    'A checkpoint admits confirmed and checked-in guests with an accepted ticket and leaves their status unchanged.',
  subject: 'event',
  access: eventsWrite,
  routes: both('POST /events/:eventId/checkpoints'),
  body: NewCheckpoint,
  answer: one(Checkpoint),
  refusals: ['checkpoint_limit_reached'],
  async recover(effectId, { event }, { db }) {
    const made = await findCheckpoint(db, event.id, effectId)
    return made === null ? null : toCheckpoint(made)
  },
  async run({ calendar, event, body }, deps) {
    const { checkpoint, faults } = mergeCheckpoint(body, DEFAULT_FIELDS, event.timezone)
    if (faults.length > 0) throw invalidFields(faults)
    await requireTickets(event.id, checkpoint.ticketIds, deps)
    const now = deps.clock()
    const row = { ...checkpoint, calendarId: calendar.id, eventId: event.id, createdAt: now, updatedAt: now }
    const id = deps.newId('cpt')
    const { why, made } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: insertCheckpoint({ ...row, id }),
      effectId: rowIn('checkpoints', id),
    })
    return mayAddCheckpoint.refusal(onlyRow(why)) ?? toCheckpoint(onlyRow(made))
  },
})

export const updateCheckpoint = operation({
  id: 'checkpoints.update',
  summary: 'Update a checkpoint',
  description:
    'The mode can’t change once the checkpoint has scans. A lower limit doesn’t remove guests who are inside.',
  subject: 'event',
  access: eventsWrite,
  routes: both('PATCH /events/:eventId/checkpoints/:checkpointId'),
  body: CheckpointChanges,
  answer: one(Checkpoint),
  refusals: ['checkpoint_has_checkins', 'conflicting_edits'],
  async run({ calendar, event, params, body }, deps) {
    await requireTickets(event.id, body.ticketIds, deps)
    const edited = await edit(
      () => findCheckpoint(deps.db, event.id, params.checkpointId),
      async (before) => {
        if (before === null) throw notFound()
        const { checkpoint, faults } = mergeCheckpoint(body, before, event.timezone)
        if (faults.length > 0) throw invalidFields(faults)
        const after = { ...before, ...checkpoint, updatedAt: Math.max(deps.clock(), before.updatedAt + 1) }
        const { why, changed } = await deps.commit({
          calendarId: calendar.id,
          seenBy: 'team',
          statements: changeCheckpoint(deps.db, before, after),
        })
        const [judged] = why
        if (judged === undefined) return null
        return mayChangeCheckpoint(after.mode).refusal(judged) ?? toCheckpoint(onlyRow(changed))
      },
    )
    return (
      edited ??
      refusal('conflicting_edits', { says: 'Another request changed this checkpoint at the same time. Try again.' })
    )
  },
})

export const deleteCheckpoint = operation({
  id: 'checkpoints.delete',
  effects: ['deletes'],
  summary: 'Delete a checkpoint',
  description: 'Fails with 409 if the checkpoint has scans.',
  subject: 'event',
  access: eventsWrite,
  routes: both('DELETE /events/:eventId/checkpoints/:checkpointId'),
  answer: one(Deleted),
  refusals: ['checkpoint_has_checkins'],
  async run({ calendar, event, params }, deps) {
    const { why } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: removeCheckpoint(deps.db, event.id, params.checkpointId),
    })
    const [judged] = why
    if (judged === undefined) throw notFound()
    return mayDeleteCheckpoint.refusal(judged) ?? deleted(params.checkpointId)
  },
})
