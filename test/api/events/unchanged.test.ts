import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { pages } from '../../../src/pages/registry.ts'
import { registry } from '../../../src/registry.ts'
import { createPlatformCache } from '../../../src/platform/edge-cache.ts'
import { DAY_MS, HOUR_MS } from '../../../src/kernel/time.ts'
import { send } from '../../support/api.ts'
import { appWith, deps } from '../../support/app.ts'
import { newCalendar, newEvent, register, type Calendar } from '../../support/factories.ts'

/** Uses `createPlatformCache()`. It stores nothing in this test, so every request reaches the service. */
let now = Date.now()
let statements: string[] = []
const purge = async () => ({ success: true, errors: [] })
const clock = () => now
const $client = new Proxy(deps.db.$client, {
  get: (client, name) => {
    if (name === 'prepare') {
      return (text: string) => {
        statements.push(text)
        return client.prepare(text)
      }
    }
    return name === 'batch' ? client.batch.bind(client) : Reflect.get(client, name)
  },
})
const db = new Proxy(deps.db, {
  get: (own, name) => (name === '$client' ? $client : Reflect.get(own, name)),
})
const ports = { ...deps, db, clock, edgeCache: createPlatformCache(clock, { purge }, () => {}) }
const app = appWith(ports)
const people = createApp(registry, ports, pages)

const ask = async (path: string, etag?: string) => {
  statements = []
  const headers: Record<string, string> = etag === undefined ? {} : { 'If-None-Match': etag }
  const isPage = /^\/[ce]\//.test(path)
  const answer = await (isPage ? people.request(path, { headers }) : app.request(`/api${path}`, { headers }))
  return { status: answer.status, etag: answer.headers.get('ETag') ?? '', text: await answer.text(), read: statements }
}

let calendar: Calendar
let event: Awaited<ReturnType<typeof newEvent>>
beforeAll(async () => {
  calendar = await newCalendar({ plan: 'PLUS' })
  event = await newEvent(calendar, {
    startAt: new Date(now + DAY_MS).toISOString(),
    endAt: new Date(now + DAY_MS + HOUR_MS).toISOString(),
    location: { name: 'Hall' },
  })
})

const addresses = () => [
  `/calendars/${calendar.slug}`,
  `/calendars/${calendar.slug}/events`,
  `/calendars/${calendar.slug}/days`,
  `/calendars/${calendar.slug}/embed`,
  `/calendars/${calendar.slug}/embed.json`,
  `/calendars/${calendar.slug}/events.ics`,
  `/events/slug/${event.slug}`,
  `/events/slug/${event.slug}/event.ics`,
  `/c/${calendar.slug}`,
  `/c/${calendar.slug}?view=month&lang=de`,
  `/e/${event.slug}`,
]

