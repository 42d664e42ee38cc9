import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent } from '../../support/factories.ts'
import { currencyOfZone } from '../../../src/kernel/zone-currency.ts'

describe('the currency of a calendar', () => {
  it.each([
    ['Europe/Berlin', 'EUR'],
    ['Europe/Zurich', 'CHF'],
    ['America/New_York', 'USD'],
    ['Asia/Tokyo', 'JPY'],
    ['UTC', 'EUR'],
  ])('is that of the time zone %s until it is set', async (timezone, currency) => {
    const { slug, owner } = await newCalendar()
    const change = async (json: object) => (await send(`PATCH /calendars/${slug}`, { as: owner, json })).body.data
    expect((await change({ timezone })).currency).toBe(currency)
    expect((await change({ currency: 'nok' })).currency).toBe('NOK')
    expect((await change({ currency: null })).currency).toBe(currency)
  })

  it('can be set when the calendar is created, and must be a currency code', async () => {
    const { owner, slug } = await newCalendar()
    const json = { name: 'Fjord', timezone: 'Europe/Oslo', currency: 'SEK' }
    expect((await send('POST /calendars', { as: owner, json })).body.data.currency).toBe('SEK')
    const refused = await send(`PATCH /calendars/${slug}`, { as: owner, json: { currency: 'crown' } })
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'currency'])
  })

  it('leaves existing tickets unchanged', async () => {
    const home = await newCalendar()
    const event = await newEvent(home, {}, { price: 1_000 })
    await send(`PATCH /calendars/${home.slug}`, { as: home.owner, json: { currency: 'USD' } })
    const { data } = (await send(`GET /events/${event.id}/tickets`, { as: home.owner })).body
    expect(data[0].currency).toBe('EUR')
  })

  it('is known for zones under their current and earlier names', () => {
    expect([currencyOfZone('Asia/Calcutta'), currencyOfZone('Asia/Kolkata')]).toEqual(['INR', 'INR'])
  })
})
