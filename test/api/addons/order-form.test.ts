import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { guestsOf, ordersOf } from '../../support/database.ts'
import { newCalendar, newEvent } from '../../support/factories.ts'
import { asOwner } from '../../support/orders.ts'

const home = await newCalendar()
const BUYER = { firstName: 'Ada', lastName: 'Byron', email: 'ada@addon-form.test' }

const post = (slug: string, fields: Record<string, string>) =>
  exports.default.fetch(
    new Request(`http://localhost/e/${slug}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields),
    }),
  )
const read = async (path: string) => (await exports.default.fetch(new Request(`http://localhost${path}`))).text()
const addOn = async (event: { id: string }, json: object): Promise<{ id: string }> =>
  (await asOwner(home, `POST /events/${event.id}/addons`, { currency: 'EUR', ...json })).body.data
const linesOf = async (event: { id: string }) => {
  const [order] = await ordersOf(event)
  const { data } = (await asOwner(home, `GET /events/${event.id}/orders/${String(order?.id)}`)).body
  return data.addons.map(({ name, quantity }: { name: string; quantity: number }) => [name, quantity])
}

describe('order form with add-ons, without JavaScript', () => {
  it('offers the add-ons on sale, and registers with those that the guest chose', async () => {
    const event = await newEvent(home, {}, { price: 2_000 })
    const shirt = await addOn(event, { name: 'T-shirt', price: 1_500, stock: 5 })
    const parking = await addOn(event, { name: 'Parking', price: 800, per: 'ORDER', maxQuantity: 1 })
    await addOn(event, { name: 'Hidden hat', price: 900, status: 'PAUSED' })
    const page = await read(`/e/${event.slug}`)
    expect(page).toContain('Add-ons')
    expect(page).toContain(`name="addon.${shirt.id}"`)
    expect(page).not.toContain('Hidden hat')
    const inGerman = await read(`/e/${event.slug}?lang=de`)
    expect(inGerman).toContain('Noch 5')
    expect(inGerman).not.toContain('Noch 5 Plätze')
    const done = await post(event.slug, {
      ...BUYER,
      [`quantity.${event.ticketId}`]: '2',
      guests: '1',
      'guests.0.ticketId': event.ticketId,
      [`addon.${shirt.id}`]: '3',
      [`addon.${parking.id}`]: '1',
    })
    expect(done.status, await done.clone().text()).toBe(303)
    expect((await ordersOf(event)).map(({ total }) => total)).toEqual([9_300])
    expect(await linesOf(event)).toEqual([
      ['T-shirt', 2],
      ['Parking', 1],
      ['T-shirt', 1],
    ])
    expect(await read(new URL(done.headers.get('Location') ?? '', 'http://localhost').pathname)).toContain('T-shirt')
  })

  it('registers no one if an add-on has sold out since the page was opened', async () => {
    const event = await newEvent(home)
    const shirt = await addOn(event, { name: 'T-shirt', price: 1_500, stock: 1 })
    const answer = await post(event.slug, {
      ...BUYER,
      [`quantity.${event.ticketId}`]: '1',
      guests: '0',
      [`addon.${shirt.id}`]: '2',
    })
    expect([answer.status, await guestsOf(event)]).toEqual([409, []])
    expect(await answer.text()).toContain('An add-on has just sold out. Choose again.')
  })
})