describe('request with If-None-Match', () => {
  it('gets 304 after one read of content_revision, at every address', async () => {
    for (const path of addresses()) {
      const { status, etag } = await ask(path)
      expect(status, path).toBe(200)
      const again = await ask(path, etag)
      expect(again, path).toMatchObject({ status: 304, etag, text: '' })
      expect(again.read, path).toEqual([
        expect.stringMatching(/^select content_revision .* from calendars where id = \?1$/),
      ])
    }
  })

  it('gets 200 with a new ETag after an edit, a registration or a new calendar name', async () => {
    const changes = [
      () => send(`PATCH /events/${event.id}`, { as: calendar.owner, json: { title: 'Another title' } }),
      () => register(event),
      () => send(`PATCH /calendars/${calendar.slug}`, { as: calendar.owner, json: { name: 'Another name' } }),
    ]
    for (const change of changes) {
      const before = await Promise.all(addresses().map(async (path) => ({ path, ...(await ask(path)) })))
      await change()
      for (const { path, etag } of before) {
        const after = await ask(path, etag)
        expect(after.status, path).toBe(200)
        expect(after.etag, path).not.toBe(etag)
      }
    }
  })

  it('gets 200 when the content changes only because time passes', async () => {
    const list = `/calendars/${calendar.slug}/events`
    const { etag, text } = await ask(list)
    expect(JSON.parse(text).data).toMatchObject([{ lifecycle: 'UPCOMING' }])
    now += DAY_MS - 1_000
    expect((await ask(list, etag)).status).toBe(304)
    now += 1_000
    const begun = await ask(list, etag)
    expect(begun.status).toBe(200)
    expect(JSON.parse(begun.text).data).toMatchObject([{ lifecycle: 'ONGOING' }])
    const page = await ask(`/e/${event.slug}`)
    expect(page.text).toContain('On now')
    // `places` counts an event that is taking place.
    const days = await ask(`/calendars/${calendar.slug}/days`)
    expect(JSON.parse(days.text).data.places).toEqual([{ name: 'Hall', events: 1 }])
    now += HOUR_MS
    expect(JSON.parse((await ask(`/calendars/${calendar.slug}/days`, days.etag)).text).data.places).toEqual([])
    expect((await ask(`/e/${event.slug}`, page.etag)).text).toContain('This event is over')
    // No event starts or ends after this point, but the page highlights today's date, so its ETag expires at midnight.
    const past = await ask(`/c/${calendar.slug}?past=true`)
    expect((await ask(`/c/${calendar.slug}?past=true`, past.etag)).status).toBe(304)
    now += DAY_MS
    expect((await ask(`/c/${calendar.slug}?past=true`, past.etag)).status).toBe(200)
    expect(JSON.parse((await ask(list, begun.etag)).text).data).toEqual([])
  })

  it('gets 200 for the ETag of another address and for a forged ETag', async () => {
    const { etag } = await ask(`/calendars/${calendar.slug}/events`)
    expect((await ask(`/calendars/${calendar.slug}/events?limit=5`, etag)).status).toBe(200)
    const page = await ask(`/c/${calendar.slug}`)
    expect((await ask(`/c/${calendar.slug}?lang=de`, page.etag)).status).toBe(200)
    expect((await ask(`/c/${calendar.slug}`, page.etag.replace(/[^.]*"$/, 'x-y-z"'))).status).toBe(200)
    for (const made of [
      '"1-x-0-"',
      `"${'a'.repeat(80)}"`,
      `${etag.slice(0, -1)}zzzzzzzzzzzzz"`,
      '"',
      'x',
      etag.slice(1),
    ]) {
      expect((await ask(`/calendars/${calendar.slug}/events`, made)).status, made).toBe(200)
    }
    const many = Array.from({ length: 50 }, (_, number) => etag.replace(/-\w*-(\w*)"$/, `-${number}zzz-$1"`)).join()
    const asked = await ask(`/calendars/${calendar.slug}/events`, many)
    expect(asked.status).toBe(200)
    expect(asked.read.filter((text) => text.startsWith('select content_revision'))).toHaveLength(1)
  })
})

describe('page with TOPOLOGY single', () => {
  const alone = createApp(registry, { ...deps, db }, pages)
  const look = async (path: string) => {
    statements = []
    const answer = await alone.request(path)
    return { text: await answer.text(), read: statements.length, headers: Object.fromEntries(answer.headers) }
  }

  it('is rendered only once until its calendar changes', async () => {
    const own = await newCalendar()
    const shown = await newEvent(own)
    for (const path of [`/e/${shown.slug}`, `/c/${own.slug}?lang=de`]) {
      const [first, again] = [await look(path), await look(path)]
      expect([first.read > 0, again.read]).toEqual([true, 0])
      const { 'x-request-id': asked, ...headers } = first.headers
      expect(again.text).toBe(first.text)
      expect(again.headers).toMatchObject(headers)
      expect(again.headers['x-request-id']).not.toBe(asked)
      const known = await alone.request(path, { headers: { 'If-None-Match': first.headers['etag']! } })
      expect(known.status).toBe(304)
    }
    await newEvent(own, { title: 'Brought in since' })
    expect((await look(`/c/${own.slug}?lang=de`)).text).toContain('Brought in since')
    expect((await look(`/e/${shown.slug}`)).read).toBeGreaterThan(0)
  })

  it('includes the poster and draws it only once', async () => {
    const shown = await newEvent(await newCalendar())
    const address = `/e/${shown.slug}/poster.png`
    const first = await alone.request(address)
    expect(await deps.edgeCache.read(address, false)).not.toBeNull()
    const again = await alone.request(address)
    expect(again.headers.get('Content-Type')).toBe('image/png')
    expect(await again.arrayBuffer()).toEqual(await first.arrayBuffer())
  })
})
