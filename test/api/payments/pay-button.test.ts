import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { pages } from '../../../src/pages/registry.ts'
import { registry } from '../../../src/registry.ts'
import { newCalendar, newEvent, person } from '../../support/factories.ts'
import { withProvider } from '../../support/provider.ts'

const calendar = await newCalendar()
const { deps, ask } = await withProvider()

describe('online payment on the guest’s page', () => {
  it('has a button with the amount, and the order number below', async () => {
    const event = await newEvent(calendar, {}, { price: 5_900 })
    const made = await ask(`POST /public/events/${event.id}/registrations`, { json: person() })
    const { order, manageUrl } = made.body.data
    const path = new URL(new URL(manageUrl).pathname, 'https://calendar.test').href
    const answer = await createApp(registry, deps, pages).request(path, { headers: { Accept: 'text/html' } })
    const text = await answer.text()
    expect(text).toMatch(/<a class="button" href="[^"]+" rel="noopener noreferrer">Pay €59.00<\/a>/)
    expect(text).toContain(`Order ${order.number}`)
  })
})
