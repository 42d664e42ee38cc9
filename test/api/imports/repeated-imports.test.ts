import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, newKey, newWebhook, register } from '../../support/factories.ts'

type Event = Awaited<ReturnType<typeof newEvent>>
interface Line {
  result: string
  fields: string[]
  says: string | null
  title: string
}

const calendar = await newCalendar()
const { key } = await newKey(calendar, ['guests:read', 'guests:write', 'events:read', 'events:write', 'billing:write'])
const PAST = { startAt: '2026-02-01T18:00:00Z', endAt: '2026-02-01T20:00:00Z', timezone: 'Europe/Berlin' }
const newPastEvent = (fields = {}) => newEvent(calendar, { ...PAST, ...fields }, { name: 'Seat' })

const ask = (event: Event, text: string, more: object) =>
  send(`POST /v1/events/${event.id}/guests/import`, {
    key,
    json: { file: btoa(String.fromCodePoint(...new TextEncoder().encode(text))), ...more },
  })
const tryOut = async (event: Event, text: string) => {
  const answer = await ask(event, text, { dryRun: true })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}
const bringIn = async (event: Event, text: string) => {
  const { digest } = await tryOut(event, text)
  const answer = await ask(event, text, { confirm: digest, acceptRefused: true })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data as { counts: Record<string, number>; lines: Line[] }
}
const rowsOf = async (table: string, { id }: Event) =>
  (await env.DB.prepare(`select * from ${table} where event_id = ? order by rowid`).bind(id).all()).results
const guestsAt = (event: Event) => rowsOf('guests', event)
const idOf = async (event: Event, at = 0) => String((await guestsAt(event))[at]?.['id'])

const fileOf = (...lines: string[]) => ['email,name,status,price,currency', ...lines].join('\n')
const ADA = 'ada@guests.example,Ada Lovelace,confirmed,5.00,EUR'
const ALAN = 'alan@guests.example,Alan Turing,pending,7.00,EUR'

describe('names of one address', () => {
  it('are both reported, for two tickets and for a guest who is on the list', async () => {
    const event = await newPastEvent()
    const ordered = ['email,name,order', 'alan@guests.example,Alan Turing,7', 'alan@guests.example,A. Turing,7']
    const twice = await tryOut(event, ordered.join('\n'))
    expect(twice.lines.map(({ result, says }: Line) => [result, says])).toEqual([
      ['new', null],
      ['new', "Line 3: alan@guests.example is 'Alan Turing' in line 2. Each ticket keeps its name."],
    ])
    const here = await newEvent(calendar, {}, { name: 'Seat' })
    await register(here, { email: 'ada@guests.example', firstName: 'Ada', lastName: 'King' })
    const known = await tryOut(here, fileOf(ADA))
    expect(known.lines[0]).toMatchObject({
      result: 'same',
      says: "Line 2: Already on the guest list as 'Ada King', which stays. The file says 'Ada Lovelace'.",
    })
    const same = await tryOut(here, fileOf(ADA.replace('Ada Lovelace', 'ada king')))
    expect(same.lines[0]).toMatchObject({ result: 'same', says: 'Line 2: Already on the guest list.' })
  })
})

describe('a line with the address of a guest who isn’t coming', () => {
  it.each(['CANCELLED', 'DECLINED', 'TRANSFERRED', 'INVITED'])(
    'says that the guest is %s, and stays so',
    async (status) => {
      const event = await newEvent(calendar, {}, { name: 'Seat' })
      const { body } = await register(event, { email: 'ada@guests.example', firstName: 'Ada', lastName: 'Lovelace' })
      await env.DB.prepare('update guests set status = ? where id = ?').bind(status, body.data.guest.id).run()
      const { counts, lines } = await bringIn(event, fileOf(ADA))
      expect(counts).toMatchObject({ new: 0, same: 0, skipped: 1 })
      expect(lines[0]).toMatchObject({
        guestId: body.data.guest.id,
        says: `Line 2: The guest is ${status} on the guest list and stays so. Add them by hand if they’re coming.`,
        reasons: [{ code: 'status_here', values: { status } }],
      })
      expect(await guestsAt(event)).toMatchObject([{ status }])
      const off = await tryOut(event, fileOf(ADA.replace('confirmed', 'cancelled')))
      expect(off.lines[0]).toMatchObject({ result: 'same', reasons: [{ code: 'already_listed', values: {} }] })
    },
  )

  it('finds the guest who is coming if one address has both', async () => {
    const event = await newEvent(calendar, {}, { name: 'Seat' })
    const first = (await register(event, { email: 'ada@guests.example', firstName: 'Ada', lastName: 'Lovelace' })).body
      .data
    const cancel = 'update guests set status = ? where id = ?'
    await env.DB.prepare(cancel).bind('CANCELLED', first.guest.id).run()
    const second = (await register(event, { email: 'ada@guests.example', firstName: 'Ada', lastName: 'Lovelace' })).body
      .data
    await env.DB.prepare(cancel).bind('CANCELLED', second.guest.id).run()
    await env.DB.prepare(cancel).bind('CONFIRMED', first.guest.id).run()
    expect((await tryOut(event, fileOf(ADA))).lines[0]).toMatchObject({ result: 'same', guestId: first.guest.id })
  })
})

