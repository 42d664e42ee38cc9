import { describe, expect, it } from 'vitest'
import { readFacts } from '../../../src/sandbox/rehearsal/event-facts.ts'
import { findingsOf } from '../../../src/sandbox/rehearsal/findings.ts'
import { readMails } from '../../../src/sandbox/rehearsal/mails.ts'
import { setColumns } from '../../support/database.ts'
import { newCalendar } from '../../support/factories.ts'
import { inOwnSandbox } from '../../support/own-sandbox.ts'
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

  it.for([404, 500])('dead_link if a link in an email returns %i', (status) =>
    inOwnSandbox({ now: Date.parse('2031-03-31T10:00:00Z') }, async ({ call, books }) => {
      const { body } = await call('POST /v1/events', {
        title: 'Concert',
        startAt: '2031-05-02T18:00:00Z',
        timezone: 'Europe/Paris',
        status: 'PUBLISHED',
      })
      await call(`POST /public/events/${body.data.id}/registrations`, {
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'guest1@rehearsal.invalid',
      })
      const facts = readFacts(books, body.data.id)
      const opened: string[] = []
      const findings = await findingsOf({
        books,
        facts,
        plan: { parties: [], offline: { from: 0, until: 0 }, unanswerable: [] },
        played: { seats: [], acts: [], refused: [], door: [], noShows: 0, latePayments: [] },
        mails: readMails(books),
        call: async (line) => {
          opened.push(line)
          return { status, body: null }
        },
      })
      expect(opened).toEqual([expect.stringMatching(/^OPEN \/r\//)])
      const dead = findings.filter(({ code }) => code === 'dead_link')
      expect(dead).toMatchObject([{ about: 'confirmation', repair: 'messages' }])
    }),
  )
})
