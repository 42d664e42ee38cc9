import { guestsWrite } from '../../../access/demands.ts'
import { Failure, invalidFields } from '../../../kernel/failure.ts'
import { dashboard, one, operation, v1 } from '../../../operation/operation.ts'
import { toGuest } from '../guests.ts'
import { Guest, NewGuest } from '../guests.schema.ts'
import { checkAnswers } from './answers.ts'
import { place, recoverPlaced } from './place-guest.ts'
import { byAdding } from './place-guest.store.ts'

export const addGuest = operation({
  id: 'guests.add',
  summary: 'Add a guest',
  description: 'Windows of registration and sale and approval do not hold here; capacity does.',
  routes: [
    v1('POST /events/:eventId/guests', { badge: 'divergent', current: 'POST /events/:eventId/guests' }),
    dashboard('POST /events/:eventId/guests', { badge: 'divergent', successor: '/v1/events/:eventId/guests' }),
  ],
  access: guestsWrite,
  subject: 'event',
  body: NewGuest,
  answer: one(Guest),
  refusals: ['already_registered', 'capacity_exceeded', 'event_cancelled'],
  async recover(effectId, { event, body }, deps) {
    const placed = await recoverPlaced(effectId, event, body.email, deps)
    return placed === null ? null : toGuest(placed)
  },
  async run({ event, body, surface }, deps) {
    const { answers, faults } = checkAnswers(event.registrationQuestions, body.answers ?? [], { requireAll: false })
    if (faults.length > 0) throw invalidFields(faults)
    const source = surface === 'v1' ? 'API' : 'DASHBOARD'
    const placed = await place(event, { ...body, answers, answersFit: true, source }, byAdding, deps)
    return placed instanceof Failure ? placed : toGuest(placed)
  },
})
