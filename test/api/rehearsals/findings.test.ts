import { describe, expect, it } from 'vitest'
import { setColumns } from '../../support/database.ts'
import { newCalendar } from '../../support/factories.ts'
import { newConcert, rehearse } from '../../support/rehearsals.ts'

interface Case {
  code: string
  fields: object
  ticket?: object
  columns?: Record<string, string>
  wish: { guests: number; seed: number }
  repair: string
}

const FREE = { price: 0, currency: null }
/** The API refuses such a question today, but older events can have one. */
const WITHOUT_OPTIONS = {
  id: 'qst_meal',
  key: null,
  label: 'Meal',
  type: 'SELECT',
  required: true,
  options: [],
  showAtDoor: false,
  askOf: 'ATTENDEE',
  ticketIds: null,
  showIf: null,
}

const CASES: Case[] = [
  {
    code: 'many_mails_in_a_day',
    fields: { capacity: null, reminderMinutes: [600, 300, 120, 60] },
    ticket: FREE,
    wish: { guests: 3, seed: 1 },
    repair: 'reminders',
  },
  {
    code: 'offer_ends_at_night',
    fields: {},
    wish: { guests: 20, seed: 7 },
    repair: 'waitlist',
  },
  {
    code: 'seat_free_while_waiting',
    fields: { capacity: 4 },
    wish: { guests: 20, seed: 7 },
    repair: 'waitlist',
  },
  {
    code: 'mail_after_the_start',
    fields: {
      capacity: 2,
      waitlistMode: 'AUTOMATIC',
      registrationOpensAt: '2031-05-02T17:30:00Z',
      endAt: '2031-05-03T06:00:00Z',
    },
    ticket: FREE,
    wish: { guests: 30, seed: 1 },
    repair: 'reminders',
  },
  {
    code: 'payment_after_expiry',
    fields: { capacity: null },
    wish: { guests: 5, seed: 155 },
    repair: 'payments',
  },
  {
    code: 'question_unanswerable',
    fields: { capacity: null },
    ticket: FREE,
    columns: { registration_questions: JSON.stringify([WITHOUT_OPTIONS]) },
    wish: { guests: 2, seed: 1 },
    repair: 'questions',
  },
]

// A rehearsal plays a month, so it takes seconds, and longer on a busy machine.
describe('a rehearsal finds', { timeout: 240_000 }, () => {
  it.for(CASES)('$code', async ({ code, fields, ticket, columns, wish, repair }) => {
    const calendar = await newCalendar()
    const event = await newConcert(calendar, fields, ticket)
    if (columns !== undefined) await setColumns('events', event.id, columns)
    const { result } = await rehearse(calendar, event.id, wish)
    expect(result.findings).toContainEqual(expect.objectContaining({ code, repair }))
  })
})
