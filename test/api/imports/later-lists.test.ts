import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { manageUrlOfGuest } from '../../../src/modules/seats/manage-token.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { addMember, newCalendar, newEvent, newKey } from '../../support/factories.ts'

type Event = Awaited<ReturnType<typeof newEvent>>
interface Line {
  result: string
  says: string | null
  guestId: string | null
}
interface Report {
  counts: Record<string, number>
  overCapacity: number
  digest: string
  lines: Line[]
}

const calendar = await newCalendar()
const { key } = await newKey(calendar, ['guests:read', 'guests:write', 'events:write', 'billing:write'])
const PAST = { startAt: '2026-02-01T18:00:00Z', endAt: '2026-02-01T20:00:00Z', timezone: 'Europe/Berlin' }
const newPastEvent = (fields = {}) => newEvent(calendar, { ...PAST, ...fields }, { name: 'Seat' })

const ask = (event: Event, text: string, more: object) =>
  send(`POST /v1/events/${event.id}/guests/import`, {
    key,
    json: { file: btoa(String.fromCodePoint(...new TextEncoder().encode(text))), ...more },
  })
const tryOut = async (event: Event, text: string, more = {}): Promise<Report> => {
  const answer = await ask(event, text, { dryRun: true, ...more })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}
const bringIn = async (event: Event, text: string, more = {}): Promise<Report> => {
  const { digest } = await tryOut(event, text, more)
  const answer = await ask(event, text, { confirm: digest, acceptRefused: true, ...more })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}
const rowsOf = async (table: string, { id }: Event) =>
  (await env.DB.prepare(`select * from ${table} where event_id = ? order by rowid`).bind(id).all()).results
const sayings = ({ lines }: Report) => lines.map(({ result, says }) => [result, says])

const HEADINGS = 'Email,Name,Order number,Status'
const PARTY = [
  'anna@guests.example,Anna Frank,R1,confirmed',
  'ben@guests.example,Ben Smith,R1,confirmed',
  'anna@guests.example,Cleo Frank,R1,confirmed',
  ',Dora Frank,R1,confirmed',
]

describe('a later list of an order without references', () => {
  it('changes nothing if its lines are sorted again', async () => {
    const event = await newPastEvent()
    expect((await bringIn(event, [HEADINGS, ...PARTY].join('\n'))).counts).toMatchObject({ new: 4 })
    const before = await rowsOf('guests', event)
    const again = await bringIn(event, [HEADINGS, ...PARTY.toReversed()].join('\n'))
    expect(again.counts).toMatchObject({ new: 0, changed: 0, same: 4 })
    expect(await rowsOf('guests', event)).toEqual(before)
  })

  it('changes the right guest if its first line is missing', async () => {
    const event = await newPastEvent()
    await bringIn(event, [HEADINGS, ...PARTY].join('\n'))
    const later = [HEADINGS, ...PARTY.slice(1)].join('\n').replace('Ben Smith,R1,confirmed', 'Ben Smith,R1,cancelled')
    expect((await bringIn(event, later)).counts).toMatchObject({ new: 0, changed: 1, same: 1, refused: 1 })
    const guests = await rowsOf('guests', event)
    expect(guests.map((row) => [row['first_name'], row['status']])).toEqual([
      ['Anna', 'CONFIRMED'],
      ['Ben', 'CANCELLED'],
      ['Cleo', 'CONFIRMED'],
      ['Dora', 'CONFIRMED'],
    ])
  })

  it('takes no second line of an address into the order', async () => {
    const event = await newPastEvent()
    await bringIn(event, [HEADINGS, PARTY[1]].join('\n'))
    const later = await tryOut(event, [HEADINGS, PARTY[1], PARTY[1]?.replace('Smith', 'Miller')].join('\n'))
    expect(sayings(later)).toEqual([
      ['same', 'Line 2: Already on the guest list.'],
      ['refused', 'Line 3: Others of this order were imported before. The guest is left out. Add them by hand.'],
    ])
  })
})

