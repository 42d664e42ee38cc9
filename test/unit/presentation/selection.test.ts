import { describe, expect, it } from 'vitest'
import {
  assignTickets,
  atPrice,
  buttonLabel,
  optionsOf,
  orderDataOf,
  preselected,
  priceFault,
  type Chosen,
} from '../../../src/presentation/selection.ts'
import { languageOf } from '../../../src/words/words.ts'

type Event = Parameters<typeof optionsOf>[0]
type Ticket = Event['tickets'][number]

const ticket = (id: string, fields: Partial<Ticket> = {}): Ticket => ({
  id,
  name: id,
  price: 0,
  currency: null,
  available: null,
  capacity: null,
  status: 'ON_SALE',
  requiresApproval: false,
  minPerOrder: 1,
  maxPerOrder: 10,
  ...fields,
})
const eventWith = (tickets: Ticket[], fields: Partial<Event> = {}): Event => ({
  requiresApproval: false,
  waitlistEnabled: false,
  verifyEmail: false,
  registrationStatus: 'OPEN',
  spotsRemaining: null,
  capacity: null,
  serviceFee: null,
  tickets,
  ...fields,
})
const SOLD_OUT = { status: 'SOLD_OUT', available: 0, capacity: 5 } as const
const WAITS = { waitlistEnabled: true }

describe('ticket options', () => {
  it.each([
    ['ten of an unlimited ticket', eventWith([ticket('a')]), ['a 1–10 place']],
    ['its own limits', eventWith([ticket('a', { minPerOrder: 2, maxPerOrder: 4 })]), ['a 2–4 place']],
    ['the places left', eventWith([ticket('a', { available: 3, capacity: 9 })]), ['a 1–3 place']],
    ['the places left at the event', eventWith([ticket('a')], { spotsRemaining: 2, capacity: 9 }), ['a 1–2 place']],
    [
      'more than the places left if there is a waiting list',
      eventWith([ticket('a', { available: 3, capacity: 6 })], WAITS),
      ['a 1–6 place'],
    ],
    ['one with email verification', eventWith([ticket('a')], { verifyEmail: true }), ['a 1–1 place']],
    ['nothing if too few are left', eventWith([ticket('a', { minPerOrder: 4, available: 3, capacity: 9 })]), []],
    ['no sold-out ticket', eventWith([ticket('a', SOLD_OUT), ticket('b')]), ['b 1–10 place']],
    ['a sold-out ticket with a waiting list', eventWith([ticket('a', SOLD_OUT)], WAITS), ['a 1–5 waiting']],
    ['no ticket that is paused', eventWith([ticket('a', { status: 'PAUSED' })], WAITS), []],
    ['a ticket on request', eventWith([ticket('a', { requiresApproval: true })]), ['a 1–10 request']],
    ['tickets of an event on request', eventWith([ticket('a')], { requiresApproval: true }), ['a 1–10 request']],
    [
      'tickets of a full event',
      eventWith([ticket('a')], { ...WAITS, registrationStatus: 'WAITLIST', spotsRemaining: 0 }),
      ['a 1–10 waiting'],
    ],
  ])('contain %s', (_, event, expected) => {
    expect(optionsOf(event).map(({ id, least, most, outcome }) => `${id} ${least}–${most} ${outcome}`)).toEqual(
      expected,
    )
  })

  it.each([
    ['the only ticket', eventWith([ticket('a')]), 'a'],
    ['the only ticket, even if it is sold out', eventWith([ticket('a', SOLD_OUT)], WAITS), 'a'],
    ['the only ticket that is not sold out', eventWith([ticket('a', SOLD_OUT), ticket('b')], WAITS), 'b'],
    ['none of several', eventWith([ticket('a'), ticket('b')]), undefined],
    ['none if all are sold out', eventWith([ticket('a', SOLD_OUT), ticket('b', SOLD_OUT)], WAITS), undefined],
  ])('preselect %s', (_, event, id) => {
    expect(preselected(optionsOf(event))?.id).toBe(id)
  })
})

