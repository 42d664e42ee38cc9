import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { languageOf } from '../../../src/words/words.ts'
import { send } from '../../support/api.ts'
import { guestsOf } from '../../support/database.ts'
import { manageApi, newCalendar, newCoupon, newEvent, person, register } from '../../support/factories.ts'
import { asOwner } from '../../support/orders.ts'

const ORIGIN = 'https://calendar.test'
const calendar = await newCalendar()

const read = (path: string) =>
  exports.default.fetch(new Request(`${ORIGIN}${path}`, { redirect: 'manual', headers: { Accept: 'text/html' } }))
const get = async (path: string) => (await read(path)).text()
const post = (path: string, fields: Record<string, string>) =>
  exports.default.fetch(
    new Request(`${ORIGIN}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    }),
  )

const BUYER = { firstName: 'Ada', lastName: 'Byron', email: 'ada@pages.test' }

describe('registration pages without JavaScript', () => {
  it.each([
    ['while it is to be paid', 400, 'You still need to pay'],
    ['where nothing is left to pay', 1_250, 'Paid'],
  ])('show the discount of a coupon: %s', async (_, amountOff, also) => {
    const event = await newEvent(calendar, { tickets: [{ name: 'Seat', price: 1_250, currency: 'EUR' }] })
    const code = `OFF${amountOff}`
    await newCoupon(calendar, { code, discountType: 'AMOUNT', amountOff, currency: 'EUR' })
    const { manageUrl } = (await register(event, { couponCode: code })).body.data
    const page = await get(new URL(manageUrl).pathname)
    expect(page.match(/Discount\u00a0· <bdi>[^<]+<\/bdi><\/span><bdi>[^<]+/g)).toEqual([
      `Discount\u00a0· <bdi>${code}</bdi></span><bdi>-€${(amountOff / 100).toFixed(2)}`,
    ])
    expect(page).toContain(also)
  })

  it('ask no one to pay for a cancelled event', async () => {
    const event = await newEvent(calendar, { tickets: [{ name: 'Seat', price: 1_250, currency: 'EUR' }] })
    const { manageUrl } = (await register(event)).body.data
    const { guest, state } = languageOf('en').words
    expect(await get(new URL(manageUrl).pathname)).toContain(guest.unpaid)
    await asOwner(calendar, `POST /events/${event.id}/cancel`)
    const page = await get(new URL(manageUrl).pathname)
    expect(page).not.toContain(guest.unpaid)
    expect(page).toContain(`<span class="status">${state.cancelled}</span>`)
    expect(page).toContain(`<span>${guest.orderCancelled}</span>`)
  })

  it('show the buyer’s own pass first, and none of a guest with their own address', async () => {
    const event = await newEvent(calendar)
    const [ada, bo] = ['ada@own-pass.test', 'bo@own-pass.test']
    const { manageUrl, guests } = (
      await send(`POST /public/events/${event.id}/registrations`, {
        json: {
          buyer: { firstName: 'Ada', lastName: 'Byron', email: ada },
          attendees: [{ firstName: 'Carl' }, { firstName: 'Bo', email: bo }, { firstName: 'Ada', email: ada }],
        },
      })
    ).body.data
    const page = await get(new URL(manageUrl).pathname)
    const codes = [...page.matchAll(/<img src="\/api\/public\/qr\/(qr_\w+)/g)].map(([, code]) => code)
    const rows = await guestsOf(event)
    const codeOf = (index: number) => rows.find(({ id }) => id === guests[index].id)?.['qr_code']
    expect(codes).toEqual([codeOf(2), codeOf(0)])
    expect(page.match(/class="menu at-end"><summary class="button plain dots"/g)).toHaveLength(3)
  })

  it('let a guest who came alone edit their details and transfer the place', async () => {
    const event = await newEvent(calendar)
    const { guest, manageUrl } = (await register(event)).body.data
    const own = new URL(manageUrl).pathname
    const form = await get(`${own}?edit=${guest.id}&lang=de`)
    expect(form).toContain(`action="${own}/guests/${guest.id}?lang=de"`)
    expect(form).toContain(`value="${guest.email}"`)
    const named = await post(`${own}/guests/${guest.id}`, {
      firstName: 'Grace',
      lastName: 'Hopper',
      email: guest.email,
    })
    expect([named.status, named.headers.get('Location')]).toEqual([303, own])
    const other = (await register(event)).body.data.guest
    const taken = await post(`${own}/guests/${guest.id}/transfer`, { recipientEmail: other.email })
    expect([taken.status, (await taken.text()).match(/<h1>|role="alert"/g)]).toEqual([409, ['<h1>', 'role="alert"']])
    const moved = await post(`${own}/guests/${guest.id}`, { firstName: 'Grace', lastName: '', email: 'new@pages.test' })
    expect(moved.status).toBe(200)
    expect(await moved.text()).toContain('n…@pages.test')
    expect((await read(own)).status).toBe(404)
    const late = (await register(event)).body.data
    const passed = await post(`${new URL(late.manageUrl).pathname}/guests/${late.guest.id}/transfer`, {
      recipientEmail: 'cy@pages.test',
    })
    expect([passed.status, (await passed.text()).includes('c…@pages.test')]).toEqual([200, true])
  })

  it('register several people on one form and let the buyer manage all of them', async () => {
    const event = await newEvent(calendar, {
      registrationQuestions: [
        { key: 'meal', label: 'Meal', type: 'SELECT', options: ['Meat', 'Vegan'], required: true },
        { label: 'Nuts?', type: 'TEXT', showIf: { questionId: 'meal', anyOf: ['Vegan'] } },
      ],
    })
    const [meal, nuts] = event['registrationQuestions']
    const ticketId = event.tickets[0].id
    const fields = { ...BUYER, [`quantity.${ticketId}`]: '2', attending: 'no' }
    const asked = await post(`/e/${event.slug}`, fields)
    expect(asked.status).toBe(400)
    const form = await asked.text()
    expect(form).toContain('name="guests.1.email"')
    expect(form).not.toContain('name="guests.2.email"')

    const tickets = { 'guests.0.ticketId': ticketId, 'guests.1.ticketId': ticketId }
    const one = { 'guests.0.firstName': 'Ada', [`guests.0.answer.${meal.id}`]: 'Meat' }
    const hidden = { [`guests.0.answer.${nuts.id}`]: 'left from before' }
    const guests = { ...fields, guests: '2', ...tickets, ...one, ...hidden }
    const faulty = await post(`/e/${event.slug}`, guests)
    expect(faulty.status).toBe(400)
    const again = await faulty.text()
    expect(again).toContain(`href="#field-guests.1.answer.${meal.id}"`)
    expect(again).toContain('value="ada@pages.test"')
    expect(await guestsOf(event)).toEqual([])

    const done = await post(`/e/${event.slug}`, { ...guests, [`guests.1.answer.${meal.id}`]: 'Vegan' })
    expect(done.status).toBe(303)
    const own = new URL(done.headers.get('Location') ?? '', ORIGIN).pathname
    // Text left in a question that `showIf` hides is not stored as an answer.
    expect((await guestsOf(event)).map(({ answers }) => JSON.parse(String(answers)).length)).toEqual([1, 1])

    const page = await get(own)
    const [first, second] = await guestsOf(event)
    expect(page).toContain(String(first?.['qr_code']))
    expect(page).toContain('Name missing')
    expect(page).toContain('2 of 2')
    const named = await post(`${own}/guests/${String(second?.['id'])}`, {
      firstName: 'Grace',
      lastName: '',
      [`answer.${meal.id}`]: 'Vegan',
      [`answer.${nuts.id}`]: 'no',
    })
    expect([named.status, named.headers.get('Location')]).toEqual([303, own])
    expect((await guestsOf(event))[1]).toMatchObject({ first_name: 'Grace' })

    const doubt = await get(`${own}/cancel?guestId=${String(first?.['id'])}`)
    expect(doubt).toContain(`value="${String(first?.['id'])}"`)
    const gone = await post(`${own}/cancel`, { guestId: String(first?.['id']) })
    expect(gone.status).toBe(303)
    expect((await guestsOf(event)).map(({ status }) => status)).toEqual(['CANCELLED', 'CONFIRMED'])

    const passed = await post(`${own}/guests/${String(second?.['id'])}/transfer`, { recipientEmail: 'bo@pages.test' })
    expect(passed.status).toBe(303)
    expect((await guestsOf(event)).map(({ status }) => status)).toEqual(['CANCELLED', 'TRANSFERRED', 'CONFIRMED'])
  })

  it.each(['en', 'de', 'ar'] as const)(
    'show the masked recipient once after the last seat is transferred, in %s, and only the transfer afterwards',
    async (locale) => {
      const event = await newEvent(calendar, { title: 'Night music' })
      const json = { buyer: person(), attendees: [{ firstName: 'Ada' }], locale }
      const { guests, manageUrl } = (await send(`POST /public/events/${event.id}/registrations`, { json })).body.data
      const own = new URL(manageUrl).pathname
      const passed = await post(`${own}/guests/${guests[0].id}/transfer`, { recipientEmail: ' Bo.Diaz@pages.test' })
      expect(passed.status).toBe(303)
      const { passedOn, passedOnText, somebodyElse } = languageOf(locale).words.mail
      const to = new URL(passed.headers.get('Location') ?? '', ORIGIN)
      expect(to.pathname).toBe(own)
      for (const [path, who] of [
        [`${own}${to.search}`, '\u200eB…@pages.test'],
        [own, somebodyElse],
      ] as const) {
        const shown = await read(path)
        expect([shown.status, shown.headers.get('Content-Language')]).toEqual([200, locale])
        const page = await shown.text()
        expect(page).toContain(`<h1>${passedOn('Night music')}</h1>`)
        expect(page).toContain(passedOnText(who))
        for (const gone of ['Bo.Diaz', '/transfer"', '/cancel', 'event.ics', guests[0].qrCode])
          expect(page).not.toContain(gone)
      }
      const told = await send(`GET ${manageApi(manageUrl)}`)
      expect([told.status, told.body.data.party.guests]).toEqual([200, []])
      expect(told.body.data).toMatchObject({ guest: { status: 'TRANSFERRED' }, canCancel: false, manageUrl })
      const cancelled = await send(`POST ${manageApi(manageUrl)}/cancel`)
      expect([cancelled.status, cancelled.body.data.guest.status]).toEqual([200, 'TRANSFERRED'])
      expect((await guestsOf(event)).map(({ status }) => status)).toEqual(['TRANSFERRED', 'CONFIRMED'])
      const erased = await send(`POST /events/${event.id}/guests/${guests[0].id}/erase`, { as: calendar.owner })
      expect([erased.status, (await read(own)).status]).toEqual([200, 404])
    },
  )
})
