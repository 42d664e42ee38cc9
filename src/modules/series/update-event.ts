import { eventsWrite } from '../../access/demands.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { namesRevision } from '../../kernel/etags.ts'
import { invalid, invalidFields, notFound, refusal } from '../../kernel/failure.ts'
import { readTickets } from '../tickets/index.ts'
import { both, one, operation, Reply, reply } from '../../operation/operation.ts'
import { requireFeeRate } from '../tax-rates/index.ts'
import { changeDates, EventOrDryRun, tryChange } from './index.ts'
import {
  eventReply,
  conditionRefusal,
  decide,
  editEvent,
  EventChanges,
  type EventChangesInput,
  type EventOutput,
  findEvent,
  loadEventView,
  withTicketsNamed,
} from '../events/index.ts'

/**
 * Resolves the tickets named in questions to their stored form. If several dates are changed, questions must use ticket
 * keys, since ticket ids differ between dates.
 */
const withTicketsKnown = async (
  event: EventRow,
  body: Omit<EventChangesInput, 'apply'>,
  apply: EventChangesInput['apply'],
  deps: Deps,
) => {
  const { registrationQuestions: given } = body
  if (given?.some(({ ticketIds }) => ticketIds) !== true) return body
  const { tickets } = await readTickets(deps.db, event.id)
  const { questions, faults } = withTicketsNamed(given, tickets, event.registrationQuestions)
  if (apply !== 'this' && questions.some(({ ticketIds }) => ticketIds?.some((name) => name.startsWith('tkt_'))))
    faults.push({
      field: 'registrationQuestions',
      message: 'must refer to tickets by key when changing several dates',
    })
  if (faults.length > 0) throw invalidFields(faults)
  return { ...body, registrationQuestions: questions }
}

const asChanged = ({ data, extras }: Reply<EventOutput>) => reply({ kind: 'EVENT' as const, ...data }, extras)

export const updateEvent = operation({
  id: 'events.update',
  effects: ['mails', 'cancels'],
  summary: 'Update an event',
  description:
    'Changes the event or several dates of its series. The service emails guests when the time or venue changes, unless `suppressNotifications` is true. Status can change from DRAFT to PUBLISHED, and from PUBLISHED to CANCELLED, ARCHIVED or, without guests, back to DRAFT. For several dates, `startAt` and `endAt` change the time of day and duration, never the date. Fields changed on individual dates stay unless `overwrite` is true. With `dryRun`, the response reports the changes, the affected guests and the dates that can’t be changed.',
  subject: 'event',
  access: eventsWrite,
  routes: both('PATCH /events/:eventId'),
  body: EventChanges,
  answer: one(EventOrDryRun),
  revised: true,
  ifMatch: true,
  refusals: [
    'precondition_failed',
    'invalid_transition',
    'event_has_guests',
    'capacity_exceeded',
    'conflicting_edits',
    'question_condition_invalid',
  ],
  async run({ calendar, event, ifMatch, body: { apply = 'this', overwrite, dryRun, ...given } }, deps) {
    const undecided = conditionRefusal(given.registrationQuestions)
    if (undecided !== null) return undecided
    await requireFeeRate(given.serviceFee, calendar.id, deps.db)
    const body = await withTicketsKnown(event, given, apply, deps)
    if (apply === 'this') {
      if (dryRun === true) return tryChange(event, body, deps)
      const edited = await editEvent({ calendar, event, ifMatch }, deps, (before, now) =>
        decide(before, body, { now }, deps),
      )
      return edited instanceof Reply ? asChanged(edited) : edited
    }
    const { seriesId, recurrenceId } = event
    if (seriesId === null || recurrenceId === null) throw invalid('apply', 'is only possible for a date of a series')
    if (ifMatch !== null && !namesRevision(ifMatch, event.revision)) {
      return refusal('precondition_failed', {
        says: 'The event has changed since you read it. Read it again and repeat your change.',
      })
    }
    const asked = { calendar, event: { ...event, seriesId, recurrenceId }, body: { ...body, apply, overwrite, dryRun } }
    const outcome = await changeDates(asked, deps)
    if (outcome !== null) return outcome
    const after = await findEvent(deps.db, calendar.id, event.id)
    if (after === null) throw notFound()
    return asChanged(eventReply(await loadEventView(deps.db, calendar, after), deps))
  },
})