describe('buttonLabel', () => {
  const english = languageOf('en')
  const labelOf = (event: Event, quantities: Record<string, number>, isLast = false) => {
    const chosen: Chosen[] = optionsOf(event).flatMap((option) => ({ option, quantity: quantities[option.id] ?? 0 }))
    return buttonLabel(chosen, orderDataOf(event, 'Register', english), { isLast })
  }
  const paid = (id: string, price: number, more: Partial<Ticket> = {}) =>
    ticket(id, { price, currency: 'EUR', ...more })
  it.each([
    ['nothing of several tickets', eventWith([ticket('a'), ticket('b')]), {}, 'Get tickets', 'Get tickets'],
    ['a free ticket', eventWith([ticket('a')]), { a: 2 }, 'Register', 'Register'],
    [
      'paid tickets',
      eventWith([paid('a', 5_500), paid('b', 1_675)]),
      { a: 2, b: 2 },
      'Continue · €143.50',
      'Place order · €143.50',
    ],
    [
      'a paid ticket and one on request',
      eventWith([paid('a', 500), ticket('b', { requiresApproval: true })]),
      { a: 1, b: 1 },
      'Request a place',
      'Request a place',
    ],
    [
      'more than the places left',
      eventWith([paid('a', 500, { available: 1, capacity: 4 })], WAITS),
      { a: 2 },
      'Join the waiting list',
      'Join the waiting list',
    ],
    [
      'more in all than the places left at the event',
      eventWith([paid('a', 500), paid('b', 500)], { ...WAITS, spotsRemaining: 1, capacity: 4 }),
      { a: 1, b: 1 },
      'Join the waiting list',
      'Join the waiting list',
    ],
  ])('for %s', (_, event, quantities, first, last) => {
    expect([labelOf(event, quantities), labelOf(event, quantities, true)]).toEqual([first, last])
  })
})

describe('assignTickets', () => {
  const chosen = optionsOf(eventWith([ticket('a'), ticket('b')])).map((option, index) => ({
    option,
    quantity: 2 - index,
  }))
  it.each([
    [
      { isAttending: true, ownTicketId: null },
      { own: 'a', guests: ['a', 'b'] },
    ],
    [
      { isAttending: true, ownTicketId: 'b' },
      { own: 'b', guests: ['a', 'a'] },
    ],
    [
      { isAttending: true, ownTicketId: 'none' },
      { own: 'a', guests: ['a', 'b'] },
    ],
    [
      { isAttending: false, ownTicketId: 'b' },
      { own: null, guests: ['a', 'a', 'b'] },
    ],
  ])('%j: %j', (asked, expected) => {
    expect(assignTickets(chosen, asked)).toEqual(expected)
  })
})

describe('chosen price', () => {
  const LIMITS = { price: 500, currency: 'EUR', minPrice: 500, suggestedPrice: 1_000, maxPrice: 5_000 }
  const optionWith = (fields: Partial<Event> = {}) => optionsOf(eventWith([ticket('a', LIMITS)], fields))[0]
  const option = optionWith()
  if (option === undefined) throw new Error('the ticket can be ordered')

  it.each([
    ['7', 700],
    ['7,5', 750],
    [' 50.00 ', 5_000],
    ['4.99', 500],
    ['50.01', 500],
    ['1e3', 500],
    ['', 500],
    [undefined, 1_000],
  ])('of %j is %d', (text, price) => {
    expect(atPrice(option, text).price).toBe(price)
  })

  it.each([
    ['7', null],
    ['4.99', 'Enter an amount of at least €5.00.'],
    ['50.01', 'Enter an amount of at most €50.00.'],
    ['seven', 'Enter an amount of at least €5.00.'],
    [null, null],
  ])('%j has the fault %j', (text, fault) => {
    expect(priceFault(option, text, languageOf('en'))).toBe(fault)
  })

  it('is not asked for if the event verifies addresses', () => {
    expect(optionWith({ verifyEmail: true })?.choice).toBeNull()
  })
})
