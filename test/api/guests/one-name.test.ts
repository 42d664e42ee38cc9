import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { guestsOf, rowOf } from '../../support/database.ts'
import { manageApi, newCalendar, newEvent, newKey, person, register, type Event } from '../../support/factories.ts'
import { bring, entryOf, mailsFor, replyTo } from '../../support/invites.ts'

const calendar = await newCalendar()
const { key } = await newKey(calendar)
let made = 0
const address = () => `one-name-${(made += 1)}@guests.test`

const add = (event: Event, json: object) => send(`POST /v1/events/${event.id}/guests`, { key, json })

const invited = async (event: Event) => {
  const email = address()
  await send(`POST /events/${event.id}/guests/invite`, { as: calendar.owner, json: { emails: [email] } })
  const guest = (await guestsOf(event)).find((row) => row['email'] === email)!
  const mails = await mailsFor(email)
  const manage = manageApi(/\S+\/r\/[\w.-]+/.exec(mails[0]!.text)![0])
  return { id: String(guest['id']), email, manage, entry: entryOf(mails.find((mail) => mail.invite !== undefined))! }
}

describe('a guest with one name', () => {
  it.each([
    [{ firstName: 'Madonna' }, 'Madonna'],
    [{ firstName: 'Madonna', lastName: '' }, 'Madonna'],
    [{ firstName: '', lastName: 'Ronaldinho' }, 'Ronaldinho'],
    [{ lastName: 'Ronaldinho', firstName: null }, 'Ronaldinho'],
  ])('can be added as %j and is called %s without surrounding spaces', async (names, shown) => {
    const event = await newEvent(calendar)
    const email = address()
    const { status, body } = await add(event, { ...names, email })
    expect(status, JSON.stringify(body)).toBe(200)
    const guest = body.data
    const [firstName, lastName] = [names.firstName ?? '', 'lastName' in names ? names.lastName : '']
    expect(guest).toMatchObject({ firstName, lastName })
    const found = await send(`GET /v1/events/${event.id}/guests?q=${encodeURIComponent(`${shown} ${email}`)}`, { key })
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([guest.id])
    const looked = await send(`GET /v1/events/${event.id}/checkins/lookup?qrCode=${guest.qrCode}`, { key })
    expect(looked.body.data.guest?.name ?? looked.body.data.name).toBe(shown)
    const [mail] = await mailsFor(email)
    expect(mail!.text).toContain(`Hello ${shown},`)
    expect(mail!.invite!.text.replaceAll('\r\n ', '')).toContain(`;CN="${shown}":mailto:`)
    const csv = await send(`GET /v1/events/${event.id}/export?format=csv`, { key })
    expect(csv.text).toContain(`${firstName},${lastName},${email}`)
  })

  it.each([{}, { firstName: ' ', lastName: '' }, { firstName: null }])(
    'cannot be added as %j, without any name',
    async (names) => {
      const { status, body } = await add(await newEvent(calendar), { ...names, email: address() })
      expect([status, body.code, body.errors]).toEqual([
        400,
        'validation_failed',
        [{ field: 'firstName', message: 'must not be empty, unless `lastName` is given' }],
      ])
    },
  )

  it('can be the buyer of a party that an API key adds', async () => {
    const event = await newEvent(calendar)
    const email = address()
    const added = await add(event, { buyer: { firstName: 'Pelé', email }, attendees: [{ firstName: 'Zico' }] })
    expect([added.status, added.body.data.guests[0].firstName]).toEqual([200, 'Zico'])
    const party = await send(`GET /v1/events/${event.id}/parties/${added.body.data.partyId}`, { key })
    expect(party.body.data.buyer).toEqual({ firstName: 'Pelé', lastName: '', email })
    const nameless = await add(event, { buyer: { email: address() }, attendees: [{}] })
    expect(nameless.body.errors[0].field).toBe('buyer.firstName')
  })

  it('can lose the other name by PATCH, but not both', async () => {
    const event = await newEvent(calendar)
    const { guest } = (await register(event)).body.data
    const change = (json: object) => send(`PATCH /v1/events/${event.id}/guests/${guest.id}`, { key, json })
    expect((await change({ firstName: 'Cher', lastName: '' })).body.data).toMatchObject({
      firstName: 'Cher',
      lastName: '',
    })
    const refused = await change({ firstName: '' })
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'firstName'])
    expect((await change({ firstName: '', lastName: 'Cher' })).body.data).toMatchObject({
      firstName: '',
      lastName: 'Cher',
    })
    expect((await change({ lastName: ' ' })).status).toBe(400)
    expect(await rowOf('guests', guest.id)).toMatchObject({ first_name: '', last_name: 'Cher' })
  })

  it('can be a buyer by PATCH, but not a nameless one', async () => {
    const event = await newEvent(calendar)
    const json = { buyer: person({ email: address() }), attendees: [{}, {}] }
    const { partyId } = (await send(`POST /public/events/${event.id}/registrations`, { json })).body.data
    const change = (names: object) => send(`PATCH /v1/events/${event.id}/parties/${partyId}`, { key, json: names })
    expect((await change({ lastName: '' })).body.data.buyer.lastName).toBe('')
    expect((await change({ firstName: '' })).status).toBe(400)
    expect((await change({ email: address() })).status).toBe(200)
  })

  it('cannot use the open form, which asks for both names', async () => {
    for (const names of [{ lastName: '' }, { firstName: '' }])
      expect((await register(await newEvent(calendar), names)).status).toBe(400)
  })

  it('can accept an invitation by link', async () => {
    const one = await invited(await newEvent(calendar))
    expect((await send(`POST ${one.manage}/accept`, { json: {} })).status).toBe(400)
    const accepted = await send(`POST ${one.manage}/accept`, { json: { firstName: 'Björk' } })
    expect(accepted.body.data.guest).toMatchObject({ status: 'CONFIRMED', firstName: 'Björk', lastName: '' })
  })

  it.each([
    ['no name', (email: string) => email, { first_name: /^one-name-\d+$/, last_name: /^$/ }],
    ['no name, in brackets', (email: string) => `<${email}>`, { first_name: /^one-name-\d+$/, last_name: /^$/ }],
    ['one word', (email: string) => `Sting <${email}>`, { first_name: /^Sting$/, last_name: /^$/ }],
    [
      'the address as name',
      (email: string) => `"${email}" <${email}>`,
      { first_name: /^one-name-\d+$/, last_name: /^$/ },
    ],
    ['blanks as name', (email: string) => `"  " <${email}>`, { first_name: /^one-name-\d+$/, last_name: /^$/ }],
    [
      'a name of 600 letters',
      (email: string) => `"${'x'.repeat(300)} ${'y'.repeat(299)}" <${email}>`,
      { first_name: /^x{200}$/, last_name: /^y{200}$/ },
    ],
    [
      'a name in an unknown charset',
      (email: string) => `=?klingon?B?${btoa('Worf')}?= <${email}>`,
      { first_name: /^Worf$/, last_name: /^$/ },
    ],
  ])('can accept an invitation by calendar reply with %s in From', async (_what, from, expected) => {
    const one = await invited(await newEvent(calendar))
    expect(await bring(replyTo(one.entry, { answer: 'ACCEPTED', from: from(one.email) }))).toBeNull()
    expect(await rowOf('guests', one.id)).toMatchObject({
      status: 'CONFIRMED',
      first_name: expect.stringMatching(expected.first_name),
      last_name: expect.stringMatching(expected.last_name),
    })
  })

  it('is registered once if 24 calendar replies accept in parallel', async () => {
    const event = await newEvent(calendar, { capacity: 1 })
    const one = await invited(event)
    const replies = Array.from({ length: 24 }, (_, second) =>
      replyTo(one.entry, { answer: 'ACCEPTED', from: one.email, stampedAt: Date.now() - 60_000 + second * 1_000 }),
    )
    await Promise.all(replies.map((reply) => bring(reply)))
    expect(await rowOf('guests', one.id)).toMatchObject({ status: 'CONFIRMED' })
    expect(await guestsOf(event)).toHaveLength(1)
    expect((await mailsFor(one.email)).filter(({ kind }) => kind === 'confirmation')).toHaveLength(1)
  })
})
