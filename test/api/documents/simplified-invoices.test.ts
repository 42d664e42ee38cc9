import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { manageApi, newCalendar, newEvent, person } from '../../support/factories.ts'
import { asOwner, pay } from '../../support/orders.ts'

const SELLER = {
  documents: 'ON_REQUEST',
  name: 'Kulturverein Lindenhof e.V.',
  line1: 'Lindenstraße 1',
  city: 'Köln',
  country: 'DE',
  vatId: 'DE123456789',
}
const NAME_ONLY = { name: 'Ada Byron' }
const ADDRESS = { line1: 'Ring 2', city: 'Berlin', country: 'DE' }
const PRICE = 11_900

/** A paid order of 119.00, and the URLs at which its owner and buyer request the invoice. */
const sale = async (seller: object = {}, currency = 'EUR') => {
  const home = await newCalendar()
  const saved = await asOwner(home, `PUT /calendars/${home.slug}/seller`, { ...SELLER, ...seller })
  expect(saved.status, saved.text).toBe(200)
  const event = await newEvent(home, {}, { price: PRICE, currency })
  const { data } = (await send(`POST /public/events/${event.id}/registrations`, { json: person() })).body
  expect((await pay(home, event, data.order.id)).status).toBe(200)
  const path = `${manageApi(data.manageUrl)}/documents`
  return {
    byOwner: (json: object) => asOwner(home, `POST /events/${event.id}/orders/${data.order.id}/documents`, json),
    byBuyer: (json: object) => send(`POST ${path}`, { json }),
    papers: async () => (await send(`GET ${path}`)).body.data,
    page: `https://calendar.test/r/${String(data.manageUrl).split('/').at(-1)}/documents`,
  }
}
const faultsOf = ({ status, body }: { status: number; body: { errors: { field: string }[] } }) => [
  status,
  body.errors.map(({ field }) => field),
]

describe('an invoice up to the seller’s limit', () => {
  it('needs only the name of the buyer', async () => {
    for (const by of ['byOwner', 'byBuyer'] as const) {
      const sold = await sale({ simplifiedUpTo: PRICE })
      expect(await sold.papers()).toMatchObject({ canRequest: true, needsAddress: false })
      const { status, text, body } = await sold[by](NAME_ONLY)
      expect(status, text).toBe(200)
      expect(body.data).toMatchObject([
        { kind: 'INVOICE', gross: PRICE, eInvoices: [], buyer: { name: 'Ada Byron', line1: null, country: null } },
      ])
    }
  })

  it('gets an address later, once', async () => {
    const sold = await sale()
    await sold.byBuyer(NAME_ONLY)
    expect((await sold.byBuyer(NAME_ONLY)).body.data).toHaveLength(1)
    const other = await sold.byBuyer({ name: 'Charles Babbage' })
    expect([other.status, other.body.code]).toEqual([409, 'invoice_issued'])
    expect((await sold.byBuyer({ ...NAME_ONLY, ...ADDRESS })).body.data).toHaveLength(3)
    const again = await sold.byBuyer({ ...NAME_ONLY, ...ADDRESS, city: 'Bonn' })
    expect([again.status, again.body.code]).toEqual([409, 'invoice_issued'])
  })

  it('is in the currency of the limit', async () => {
    expect(faultsOf(await (await sale({}, 'USD')).byOwner(NAME_ONLY))).toEqual([400, ['line1', 'city', 'country']])
    const dollars = await sale({ simplifiedCurrency: 'USD' }, 'USD')
    expect((await dollars.byOwner(NAME_ONLY)).status).toBe(200)
    const always = { documents: 'ALWAYS', simplifiedCurrency: 'USD' }
    expect((await (await sale(always, 'USD')).papers()).documents).toHaveLength(1)
    expect((await (await sale(always)).papers()).documents).toEqual([])
  })
})

describe('an invoice above the seller’s limit', () => {
  it('is refused without the address, for the owner and the buyer', async () => {
    const sold = await sale({ simplifiedUpTo: PRICE - 1 })
    expect(await sold.papers()).toMatchObject({ canRequest: true, needsAddress: true })
    expect(faultsOf(await sold.byOwner(NAME_ONLY))).toEqual([400, ['line1', 'city', 'country']])
    expect(faultsOf(await sold.byBuyer({ ...NAME_ONLY, ...ADDRESS, city: null }))).toEqual([400, ['city']])
    expect((await sold.papers()).documents).toEqual([])
    expect((await sold.byBuyer({ ...NAME_ONLY, ...ADDRESS })).status).toBe(200)
  })
})

describe('the form for an invoice', () => {
  const browse = async (url: string, form?: Record<string, string>) => {
    const sent = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }
    const page = await exports.default.fetch(
      new Request(url, { redirect: 'manual', headers: { Accept: 'text/html' }, ...sent }),
    )
    return { status: page.status, text: await page.text() }
  }
  const requiredIn = (text: string) =>
    [...text.matchAll(/<input[^>]*name="(\w+)"[^>]*>/g)].flatMap(([tag, name]) =>
      tag.includes(' required') ? [name] : [],
    )

  it('asks for the address only if the amount needs it', async () => {
    const [small, large] = [await sale(), await sale({ simplifiedUpTo: 0 })]
    const { text } = await browse(small.page)
    expect(text).toContain('your name is enough')
    expect(requiredIn(text)).toEqual(['name'])
    expect(requiredIn((await browse(large.page)).text)).toEqual(['name', 'line1', 'city'])
    expect((await browse(large.page, { ...NAME_ONLY, country: 'DE' })).status).toBe(400)
    expect((await browse(small.page, { ...NAME_ONLY, country: 'DE' })).status).toBe(303)
    expect((await small.papers()).documents).toMatchObject([{ buyer: { country: null } }])
  })

  it('offers every country in the language of the page', async () => {
    const { page } = await sale()
    const { text } = await browse(`${page}?lang=de`)
    const countries = [...text.matchAll(/<option value="([A-Z]{2})"/g)].map(([, code]) => code)
    expect(countries.length).toBeGreaterThan(240)
    for (const [code, name] of [
      ['IN', 'Indien'],
      ['KR', 'Südkorea'],
      ['IL', 'Israel'],
      ['CN', 'China'],
    ])
      expect(text).toContain(`<option value="${code}">${name}`)
  })
})