describe('a changed line', () => {
  it('updates the name of the guest and nothing else', async () => {
    const event = await newPastEvent()
    await bringIn(event, fileOf(ADA, ALAN))
    const orders = await rowsOf('orders', event)
    const report = await bringIn(event, fileOf(ADA.replace('Ada Lovelace', 'Augusta King'), ALAN))
    expect(report.counts).toEqual({ new: 0, changed: 1, same: 1, skipped: 0, refused: 0 })
    expect(report.lines[0]).toMatchObject({ result: 'changed', fields: ['name'], says: null })
    expect(await guestsAt(event)).toMatchObject([
      {
        first_name: 'Augusta',
        last_name: 'King',
        search_text: expect.stringContaining('augusta'),
        status: 'CONFIRMED',
      },
      { first_name: 'Alan' },
    ])
    expect(await rowsOf('orders', event)).toEqual(orders)
  })

  it('keeps a field that was edited here since, and names it', async () => {
    const event = await newPastEvent()
    await bringIn(event, fileOf(ADA))
    await send(`PATCH /v1/events/${event.id}/guests/${await idOf(event)}`, { key, json: { firstName: 'Countess' } })
    const changed = fileOf(ADA.replace('Ada Lovelace', 'Augusta King').replace('confirmed', 'cancelled'))
    const { lines } = await bringIn(event, changed)
    expect(lines[0]).toMatchObject({
      result: 'changed',
      fields: ['status'],
      says: 'Line 2: Edited here since and kept: name.',
      reasons: [{ code: 'edited_here', values: { fields: 'name' } }],
    })
    expect(await guestsAt(event)).toMatchObject([{ first_name: 'Countess', status: 'CANCELLED' }])
    const before = await guestsAt(event)
    expect((await bringIn(event, changed)).lines[0]).toMatchObject({ result: 'same', fields: [] })
    expect(await guestsAt(event)).toEqual(before)
  })

  it.each([
    ['confirmed', 'attended', 'CHECKED_IN', 1, 1],
    ['confirmed', 'cancelled', 'CANCELLED', 1, 0],
    ['pending', 'confirmed', 'CONFIRMED', 1, 0],
    ['pending', 'attended', 'CHECKED_IN', 1, 1],
    ['waitlist', 'confirmed', 'CONFIRMED', 1, 0],
    ['waitlist', 'cancelled', 'CANCELLED', 0, 0],
  ])('moves a guest from %s to %s, with order and check-in', async (from, to, status, orders, checkins) => {
    const event = await newPastEvent({ waitlistEnabled: true, capacity: 1 })
    await bringIn(event, fileOf(ADA.replace('confirmed', from)))
    expect((await bringIn(event, fileOf(ADA.replace('confirmed', to)))).lines[0]).toMatchObject({ result: 'changed' })
    expect(await guestsAt(event)).toMatchObject([{ status }])
    const paid = await rowsOf('orders', event)
    expect(paid).toMatchObject(Array.from({ length: orders }, () => ({ status: 'PAID', total: 500 })))
    expect(await rowsOf('checkins', event)).toHaveLength(checkins)
    const counts = await env.DB.prepare('select status, guests from guest_counts where event_id = ? and guests > 0')
      .bind(event.id)
      .all()
    expect(counts.results).toEqual([{ status, guests: 1 }])
    expect((await tryOut(event, fileOf(ADA.replace('confirmed', to)))).counts).toMatchObject({ changed: 0, same: 1 })
  })

  it('names a status that a file doesn’t change', async () => {
    const event = await newPastEvent()
    await bringIn(event, fileOf(ADA.replace('confirmed', 'attended')))
    expect((await bringIn(event, fileOf(ADA))).lines[0]).toMatchObject({
      result: 'same',
      says: 'Line 2: The status in the file is CONFIRMED now. Change it here.',
    })
    expect(await guestsAt(event)).toMatchObject([{ status: 'CHECKED_IN' }])
  })

  it('updates one answer and keeps the others', async () => {
    const question = (id: string, label: string) => ({ id, label, type: 'TEXT', required: false })
    const event = await newPastEvent({ registrationQuestions: [question('q_a', 'Food'), question('q_b', 'Colour')] })
    const text = (food: string) => `email,Food,Colour\nada@guests.example,${food},Red`
    await bringIn(event, text('Rice'))
    const [guest] = (await send(`GET /v1/events/${event.id}`, { key })).body.data.registrationQuestions
    expect((await bringIn(event, text('Fish'))).lines[0]?.fields).toEqual([`question:${String(guest.id)}`])
    const [row] = await guestsAt(event)
    expect(JSON.parse(String(row?.['answers']))).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ question: 'Food', answer: 'Fish' }),
        expect.objectContaining({ question: 'Colour', answer: 'Red' }),
      ]),
    )
    // A file without the column changes nothing.
    expect((await tryOut(event, 'email,name\nada@guests.example,ada')).counts).toMatchObject({ changed: 0, same: 1 })
  })

  it('is not written if the guest was edited after the dry run', async () => {
    const event = await newPastEvent()
    await bringIn(event, fileOf(ADA))
    const changed = fileOf(ADA.replace('Ada Lovelace', 'Augusta King'))
    const { digest } = await tryOut(event, changed)
    const json = { email: 'countess@guests.example' }
    expect((await send(`PATCH /v1/events/${event.id}/guests/${await idOf(event)}`, { key, json })).status).toBe(200)
    expect(await ask(event, changed, { confirm: digest })).toMatchObject({
      status: 409,
      body: { code: 'import_stale' },
    })
    expect(await guestsAt(event)).toMatchObject([{ first_name: 'Ada', last_name: 'Lovelace' }])
  })

  it('sends no email and no webhook', async () => {
    const own = await newCalendar()
    const { key: ownKey } = await newKey(own, ['guests:write', 'events:write', 'billing:write'])
    const event = await newEvent(own, PAST, { name: 'Seat' })
    await newWebhook(own, 'https://receiver.example/hook')
    for (const text of [
      fileOf(ADA, ALAN),
      fileOf(ADA.replace('confirmed', 'cancelled'), ALAN.replace('pending', 'paid')),
    ]) {
      const json = { file: btoa(text), dryRun: true }
      const path = `POST /v1/events/${event.id}/guests/import`
      const { digest } = (await send(path, { key: ownKey, json })).body.data
      expect((await send(path, { key: ownKey, json: { file: json.file, confirm: digest } })).status).toBe(200)
    }
    expect(await guestsAt(event)).toMatchObject([{ status: 'CANCELLED' }, { status: 'CONFIRMED' }])
    expect(await rowsOf('mails', event)).toEqual([])
    const sent = await env.DB.prepare('select count(*) as n from deliveries where calendar_id = ?')
      .bind(String((await guestsAt(event))[0]?.['calendar_id']))
      .first('n')
    expect(sent).toBe(0)
  })
})

