import { eventsWrite, ticketsRead } from '../../access/demands.ts'
import { rowIn } from '../../db/commit.ts'
import { edit } from '../../db/edit.ts'
import { onlyRow } from '../../db/statement.ts'
import { invalid, invalidFields, notFound, refusal } from '../../kernel/failure.ts'
import { isUniqueViolation } from '../../kernel/violations.ts'
import { both, deleted, Deleted, listOf, one, operation } from '../../operation/operation.ts'
import { mergeTicket, ticketContext, toTicket } from './tickets.ts'
import { AddedTicket, TicketChanges, TicketWithTax } from './tickets.schema.ts'
import {
  addTicket,
  changeTicket,
  findTicket,
  markContentChanged,
  mayAddTicket,
  mayChangeTicket,
  mayDelete,
  readTickets,
  removeTicket,
  seatsByTicket,
  seatsOf,
  WAS_WRITTEN,
} from './tickets.store.ts'
import { promotionInto } from '../seats/index.ts'
import { asGross, listRates, ratesOf, withTax } from '../tax-rates/index.ts'

/**
 * Two concurrent writes may set the same `key`. The unique index rejects the second one, which becomes a validation
 * error.
 */
const withKey = async <Result>(write: () => Promise<Result>): Promise<Result> => {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error, 'tickets.key') ? invalid('key', 'is already used by another ticket') : error
  }
}

export const listTickets = operation({
  id: 'tickets.list',
  summary: 'List tickets',
  subject: 'event',
  access: ticketsRead,
  routes: both('GET /events/:eventId/tickets'),
  answer: listOf(TicketWithTax),
  async run({ calendar, event }, deps) {
    const [{ tickets, seats }, rates] = await Promise.all([
      readTickets(deps.db, event.id),
      listRates(deps.db, calendar.id),
    ])
    const standing = ticketContext({ event, calendar }, seats, deps.clock())
    return tickets.map((ticket) => withTax(toTicket(ticket, standing), rates))
  },
})

export const createTicket = operation({
  id: 'tickets.create',
  summary: 'Create a ticket',
  subject: 'event',
  access: eventsWrite,
  routes: both('POST /events/:eventId/tickets'),
  body: AddedTicket,
  answer: one(TicketWithTax),
  refusals: ['ticket_limit_reached'],
  async recover(effectId, { calendar, event }, deps) {
    const { tickets, seats } = await readTickets(deps.db, event.id)
    const made = tickets.find(({ id }) => id === effectId)
    if (made === undefined) return null
    const shown = toTicket(made, ticketContext({ event, calendar }, seats, deps.clock()))
    return withTax(shown, await listRates(deps.db, calendar.id))
  },
  async run({ calendar, event, body }, deps) {
    const given = await asGross(body, { calendarId: calendar.id, existing: null }, deps.db)
    const { ticket, faults } = mergeTicket(given, null, { zone: event.timezone, payments: deps.payments })
    if (faults.length > 0) throw invalidFields(faults)
    const now = deps.clock()
    const row = { ...ticket, id: deps.newId('tkt'), eventId: event.id, createdAt: now, updatedAt: now }
    const rule = mayAddTicket(row)
    const { add, seats, rates } = await withKey(() =>
      deps.commit({
        calendarId: calendar.id,
        seenBy: 'visitors',
        statements: {
          add: addTicket(row, body.sortOrder ?? null, rule),
          marked: markContentChanged(deps.db, calendar.id, now, WAS_WRITTEN),
          seats: seatsOf(event.id),
          rates: ratesOf(calendar.id),
        },
        effectId: rowIn('tickets', row.id),
      }),
    )
    const [judged] = add.why
    if (judged === undefined) throw notFound()
    return (
      rule.refusal(judged) ??
      withTax(toTicket(onlyRow(add.made), ticketContext({ event, calendar }, seatsByTicket(seats), now)), rates)
    )
  },
})

export const updateTicket = operation({
  id: 'tickets.update',
  effects: ['mails'],
  summary: 'Update a ticket',
  subject: 'event',
  access: eventsWrite,
  routes: both('PATCH /events/:eventId/tickets/:ticketId'),
  body: TicketChanges,
  answer: one(TicketWithTax),
  refusals: ['capacity_exceeded', 'conflicting_edits'],
  async run({ calendar, event, params, body }, deps) {
    const edited = await edit(
      () => findTicket(deps.db, event.id, params.ticketId),
      async (before) => {
        if (before === null) throw notFound()
        const given = await asGross(body, { calendarId: calendar.id, existing: before }, deps.db)
        const { ticket, faults } = mergeTicket(given, before, { zone: event.timezone, payments: deps.payments })
        if (faults.length > 0) throw invalidFields(faults)
        const now = deps.clock()
        const after = { ...before, ...ticket, updatedAt: Math.max(now, before.updatedAt + 1) }
        // Even a lower capacity can promote guests: a waiting party that no longer fits stops blocking the guests
        // behind it.
        const promotion =
          after.capacity !== before.capacity ? promotionInto(event.id, deps) : { statements: [], mails: [] }
        const rule = mayChangeTicket(after)
        const { change, seats, rates } = await withKey(() =>
          deps.commit({
            calendarId: calendar.id,
            atEvent: event.id,
            seenBy: 'visitors',
            statements: {
              change: changeTicket(deps.db, before, after, rule),
              marked: markContentChanged(deps.db, calendar.id, now, WAS_WRITTEN),
              promoted: promotion.statements,
              seats: seatsOf(event.id),
              rates: ratesOf(calendar.id),
            },
            mails: promotion.mails,
          }),
        )
        const [judged] = change.why
        if (judged === undefined) return null
        return (
          rule.refusal(judged) ??
          withTax(
            toTicket(onlyRow(change.changed), ticketContext({ event, calendar }, seatsByTicket(seats), now)),
            rates,
          )
        )
      },
    )
    return (
      edited ??
      refusal('conflicting_edits', { says: 'Another request changed this ticket at the same time. Try again.' })
    )
  },
})

export const deleteTicket = operation({
  id: 'tickets.delete',
  effects: ['deletes'],
  summary: 'Delete a ticket',
  description: 'Fails with 409 if guests hold or have held the ticket.',
  subject: 'event',
  access: eventsWrite,
  routes: both('DELETE /events/:eventId/tickets/:ticketId'),
  answer: one(Deleted),
  refusals: ['ticket_has_guests'],
  async run({ calendar, event, params }, deps) {
    const { remove } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: {
        remove: removeTicket(deps.db, event.id, params.ticketId),
        marked: markContentChanged(deps.db, calendar.id, deps.clock(), WAS_WRITTEN),
      },
    })
    const [judged] = remove.why
    if (judged === undefined) throw notFound()
    return mayDelete.refusal(judged) ?? deleted(onlyRow(remove.gone).id)
  },
})