describe('a second list', () => {
  it('adds a second ticket of an address if it has another order number', async () => {
    const event = await newPastEvent()
    await bringIn(event, [HEADINGS, PARTY[0]].join('\n'))
    const second = await bringIn(event, [HEADINGS, PARTY[0]?.replace('R1', 'R2')].join('\n'))
    expect(sayings(second)).toEqual([
      ['new', 'Line 2: A second ticket of anna@guests.example, who is on the guest list.'],
    ])
    expect(await rowsOf('guests', event)).toMatchObject([{ email_is_buyers: 0 }, { email_is_buyers: 1 }])
    expect(await rowsOf('orders', event)).toHaveLength(2)
    expect((await bringIn(event, [HEADINGS, PARTY[0]?.replace('R1', 'R2')].join('\n'))).counts).toMatchObject({
      new: 0,
      same: 1,
    })
  })

  it('adds no second ticket if only one of the lists has order numbers', async () => {
    const event = await newPastEvent()
    await bringIn(event, 'Email,Name\nanna@guests.example,Anna Frank')
    expect((await tryOut(event, [HEADINGS, PARTY[0]].join('\n'))).lines[0]).toMatchObject({ result: 'same' })
  })

  it('changes no guest of a list with the same references', async () => {
    const event = await newPastEvent()
    await bringIn(event, 'ID,Email,Name\n1,ada@guests.example,Ada Lovelace\n2,alan@guests.example,Alan Turing')
    const press = await tryOut(
      event,
      'ID,Email,Name\n1,emmy@guests.example,Emmy Noether\n2,new@guests.example,Alan Turing',
    )
    expect(sayings(press)).toEqual([
      [
        'refused',
        'Line 2: The reference was another guest’s before. Use a column with unique references. The guest is left out.',
      ],
      ['same', null],
    ])
  })
})

describe('codes, currencies and states in one list', () => {
  it('gives a new code to the second guest with a code', async () => {
    const event = await newPastEvent()
    const text = 'Email,QR code\na@guests.example,SAME-1\nb@guests.example,SAME-1'
    expect(sayings(await bringIn(event, text))).toEqual([
      ['new', null],
      ['new', 'Line 3: Line 2 has the same code. The guest gets a new one.'],
    ])
    const codes = (await rowsOf('guests', event)).map((row) => row['qr_code'])
    expect(codes[0]).toBe('SAME-1')
    expect(new Set(codes).size).toBe(2)
  })

  it('refuses a second currency in an order', async () => {
    const text = 'Email,Order number,Amount,Currency\na@guests.example,R1,10.00,EUR\nb@guests.example,R1,10.00,USD'
    expect(sayings(await tryOut(await newPastEvent(), text))).toEqual([
      ['new', null],
      ['refused', "Line 3: Order 'R1' has amounts in EUR and USD. Use one currency. The guest is left out."],
    ])
  })

  it('imports a guest who was cancelled after a check-in as cancelled', async () => {
    const event = await newPastEvent()
    const text = 'Email,Status,Checked in\na@guests.example,refunded,yes'
    expect(sayings(await bringIn(event, text))).toEqual([
      ['new', 'Line 2: Cancelled and checked in. The guest is imported as cancelled.'],
    ])
    expect(await rowsOf('guests', event)).toMatchObject([{ status: 'CANCELLED', checked_in_at: null }])
    expect(await rowsOf('orders', event)).toEqual([])
  })

  it('refuses the answer to a checkbox that is neither yes nor no', async () => {
    const registrationQuestions = [{ label: 'Newsletter', type: 'CHECKBOX', required: false }]
    const event = await newPastEvent({ registrationQuestions })
    const text = 'Email,Newsletter\na@guests.example,maybe later\nb@guests.example,✓\nc@guests.example,no'
    expect(sayings(await tryOut(event, text))).toEqual([
      ['refused', "Line 2: 'maybe later' is neither yes nor no. Use yes or no. The guest is left out."],
      ['new', null],
      ['new', null],
    ])
  })
})

describe('an erased buyer', () => {
  it('stays erased, while the others of the order are imported', async () => {
    const event = await newEvent(calendar, {}, { name: 'Seat' })
    await bringIn(event, 'Email\nbuyer@gone.example')
    const [guest] = await rowsOf('guests', event)
    await send(`POST /v1/events/${event.id}/guests/${String(guest?.['id'])}/erase`, { key })
    const other = await newPastEvent()
    const text = 'Email,Name,Order number\nbuyer@gone.example,Gone,R1\nada@guests.example,Ada,R1\n,Bo,R1'
    const { lines } = await bringIn(other, text)
    expect(lines.map(({ result }) => result)).toEqual(['refused', 'new', 'refused'])
    expect(await rowsOf('guests', other)).toMatchObject([{ email: 'ada@guests.example', email_is_buyers: 0 }])
    for (const table of ['parties', 'orders', 'guests'])
      expect(JSON.stringify(await rowsOf(table, other)), table).not.toContain('gone.example')
  })
})

