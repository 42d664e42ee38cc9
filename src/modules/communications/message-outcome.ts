import { communicationsWrite } from '../../access/demands.ts'

import { notFound, refusal } from '../../kernel/failure.ts'
import { pageOfItems } from '../../kernel/page.ts'
import { both, one, operation, pageOf } from '../../operation/operation.ts'
import { toCommunication } from './communications.ts'
import { MessageFailure, MessageFailureQuery, Reminder } from './communications.schema.ts'
import { stopMessage, findCommunication, unreachedBy } from './communications.store.ts'

const messageOf = async (eventId: string, id: string, db: Parameters<typeof findCommunication>[0]) => {
  const row = await findCommunication(db, id)
  if (row === null || row.eventId !== eventId) throw notFound()
  return row
}

export const listMessageFailures = operation({
  id: 'announcements.failures',
  summary: 'List a message’s failed recipients',
  description:
    'Returns the recipients of an announcement or reminder who weren’t reached in the last 30 days, with the reason. With `leftOut=true`, also guests excluded before sending.',
  subject: 'event',
  access: communicationsWrite,
  routes: both('GET /events/:eventId/messages/:messageId/failures'),
  query: MessageFailureQuery,
  answer: pageOf(MessageFailure),
  async run({ event, params: { messageId }, query }, { db, clock }) {
    const message = await messageOf(event.id, messageId, db)
    const { rows, total } = await unreachedBy(db, message, query, clock())
    return pageOfItems(query, rows, total)
  },
})

export const callMessageOff = operation({
  id: 'announcements.callOff',
  summary: 'Cancel a scheduled message',
  description: 'Cancels an announcement or a reminder before sending starts. Fails with 409 afterwards.',
  subject: 'event',
  access: communicationsWrite,
  routes: both('POST /events/:eventId/messages/:messageId/call-off'),
  answer: one(Reminder),
  refusals: ['invalid_transition'],
  async run({ event, params: { messageId } }, deps) {
    const { id } = await messageOf(event.id, messageId, deps.db)
    const [changed] = await deps.commit({
      calendarId: event.calendarId,
      seenBy: 'team',
      statements: [stopMessage(deps.db, id)],
    })
    const row = changed[0] ?? (await messageOf(event.id, messageId, deps.db))
    if (row.status === 'CANCELLED') return toCommunication(row)
    return refusal('invalid_transition', {
      says: `A message with status ${row.status} can’t be cancelled.`,
      data: { status: row.status },
    })
  },
})
