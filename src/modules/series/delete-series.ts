import { eventsWrite } from '../../access/demands.ts'
import { notFound } from '../../kernel/failure.ts'
import { both, deleted, Deleted, one, operation } from '../../operation/operation.ts'
import { markContentChanged } from '../tickets/index.ts'
import { dissolve, isUpcoming, removeDates } from './dates.store.ts'
import { findSeries } from './series.store.ts'

export const deleteSeries = operation({
  id: 'series.delete',
  effects: ['deletes'],
  summary: 'Delete a series but keep dates with guests',
  subject: 'series',
  access: eventsWrite,
  routes: both('DELETE /series/:seriesId'),
  answer: one(Deleted),
  async run({ calendar, params }, deps) {
    const row = await findSeries(deps.db, calendar.id, params.seriesId)
    if (row === null) throw notFound()
    const now = deps.clock()
    await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: [
        removeDates(row.calendarId, isUpcoming(row.id, now), now),
        dissolve(row.id),
        markContentChanged(deps.db, calendar.id, now),
      ],
    })
    return deleted(row.id)
  },
})
