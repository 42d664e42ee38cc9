import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { pages } from '../../../src/pages/registry.ts'
import { registry } from '../../../src/registry.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { manageApi, newCalendar, newEvent, newKey, register } from '../../support/factories.ts'
import { mailsFor } from '../../support/invites.ts'

const calendar = await newCalendar({ paymentInstructions: 'Transfer to **IBAN FR76**.' })
const { key } = await newKey(calendar)
const { owner: as } = calendar
const page = async (url: string) =>
  (
    await createApp(registry, deps, pages).request(new URL(new URL(url).pathname, 'https://calendar.test').href, {
      headers: { Accept: 'text/html' },
    })
  ).text()
const ownPage = (manageUrl: string) => page(`https://calendar.test/r/${manageUrl.split('/').at(-1)}`)
const bought = async (event: { id: string }) => (await register(event)).body.data
const own = async (manageUrl: string) => (await send(`GET ${manageApi(manageUrl)}`)).body.data

describe('payment instructions', () => {
  it('appear on the page and in the email of a guest with an unpaid order until it is paid', async () => {
    const event = await newEvent(calendar, {}, { price: 1500 })
    const { guest, order, manageUrl } = await bought(event)
    expect((await own(manageUrl)).paymentInstructions).toBe('Transfer to **IBAN FR76**.')
    const shown = await ownPage(manageUrl)
    expect(shown).toContain('Transfer to <strong>IBAN FR76</strong>.')
    expect(shown).toMatch(new RegExp(`Payment reference.*${order.number}`, 's'))
    expect(shown).not.toContain(`Order ${order.number}`)
    const [letter] = await mailsFor(guest.email, deps)
    expect(letter!.text).toContain('Transfer to **IBAN FR76**.')
    expect(letter!.html).toMatch(/<strong[^>]*>IBAN FR76<\/strong>/)
    await send(`POST /events/${event.id}/orders/${order.id}/mark-paid`, { as })
    expect((await own(manageUrl)).paymentInstructions).toBeNull()
    const paid = await ownPage(manageUrl)
    expect(paid).not.toContain('IBAN')
    expect(paid).toContain(`Order ${order.number}`)
  })

  it('show account details as rows, on the page with buttons to copy them', async () => {
    const paymentInstructions = 'Pay **within a week**.\n\nIBAN: FR76 3000 6000\nHolder: <Ada> & Co'
    const event = await newEvent(calendar, { paymentInstructions }, { price: 1500 })
    const { guest, manageUrl } = await bought(event)
    const shown = await ownPage(manageUrl)
    expect(shown).toMatch(/<dt>IBAN<\/dt><dd><bdi>FR76 3000 6000<\/bdi><button[^>]*data-copies="FR76 3000 6000"/)
    expect(shown).toContain('Pay <strong>within a week</strong>.')
    expect(shown).not.toContain('<Ada>')
    const [letter] = await mailsFor(guest.email, deps)
    expect(letter!.text).toContain('IBAN: FR76 3000 6000')
    expect(letter!.html).toMatch(/<td[^>]*>IBAN<\/td>/)
    expect(letter!.html).toMatch(/<strong[^>]*>within a week<\/strong>/)
  })

  it('override those of the calendar if set on an event, and are hidden from a guest who owes nothing', async () => {
    const event = await newEvent(calendar, { paymentInstructions: 'Cash at the door.' }, { price: 1500 })
    expect(event['paymentInstructions']).toBe('Cash at the door.')
    expect((await own((await bought(event)).manageUrl)).paymentInstructions).toBe('Cash at the door.')
    const free = await newEvent(calendar, { paymentInstructions: 'Cash at the door.' })
    const { manageUrl } = await bought(free)
    const managed = await own(manageUrl)
    expect([managed.paymentInstructions, managed.event.paymentInstructions]).toEqual([null, null])
    expect((await send(`GET /events/slug/${event.slug}`)).text).not.toContain('Cash')
    expect((await send(`GET /calendars/${calendar.slug}`)).text).not.toContain('IBAN')
    expect((await send(`GET /v1/calendars/${calendar.slug}`, { key })).body.data.paymentInstructions).toBe(
      'Transfer to **IBAN FR76**.',
    )
    const cleared = await send(`PATCH /events/${event.id}`, { as, json: { paymentInstructions: null } })
    expect(cleared.body.data.paymentInstructions).toBeNull()
  })
})

describe('cover description (coverAlt)', () => {
  it('describes the cover on the event page, is copied with the event and is not used for a generated poster', async () => {
    const coverAlt = 'Four musicians on a quay'
    const event = await newEvent(calendar, { coverUrl: 'https://pictures.example/quay.jpg', coverAlt })
    expect((await send(`GET /events/slug/${event.slug}`)).body.data.coverAlt).toBe(coverAlt)
    expect(await page(`https://calendar.test/e/${event.slug}`)).toContain(`alt="${coverAlt}"`)
    const copy = await send(`POST /events/${event.id}/duplicate`, { as })
    expect(copy.body.data.coverAlt).toBe(coverAlt)
    const drawn = await newEvent(calendar, { coverAlt })
    expect(await page(`https://calendar.test/e/${drawn.slug}`)).not.toContain(`alt="${coverAlt}"`)
  })
})
