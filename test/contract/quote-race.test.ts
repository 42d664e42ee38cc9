import { beforeAll, expect, it } from 'vitest'
import { send } from '../support/api.ts'
import { mailsOf } from '../support/database.ts'
import { newCalendar, newEvent, newGuests, newKey, type Calendar, type Event } from '../support/factories.ts'

const CALLERS = 64
const MAX_TRIES = 20

let calendar: Calendar
let event: Event
let keys: string[]
let line: string
beforeAll(async () => {
  calendar = await newCalendar()
  event = await newEvent(calendar, { requiresApproval: true }, {})
  keys = await Promise.all(Array.from({ length: CALLERS }, async () => (await newKey(calendar)).key))
  line = `POST /v1/events/${event.id}/guests/batch`
})

interface Quote {
  token: string
  people: { mailed: number; list: string[] }
}

type Approval = { action: 'approve'; guestIds: string[] }

const carryOut = (key: string, token: string, json: Approval) => send(line, { key, json, headers: { Quote: token } })

/** Requests quotes and carries them out until one succeeds. Returns that quote and the responses to misuse. */
const approveByQuote = async (key: string, other: string, json: Approval) => {
  const asked = await send(line, { key, json, headers: { 'Dry-Run': 'true' } })
  expect(asked.status, asked.text).toBe(200)
  let { quote } = asked.body.data as { quote: Quote }
  const [first = '', ...rest] = json.guestIds
  const misused = await Promise.all([
    carryOut(key, `${quote.token.slice(0, -8)}AAAAAAAA`, json),
    carryOut(other, quote.token, json),
    carryOut(key, quote.token, { ...json, guestIds: [...rest, first] }),
  ])
  let changes = 0
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const answer = await carryOut(key, quote.token, json)
    if (answer.status === 200) {
      const again = await carryOut(key, quote.token, json)
      expect([again.status, again.text, again.headers.get('Idempotent-Replayed')]).toEqual([200, answer.text, 'true'])
      return { quote, changes, misused: misused.map(({ status, body }) => [status, body.errors?.[0]?.field]) }
    }
    expect([answer.status, answer.body.code], answer.text).toEqual([409, 'quote_changed'])
    changes += 1
    ;({ quote } = answer.body.data as { quote: Quote })
  }
  throw new Error(`a quote changed ${MAX_TRIES} times`)
}

it(`${CALLERS} callers with overlapping quotes cause exactly the effects of their quotes`, async () => {
  const guests = (await newGuests(event, CALLERS, { status: 'PENDING' })) as { id: string; email: string }[]
  const done = await Promise.all(
    keys.map((key, index) => {
      const guestIds = [0, 1, 2].map((step) => guests[(index + step) % CALLERS]?.id ?? '')
      return approveByQuote(key, keys[(index + 1) % CALLERS] ?? '', { action: 'approve', guestIds })
    }),
  )
  for (const { misused } of done) expect(misused).toEqual(misused.map(() => [400, 'Quote']))
  const mails = (await mailsOf(event)).filter(({ kind }) => kind === 'confirmation').map(({ recipient }) => recipient)
  expect(mails.toSorted()).toEqual(guests.map(({ email }) => email).toSorted())
  // Each email was in exactly one of the quotes that were carried out.
  expect(done.flatMap(({ quote }) => quote.people.list).toSorted()).toEqual(mails.toSorted())
  expect(done.reduce((sum, { quote }) => sum + quote.people.mailed, 0)).toBe(CALLERS)
  // Callers share guests, so most first quotes are outdated by the time that they are used.
  expect(done.reduce((sum, { changes }) => sum + changes, 0)).toBeGreaterThan(0)
}, 120_000)