describe('the address of an erased person', () => {
  const erase = async (event: Event, guestId: string) =>
    expect((await send(`POST /v1/events/${event.id}/guests/${guestId}/erase`, { key })).status).toBe(200)

  it('refuses a line at any event of the calendar, even if no import had created the guest', async () => {
    const [event, other] = [await newEvent(calendar, {}, { name: 'Seat' }), await newPastEvent()]
    const { body } = await register(event, { email: 'gone@guests.example' })
    await erase(event, body.data.guest.id)
    const { lines } = await bringIn(other, 'email,name\nGone@guests.example,Gone Person')
    expect(lines[0]).toMatchObject({ result: 'refused', title: '', says: expect.stringContaining('stays erased') })
    expect(await guestsAt(other)).toEqual([])
    const kept = await env.DB.prepare('select * from erased_addresses').all()
    expect(JSON.stringify(kept.results)).not.toContain('gone')
  })

  it('is on the list again if its owner registers again', async () => {
    const event = await newEvent(calendar, {}, { name: 'Seat' })
    const first = await register(event, { email: 'back@guests.example' })
    await erase(event, first.body.data.guest.id)
    expect((await register(event, { email: 'back@guests.example' })).status).toBe(200)
    expect((await tryOut(event, 'email\nback@guests.example')).lines[0]).toMatchObject({
      result: 'same',
      says: 'Line 2: Already on the guest list.',
    })
  })

  it('doesn’t refuse the address in another calendar', async () => {
    const event = await newEvent(calendar, {}, { name: 'Seat' })
    const { body } = await register(event, { email: 'elsewhere@guests.example' })
    await erase(event, body.data.guest.id)
    const own = await newCalendar()
    const { key: ownKey } = await newKey(own, ['guests:write'])
    const away = await newEvent(own, PAST, { name: 'Seat' })
    const answer = await send(`POST /v1/events/${away.id}/guests/import`, {
      key: ownKey,
      json: { file: btoa('email\nelsewhere@guests.example'), dryRun: true },
    })
    expect(answer.body.data.lines[0]).toMatchObject({ result: 'new' })
  })
})
