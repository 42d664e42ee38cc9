import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { addMember, newCalendar, newEvent, type Calendar } from '../../support/factories.ts'

const DAY = 86_400_000
const at = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + days * DAY).toISOString()

let calendar: Calendar
beforeAll(async () => {
  calendar = await newCalendar({ plan: 'PLUS', name: 'Tables & </title> Co' })
})

const feed = (slug: string, query = '') => send(`GET /calendars/${slug}/events.ics${query}`)
const newToken = async (of: typeof calendar) => {
  const answer = await send(`POST /calendars/${of.slug}/feed-token`, { as: of.owner })
  expect(answer.status).toBe(200)
  return answer.body.data as { token: string; url: string }
}

describe('GET /calendars/:slug/events.ics', () => {
  it('contains published PUBLIC events from 90 days ago to 548 days ahead, and cancelled ones for 90 days', async () => {
    const own = await newCalendar({ plan: 'PLUS' })
    const make = (title: string, from: number, fields = {}) =>
      newEvent(own, { title, startAt: at(from), endAt: at(from + 0.1), ...fields })
    await make('Coming', 5)
    await make('Last month', -30)
    await make('Long over', -92)
    await make('Far ahead', 560)
    await make('Draft', 5, { status: 'DRAFT' })
    await make('Unlisted', 5, { visibility: 'UNLISTED' })
    await make('Private', 5, { visibility: 'PRIVATE' })
    const off = await make('Called off', 6)
    await send(`POST /events/${off.id}/cancel`, { as: own.owner })
    const answer = await feed(own.slug)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect([...answer.text.matchAll(/SUMMARY:(.*)\r/g)].map(([, title]) => title)).toEqual([
      'Last month',
      'Coming',
      'Called off',
    ])
    expect(answer.text).toContain('STATUS:CANCELLED')
    await env.DB.prepare('update events set cancelled_at = ? where id = ?')
      .bind(Date.now() - 91 * DAY, off.id)
      .run()
    await newEvent(own, { title: 'New', startAt: at(9) })
    const later = await feed(own.slug)
    expect(later.text).not.toContain('Called off')
    expect(later.text).toContain('SUMMARY:New')
  })

  it('returns 304 for a matching ETag until an event changes', async () => {
    const own = await newCalendar({ plan: 'PLUS' })
    const event = await newEvent(own, { startAt: at(3) })
    const first = await feed(own.slug)
    const etag = first.headers.get('ETag') as string
    expect((await send(`GET /calendars/${own.slug}/events.ics`, { headers: { 'If-None-Match': etag } })).status).toBe(
      304,
    )
    await send(`PATCH /events/${event.id}`, { as: own.owner, json: { startAt: at(4), endAt: at(5) } })
    const second = await feed(own.slug)
    expect(second.headers.get('ETag')).not.toBe(etag)
    expect(second.text).toContain('SEQUENCE:1')
  })

  it('contains the 500 of 701 events that are nearest in time', async () => {
    const own = await newCalendar({ plan: 'PLUS' })
    const first = await newEvent(own, { title: 'First', startAt: at(1), endAt: at(1.1) })
    const { results } = await env.DB.prepare('select * from events where id = ?').bind(first.id).run()
    const columns = Object.keys(results[0] ?? {})
    const values = columns.map((name) =>
      name === 'id' || name === 'slug'
        ? `${name} || '_' || value`
        : name === 'start_at' || name === 'end_at'
          ? `${name} + value * 3600000`
          : name,
    )
    await env.DB.prepare(
      `insert into events (${columns.join(', ')}) select ${values.join(', ')} from events, (with recursive n(value) as (select 1 union all select value + 1 from n where value < 700) select value from n) where id = ?`,
    )
      .bind(first.id)
      .run()
    const token = await newToken(own)
    const answer = await feed(own.slug, `?token=${token.token}`)
    expect(answer.text.match(/BEGIN:VEVENT/g)).toHaveLength(500)
    expect(answer.text).toContain(`UID:${first.id}@`)
  })

  it('returns 403 plan_insufficient on the plan FREE and 404 for a private calendar', async () => {
    const free = await newCalendar({ plan: 'FREE' })
    for (const path of ['events.ics', 'embed.json', 'embed']) {
      const answer = await send(`GET /calendars/${free.slug}/${path}`)
      expect([answer.status, answer.body.code]).toEqual([403, 'plan_insufficient'])
    }
    expect((await send(`GET /calendars/${free.slug}/events`)).status).toBe(200)
    const hidden = await newCalendar({ plan: 'PLUS', visibility: 'PRIVATE' })
    for (const path of ['events.ics', 'embed.json', 'embed', 'events']) {
      expect((await send(`GET /calendars/${hidden.slug}/${path}`)).status).toBe(404)
    }
    expect((await send('GET /calendars/nobody-has-this/events.ics')).status).toBe(404)
  })
})

