import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, type Calendar } from '../../support/factories.ts'

let calendar: Calendar
beforeAll(async () => {
  calendar = await newCalendar()
})
const change = (id: string, json: Record<string, unknown>) => send(`PATCH /events/${id}`, { as: calendar.owner, json })

describe('open reads', () => {
  it('show a change in the first read after the response to that change', async () => {
    const event = await newEvent(calendar, { title: 'Round 0' })
    for (let round = 1; round <= 8; round += 1) {
      const lines = [`GET /events/slug/${event.slug}`, `GET /calendars/${calendar.slug}/events`]
      await Promise.all(lines.flatMap((line) => [send(line), send(line)]))
      expect((await change(event.id, { title: `Round ${round}` })).status).toBe(200)
      const [one, all] = await Promise.all(lines.map((line) => send(line)))
      expect(one?.body.data.title).toBe(`Round ${round}`)
      expect(all?.body.data[0].title).toBe(`Round ${round}`)
    }
  })

  it('never cache data that was read during a change', async () => {
    const event = await newEvent(calendar, { title: 'x' })
    for (let round = 0; round < 8; round += 1) {
      const [, , written] = await Promise.all([
        send(`GET /events/slug/${event.slug}?a=${round}`),
        send(`GET /calendars/${calendar.slug}/events`),
        change(event.id, { title: `Race ${round}` }),
        send(`GET /events/slug/${event.slug}`),
      ])
      expect(written.status).toBe(200)
      expect((await send(`GET /events/slug/${event.slug}`)).body.data.title).toBe(`Race ${round}`)
    }
  })

  it('have a strong ETag and return 304 for a matching If-None-Match', async () => {
    const { slug, id } = await newEvent(calendar)
    const first = await send(`GET /events/slug/${slug}`)
    const etag = first.headers.get('ETag') as string
    expect(etag).toMatch(/^"[\w-]{20,}"$/)
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await send(`GET /events/slug/${slug}`, { headers: { 'If-None-Match': known } })
      expect(again.status).toBe(304)
      expect(again.text).toBe('')
      expect(again.headers.get('ETag')).toBe(etag)
    }
    await change(id, { description: 'new' })
    const changed = await send(`GET /events/slug/${slug}`, { headers: { 'If-None-Match': etag } })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('ETag')).not.toBe(etag)
  })

  it('return the headers of GET without a body for HEAD', async () => {
    const { slug } = await newEvent(calendar)
    const [get, head] = [await send(`GET /events/slug/${slug}`), await send(`HEAD /events/slug/${slug}`)]
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    for (const name of ['ETag', 'Content-Type', 'Cache-Control', 'Access-Control-Allow-Origin']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name))
    }
  })

  it('return 400 for a repeated query parameter, even if valid responses are cached', async () => {
    const own = await newCalendar()
    await newEvent(own)
    await newEvent(own)
    const path = `GET /calendars/${own.slug}/events`
    expect((await send(`${path}?limit=2`)).body.data).toHaveLength(2)
    expect((await send(`${path}?limit=1`)).body.data).toHaveLength(1)
    const twice = await send(`${path}?limit=2&limit=1`)
    expect([twice.status, twice.body.code, twice.body.errors[0].field]).toEqual([400, 'validation_failed', 'limit'])
    expect((await send(`${path}?limit=2`)).body.data).toHaveLength(2)
    expect((await send(`${path}?x=1&limit=2&_=7`)).body.data).toHaveLength(2)
  })

  it('ignore credentials and never return the plan', async () => {
    const { slug } = await newEvent(calendar)
    const plain = await send(`GET /events/slug/${slug}`)
    const signedIn = await send(`GET /events/slug/${slug}`, { as: calendar.owner })
    const withNonsense = await send(`GET /events/slug/${slug}`, { token: 'nonsense', key: 'svc_live_nonsense' })
    expect(signedIn.text).toBe(plain.text)
    expect(withNonsense.text).toBe(plain.text)
    expect((await send(`GET /calendars/${calendar.slug}`, { as: calendar.owner })).body.data).not.toHaveProperty('plan')
  })

  it('leave out meetingUrl, and everything but city and country of a GUESTS_ONLY location', async () => {
    const location = {
      name: 'At home',
      address: 'Rue Basse 1',
      city: 'Lyon',
      country: 'FR',
      latitude: 45.7,
      longitude: 4.8,
    }
    const event = await newEvent(calendar, {
      locationType: 'HYBRID',
      location,
      locationVisibility: 'GUESTS_ONLY',
      meetingUrl: 'https://meet.example/secret',
    })
    expect(event).toMatchObject({ location, meetingUrl: 'https://meet.example/secret' })
    const open = (await send(`GET /events/slug/${event.slug}`)).body.data
    expect(open).not.toHaveProperty('meetingUrl')
    expect(open.location).toEqual({
      name: null,
      address: null,
      city: 'Lyon',
      region: null,
      country: 'FR',
      latitude: null,
      longitude: null,
    })
  })

  it.each([
    ['a draft', { status: 'DRAFT' }, 404],
    ['a private event', { visibility: 'PRIVATE' }, 404],
    ['an unlisted event', { visibility: 'UNLISTED' }, 200],
  ])('return $2 for $0', async (_name, fields, status) => {
    const event = await newEvent(calendar, fields)
    const answer = await send(`GET /events/slug/${event.slug}`)
    expect(answer.status).toBe(status)
    const known = await send(`GET /events/${event.id}`, { as: calendar.owner })
    expect(known.status).toBe(200)
    expect(known.headers.get('Cache-Control')).toBe('no-store')
  })

  it('return 404 for everything in a private calendar, and 200 again once it is public', async () => {
    const own = await newCalendar()
    const event = await newEvent(own)
    const lines = [`GET /calendars/${own.slug}`, `GET /calendars/${own.slug}/events`, `GET /events/slug/${event.slug}`]
    for (const [visibility, status] of [
      ['PUBLIC', 200],
      ['PRIVATE', 404],
      ['PUBLIC', 200],
    ] as const) {
      await send(`PATCH /calendars/${own.slug}`, { as: own.owner, json: { visibility } })
      for (const line of lines) expect((await send(line)).status, line).toBe(status)
    }
  })
})