describe('the report of an import', () => {
  it('has the ids of new guests, and counts changed lines as seats', async () => {
    const event = await newPastEvent({ capacity: 1 })
    const text = (status: string) => `Email,Status\na@guests.example,${status}\nb@guests.example,${status}`
    const first = await bringIn(event, text('pending'))
    expect(first.overCapacity).toBe(0)
    expect(first.lines.map(({ guestId }) => guestId)).toEqual((await rowsOf('guests', event)).map(({ id }) => id))
    expect((await tryOut(event, text('confirmed'))).overCapacity).toBe(1)
    expect((await bringIn(event, text('confirmed'))).overCapacity).toBe(1)
  })

  it('keeps the status of a guest who is paying here', async () => {
    const event = await newEvent(calendar, { requiresApproval: true }, { name: 'Seat', price: 500 })
    await bringIn(event, 'Email,Status\npays@guests.example,pending')
    const [guest] = await rowsOf('guests', event)
    const line = `POST /v1/events/${event.id}/guests/${String(guest?.['id'])}/approve`
    expect((await send(line, { key })).status).toBe(200)
    expect(await rowsOf('orders', event)).toMatchObject([{ status: 'PENDING' }])
    const later = await bringIn(event, 'Email,Status\npays@guests.example,confirmed')
    expect(sayings(later)).toEqual([['same', 'Line 2: The status in the file is CONFIRMED now. Change it here.']])
    expect(await rowsOf('orders', event)).toHaveLength(1)
  })
})

describe('orders and amounts', () => {
  const FILE = btoa('Email,Order number\na@guests.example,R1')

  it('need an owner, or a key with billing:write', async () => {
    const event = await newPastEvent()
    const manager = await addMember(calendar, 'usr_import_manager', 'MANAGER')
    const json = { file: FILE, dryRun: true }
    const line = `POST /events/${event.id}/guests/import`
    expect(await send(line, { as: manager, json })).toMatchObject({ status: 403, body: { code: 'role_insufficient' } })
    expect((await send(line, { as: calendar.owner, json })).status).toBe(200)
    const plain = { file: btoa('Email\na@guests.example'), dryRun: true }
    expect((await send(line, { as: manager, json: plain })).status).toBe(200)
    const other = await newKey(calendar, ['guests:write'])
    const answer = await send(line.replace('/events', '/v1/events'), { key: other.key, json })
    expect(answer).toMatchObject({ status: 403, body: { code: 'scope_missing' } })
  })
})

describe('the history', () => {
  it('lists an import that changed something, with its source, its counts and who made it', async () => {
    const own = await newCalendar()
    const event = await newEvent(own, PAST, { name: 'Seat' })
    const json = { file: btoa('Email\nhistory@guests.example\nnobody'), acceptRefused: true }
    const line = `POST /events/${event.id}/guests/import`
    const confirm = async () => {
      const { digest } = (await send(line, { as: own.owner, json: { ...json, dryRun: true } })).body.data
      expect((await send(line, { as: own.owner, json: { ...json, confirm: digest } })).status).toBe(200)
      return digest as string
    }
    const digest = await confirm()
    await confirm()
    const history = await send(`GET /calendars/${own.slug}/changes?object=job`, { as: own.owner })
    expect(history.body.data).toMatchObject([
      {
        op: 'upsert',
        eventId: event.id,
        actor: { type: 'user', id: own.owner },
        current: {
          id: expect.stringMatching(/^imp_/),
          kind: 'IMPORT',
          source: 'CSV',
          counts: { new: 1, changed: 0, same: 0, skipped: 0, refused: 1 },
          rowCount: null,
          digest,
          isVerified: null,
        },
      },
    ])
    const ofEvent = await send(`GET /calendars/${own.slug}/changes?id=${event.id}`, { as: own.owner })
    expect(ofEvent.body.data[0]).toMatchObject({ object: 'job' })
  })
})

describe('the data of an imported guest', () => {
  it('names the product of their list, and loses the digests with an erasure', async () => {
    const event = await newEvent(calendar, {}, { name: 'Seat' })
    await bringIn(event, 'Email,Name\nsource@guests.example,Ada Lovelace')
    const [guest] = await rowsOf('guests', event)
    const token = (await manageUrlOfGuest(String(guest?.['id']), deps)).split('/').at(-1) ?? ''
    const { held } = (await send(`GET /public/registrations/${token}/data`)).body.data
    const lines = held.find(({ what }: { what: string }) => what === 'lines of imported guest lists')
    expect(lines.rows).toMatchObject([{ product: 'CSV', createdAt: expect.any(String) }])
    expect(await rowsOf('import_sources', event)).toMatchObject([{ fields: expect.any(String) }])
    await send(`POST /v1/events/${event.id}/guests/${String(guest?.['id'])}/erase`, { key })
    expect(await rowsOf('import_sources', event)).toMatchObject([{ product: 'CSV', fields: null }])
  })
})
