import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { guestsOf } from '../../support/database.ts'
import { newCalendar, newEvent } from '../../support/factories.ts'

const ORIGIN = 'https://calendar.test'
const calendar = await newCalendar()

const get = async (path: string) =>
  (await exports.default.fetch(new Request(`${ORIGIN}${path}`, { headers: { Accept: 'text/html' } }))).text()
const post = (path: string, fields: Record<string, string>) =>
  exports.default.fetch(
    new Request(`${ORIGIN}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    }),
  )

const BUYER = { 'buyer.firstName': 'Ada', 'buyer.lastName': 'Byron', 'buyer.email': 'ada@pages.test' }

describe('without a script', () => {
  it('several people register on one form, and the buyer looks after all of them', async () => {
    const event = await newEvent(calendar, {
      registrationQuestions: [
        { key: 'meal', label: 'Meal', type: 'SELECT', options: ['Meat', 'Vegan'], required: true },
        { label: 'Nuts?', type: 'TEXT', showIf: { questionId: 'meal', anyOf: ['Vegan'] } },
      ],
    })
    const [meal, nuts] = event['registrationQuestions']
    const form = await get(`/e/${event.slug}?people=2`)
    expect(form).toContain('name="attendees.1.email"')
    expect(form).toContain('name="buyer.email"')
    expect(form).not.toContain('name="attendees.2.email"')

    const one = { 'attendees.0.firstName': 'Ada', [`attendees.0.answer.${meal.id}`]: 'Meat' }
    const fields = { people: '2', ...BUYER, ...one, [`attendees.0.answer.${nuts.id}`]: 'left from before' }
    const faulty = await post(`/e/${event.slug}`, fields)
    expect(faulty.status).toBe(400)
    const again = await faulty.text()
    expect(again).toContain(`href="#field-attendees.1.answer.${meal.id}"`)
    expect(again).toContain('value="ada@pages.test"')
    expect(await guestsOf(event)).toEqual([])

    const done = await post(`/e/${event.slug}`, { ...fields, [`attendees.1.answer.${meal.id}`]: 'Vegan' })
    expect(done.status).toBe(303)
    const own = new URL(done.headers.get('Location') ?? '', ORIGIN).pathname
    // What was typed where nothing was asked is nobody's answer.
    expect((await guestsOf(event)).map(({ answers }) => JSON.parse(String(answers)).length)).toEqual([1, 1])

    const page = await get(own)
    const [first, second] = await guestsOf(event)
    expect(page).toContain(String(first?.['qr_code']))
    expect(page).toContain('Name still to come')
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
})