describe('feed token', () => {
  it('opens all published events of a private calendar and rules out shared caching', async () => {
    const own = await newCalendar({ plan: 'PLUS', visibility: 'PRIVATE' })
    for (const visibility of ['PUBLIC', 'UNLISTED', 'PRIVATE'])
      await newEvent(own, { title: visibility, visibility, startAt: at(2) })
    await newEvent(own, { title: 'DRAFT', status: 'DRAFT', startAt: at(2) })
    const { token, url } = await newToken(own)
    expect(url).toMatch(new RegExp(`/api/calendars/${own.slug}/events.ics\\?token=${token}$`))
    const answer = await feed(own.slug, `?token=${token}`)
    expect([...answer.text.matchAll(/SUMMARY:(.*)\r/g)].map(([, title]) => title).toSorted()).toEqual([
      'PRIVATE',
      'PUBLIC',
      'UNLISTED',
    ])
    expect(answer.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
    const again = await send(`GET /calendars/${own.slug}/events.ics?token=${token}`, {
      headers: { 'If-None-Match': answer.headers.get('ETag') as string },
    })
    expect(again.status).toBe(304)
  })

  it('gets 404 when it is wrong, rotated, deleted or from another calendar', async () => {
    const [own, other] = [await newCalendar({ plan: 'PLUS' }), await newCalendar({ plan: 'PLUS' })]
    const first = await newToken(own)
    const foreign = await newToken(other)
    for (const wrong of ['x', '', foreign.token, `${first.token}x`, first.token.slice(0, -1)]) {
      expect((await feed(own.slug, `?token=${wrong}`)).status, wrong).toBe(404)
    }
    const second = await newToken(own)
    expect((await feed(own.slug, `?token=${first.token}`)).status).toBe(404)
    expect((await feed(own.slug, `?token=${second.token}`)).status).toBe(200)
    const state = async () => (await send(`GET /calendars/${own.slug}/feed-token`, { as: own.owner })).body.data
    expect(await state()).toEqual({ isOpen: true })
    const gone = await send(`DELETE /calendars/${own.slug}/feed-token`, { as: own.owner })
    expect(await state()).toEqual({ isOpen: false })
    expect(gone.body.data).toEqual({ id: own.id, deleted: true })
    expect((await feed(own.slug, `?token=${second.token}`)).status).toBe(404)
    expect((await feed(own.slug)).status).toBe(200)
  })

  it('is stored as a hash, and requires the role OWNER and the plan PLUS', async () => {
    const own = await newCalendar({ plan: 'PLUS' })
    const { token } = await newToken(own)
    const row = await env.DB.prepare('select * from calendars where id = ?').bind(own.id).first()
    expect(JSON.stringify(row)).not.toContain(token)
    const manager = await addMember(own, 'usr_manager', 'MANAGER')
    expect((await send(`POST /calendars/${own.slug}/feed-token`, { as: manager })).status).toBe(403)
    const free = await newCalendar({ plan: 'FREE' })
    expect((await send(`POST /calendars/${free.slug}/feed-token`, { as: free.owner })).body.code).toBe(
      'plan_insufficient',
    )
  })
})

describe('GET /events/slug/:slug/event.ics', () => {
  it('contains exactly one event, on every plan', async () => {
    const free = await newCalendar({ plan: 'FREE' })
    const event = await newEvent(free, { title: 'Alone' })
    const answer = await send(`GET /events/slug/${event.slug}/event.ics`)
    expect(answer.status).toBe(200)
    expect(answer.text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(answer.text).toContain(`UID:${event.id}@event-calendar.local`)
    expect(answer.headers.get('Content-Disposition')).toContain(`${event.slug}.ics`)
    expect(answer.text).not.toMatch(/^(METHOD|ORGANIZER|CONTACT)/m)
  })

  it('names the contact email of the calendar as ORGANIZER and CONTACT', async () => {
    const named = await newCalendar({ plan: 'PLUS', name: 'Club' })
    await send(`PATCH /calendars/${named.slug}`, { as: named.owner, json: { contactEmail: 'hello@club.test' } })
    const event = await newEvent(named, { startAt: at(5) })
    const told = /ORGANIZER;CN="Club":mailto:hello@club\.test\r\nCONTACT:Club\\, hello@club\.test\r\n/
    expect((await send(`GET /events/slug/${event.slug}/event.ics`)).text).toMatch(told)
    expect((await feed(named.slug)).text).toMatch(told)
  })
})

describe('GET /calendars/:slug/embed.json', () => {
  it('returns events with local times, lowest price and a short summary', async () => {
    const own = await newCalendar({ plan: 'PLUS' })
    const event = await newEvent(own, {
      title: 'Supper',
      startAt: '2031-07-01T19:00',
      endAt: '2031-07-01T22:00',
      timezone: 'Europe/Paris',
      description: 'word '.repeat(100),
      location: { name: 'Hall', city: 'Lyon' },
      capacity: 30,
      tags: ['food'],
      tickets: [
        { name: 'Seat', price: 2500, currency: 'EUR' },
        { name: 'Student', price: 1200, currency: 'EUR' },
        { name: 'Crew', isHidden: true },
      ],
    })
    await newEvent(own, { title: 'Fair', allDay: true, startAt: '2031-08-01', endAt: '2031-08-03' })
    const answer = await send(`GET /calendars/${own.slug}/embed.json`)
    const { data } = answer.body
    expect(data.version).toBe(1)
    expect(data.calendar).toMatchObject({
      slug: own.slug,
      timezone: 'Europe/Paris',
      icsUrl: expect.stringContaining('/events.ics'),
    })
    expect(data.events[0]).toMatchObject({
      id: event.id,
      title: 'Supper',
      startAt: '2031-07-01T17:00:00.000Z',
      localStart: '2031-07-01T19:00:00',
      localEnd: '2031-07-01T22:00:00',
      isFree: false,
      priceFrom: 1200,
      currency: 'EUR',
      location: { name: 'Hall', city: 'Lyon' },
      spotsRemaining: 30,
      registrationStatus: 'OPEN',
      tags: ['food'],
    })
    expect(data.events[0].summary.length).toBeLessThanOrEqual(221)
    expect(data.events[1]).toMatchObject({
      allDay: true,
      localStart: '2031-08-01',
      localEnd: '2031-08-03',
      isFree: true,
    })
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
  })

  it('sets generatedAt to the last change of the content, not to the time of the request', async () => {
    const own = await newCalendar({ plan: 'PLUS' })
    const begun = at(-0.01)
    await newEvent(own, { startAt: begun, endAt: at(1) })
    const event = await newEvent(own, { startAt: at(2), endAt: at(3) })
    const first = await send(`GET /calendars/${own.slug}/embed.json?limit=5`)
    const second = await send(`GET /calendars/${own.slug}/embed.json?limit=6`)
    expect(second.body.data.generatedAt).toBe(first.body.data.generatedAt)
    const changed = await send(`PATCH /events/${event.id}`, { as: own.owner, json: { title: 'New' } })
    const third = await send(`GET /calendars/${own.slug}/embed.json?limit=5`)
    expect(third.body.data.generatedAt).toBe(changed.body.data.updatedAt)
  })

  it.each([
    ['limit=101', 'limit'],
    ['limit=0', 'limit'],
    ['from=x', 'from'],
    ['from=2031-02-01&to=2031-01-01', 'from'],
  ])('returns 400 for %s', async (query, field) => {
    const answer = await send(`GET /calendars/${calendar.slug}/embed.json?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].field).toBe(field)
  })
})

describe('GET /calendars/:slug/embed', () => {
  const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(2)> "'& \u202eflipped`

  it('renders without JavaScript and escapes all text', async () => {
    const own = await newCalendar({ plan: 'PLUS', name: hostile })
    await newEvent(own, {
      title: hostile,
      description: hostile,
      location: { name: hostile, city: hostile },
      startAt: at(2),
      coverUrl: `https://img.example/"onload="x`,
    })
    const answer = await send(`GET /calendars/${own.slug}/embed?locale=fr-FR&accent=ff0066&theme=dark`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(answer.text).toContain('<html lang="fr-FR" dir="ltr" data-theme="dark">')
    expect(answer.text).toMatch(/<time datetime="\d{4}-/)
    expect(answer.text).not.toMatch(/<img src=x|<script>alert|\u202e|"onload="/)
    const scripts = [...answer.text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    expect(scripts.map(([, attributes]) => attributes)).toEqual([' type="application/ld+json"', ''])
    const ld = JSON.parse(scripts[0]?.[2] ?? '')
    expect(ld).toMatchObject({ '@type': 'Event', eventStatus: 'https://schema.org/EventScheduled' })
    expect(ld.name).toContain('</script>')
  })

  it('uses the language of the calendar or of the locale parameter, and links to pages in that language', async () => {
    const own = await newCalendar({ plan: 'PLUS', locale: 'fr' })
    const { slug } = await newEvent(own, {
      title: 'Nuit',
      translations: { de: { title: 'Nacht' } },
      startAt: at(2),
      status: 'PUBLISHED',
    })
    const [bare, german] = [
      (await send(`GET /calendars/${own.slug}/embed`)).text,
      (await send(`GET /calendars/${own.slug}/embed?locale=de-AT`)).text,
    ]
    for (const said of ['<html lang="fr"', 'Gratuit', '>Nuit<', `/e/${slug}"`]) expect(bare).toContain(said)
    for (const said of ['<html lang="de-AT"', 'Kostenlos', '>Nacht<', `/e/${slug}?lang=de"`])
      expect(german).toContain(said)
  })

  it('shows the poster of an event without a cover, in the event’s hue, and its cover otherwise', async () => {
    const own = await newCalendar({ plan: 'PLUS' })
    await newEvent(own, { title: 'Plain', startAt: at(2), status: 'PUBLISHED', accent: 130 })
    await newEvent(own, { startAt: at(3), status: 'PUBLISHED', coverUrl: 'https://img.example/x.jpg' })
    const { text } = await send(`GET /calendars/${own.slug}/embed`)
    const pictures = [...text.matchAll(/<img src="([^"]+)"/g)].map(([, source]) => source)
    expect(pictures).toEqual([
      expect.stringMatching(/^https?:\/\/[^/]+\/posters\/\w+-130-[\w.-]+\.svg$/),
      'https://img.example/x.jpg',
    ])
  })

  it('allows only its own styles and script, by hash, and lets any site frame it', async () => {
    const answer = await send(`GET /calendars/${calendar.slug}/embed?accent=%23abc`)
    const policy = answer.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain('frame-ancestors *')
    expect(policy).not.toMatch(/unsafe|nonce/)
    const hash = async (text: string) =>
      `'sha256-${btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))))}'`
    const held = [...answer.text.matchAll(/<(style|script)>([\s\S]*?)<\/\1>/g)]
    expect(held).toHaveLength(3)
    for (const [, , text] of held) expect(policy).toContain(await hash(text ?? ''))
    const elsewhere = await send(`GET /calendars/${calendar.slug}`)
    expect(elsewhere.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
  })

  it.each([
    ['theme=neon', 'theme'],
    ['accent=red', 'accent'],
    ['accent=%23fff;}', 'accent'],
    ['locale=%22', 'locale'],
    ['locale=zz-nope-nope', 'locale'],
    ['tz=Mars', 'tz'],
    ['limit=0', 'limit'],
    ['compact=perhaps', 'compact'],
  ])('returns 400 for %s and names %s', async (query, field) => {
    const answer = await send(`GET /calendars/${calendar.slug}/embed?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].field).toBe(field)
  })

  it.each([
    [
      'no such calendar',
      'no-such-calendar',
      '',
      404,
      'There’s no public calendar “no-such-calendar”. Check data-calendar.',
    ],
    ['a private calendar', 'PRIVATE', '', 404, 'There’s no public calendar “'],
    ['a calendar on Free', 'FREE', '', 403, 'needs the Plus plan to appear here.'],
    ['a mistyped attribute', 'PLUS', '?theme=neon', 400, 'Check the attribute data-theme. ('],
    [
      'a mistyped attribute in German',
      'PLUS',
      '?theme=neon&locale=de',
      400,
      'Bitte prüfen Sie das Attribut data-theme.',
    ],
  ])('explains an error in the frame as HTML: %s', async (_what, which, query, status, says) => {
    const made = {
      FREE: () => newCalendar({ plan: 'FREE' }),
      PLUS: () => newCalendar({ plan: 'PLUS' }),
      PRIVATE: () => newCalendar({ plan: 'PLUS', visibility: 'PRIVATE' }),
    }[which]
    const slug = made === undefined ? which : (await made()).slug
    const line = `GET /calendars/${slug}/embed${query}`
    const shown = await send(line, { headers: { Accept: 'text/html,*/*;q=0.8' } })
    expect(shown.status).toBe(status)
    expect(shown.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(shown.headers.get('Content-Security-Policy')).toContain('frame-ancestors *')
    expect(shown.headers.get('X-Request-Id')).toMatch(/^req_/)
    expect(shown.text).toContain(says)
    const told = await send(line)
    expect(told.body).toMatchObject({ statusCode: status, code: expect.any(String) })
  })

  it.each([
    ['?locale=de-AT', 'fr', 'de', 'Es gibt keinen öffentlichen Kalender'],
    ['', 'ar, en;q=0.5', 'ar', 'لا يوجد تقويم عام'],
    ['', '', 'en', 'There’s no public calendar'],
  ])('explains an error in the language of locale or Accept-Language: %s, %s', async (query, accepted, lang, says) => {
    const headers = { Accept: 'text/html', 'Accept-Language': accepted }
    const shown = await send(`GET /calendars/no-such-calendar/embed${query}`, { headers })
    expect(shown.text).toContain(`<html lang="${lang}"`)
    expect(shown.text).toContain(says)
  })

  it('escapes the name of an unknown calendar', async () => {
    const shown = await send('GET /calendars/%3Cscript%3Ealert(1)%3C%2Fscript%3E/embed', {
      headers: { Accept: 'text/html' },
    })
    expect(shown.status).toBe(404)
    expect(shown.text).toContain('“&lt;script&gt;alert(1)&lt;/script&gt;”')
  })

  it('shows an empty calendar in the language of locale, and times in the zone of tz', async () => {
    const own = await newCalendar({ plan: 'PLUS' })
    expect((await send(`GET /calendars/${own.slug}/embed?locale=de`)).text).toContain(
      'Zurzeit sind keine Veranstaltungen geplant',
    )
    await newEvent(own, { startAt: '2031-07-01T18:00:00Z' })
    expect((await send(`GET /calendars/${own.slug}/embed?locale=en-GB`)).text).toContain('20:00')
    expect((await send(`GET /calendars/${own.slug}/embed?locale=en-GB&tz=Asia/Tokyo`)).text).toContain('03:00')
  })
})

describe('GET /embed.js', () => {
  it('is smaller than 2 KiB, returns 304 for a matching ETag and ignores messages from other frames', async () => {
    const answer = await send('GET /embed.js')
    expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect(new TextEncoder().encode(answer.text).length).toBeLessThan(2_048)
    expect(answer.text).toContain('allow-scripts allow-popups allow-same-origin')
    expect(answer.text).toContain('"de":"Veranstaltungen"')
    expect(answer.text).toContain('source!==frame.contentWindow||origin!==url.origin')
    const again = await send('GET /embed.js', { headers: { 'If-None-Match': answer.headers.get('ETag') as string } })
    expect(again.status).toBe(304)
  })
})
