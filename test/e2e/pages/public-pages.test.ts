import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allViolations, inBothThemes, seriousViolations } from '../../../harness/browser.ts'
import { listen } from '../../../harness/loopback.ts'
import { fillIn, inDays, newStage, troublesOf, type Stage } from '../../../harness/stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await newStage()
})

afterAll(() => stage.end())

const PATIENCE_MS = 300_000
const PEOPLE = { Accept: 'text/html' }
type Asking = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }
const ask = (path: string, { headers = {}, ...init }: Asking = {}) =>
  fetch(stage.origin + path, { redirect: 'manual', ...init, headers: { ...PEOPLE, ...headers } })
const send = (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
  ask(path, { method: 'POST', body, headers: { 'Content-Type': type } })

describe('calendar page', () => {
  it('lists upcoming and past events, and has a Subscribe menu if the plan includes feeds', async () => {
    for (const [slug, offers] of [
      [stage.service.demo.calendars.plus, 1],
      [stage.service.demo.calendars.free, 0],
    ] as const) {
      const troubles = await stage.visit(`/c/${slug}`, async (page) => {
        await expect.poll(() => page.locator('.month .event').count()).toBeGreaterThan(0)
        await expect.poll(() => page.getByText('Subscribe', { exact: true }).count()).toBe(offers)
        if (offers === 1) {
          await page.getByText('Subscribe', { exact: true }).click()
          const links = await page
            .locator('.doors > .menu a')
            .evaluateAll((found) => found.map((a) => a.getAttribute('href')))
          expect(links[0]).toMatch(/^webcal:.*\/events\.ics$/)
          expect(links[1]).toContain(encodeURIComponent(links[0] ?? ''))
        }
        expect(await troublesOf(page)).toEqual([])
        await page.keyboard.press('Escape')
        // At 1440 pixels, two months appear next to the list. Days with events link to that day in the month view.
        await page.setViewportSize({ width: 1079, height: 900 })
        await expect.poll(() => page.locator('.beside').isVisible()).toBe(false)
        await page.setViewportSize({ width: 1440, height: 900 })
        await expect.poll(() => page.locator('.beside table').count()).toBe(2)
        expect(await seriousViolations(page)).toEqual([])
        const day = page.locator('.beside td a').first()
        const date = new URL((await day.getAttribute('href')) ?? '', stage.origin).hash.slice(1)
        await day.click()
        await page.locator(`td[id="${date}"]:target :is(.entry, .span)`).first().waitFor()
        await page.goBack()
        await page.getByRole('link', { name: 'Past events' }).click()
        await page.waitForURL(/past=true/)
        await expect.poll(() => page.locator('.month .event').count()).toBeGreaterThan(0)
        expect(await troublesOf(page)).toEqual([])
        await page.goto(`${stage.origin}/c/${slug}?tag=none`)
        await expect.poll(() => page.locator('main').textContent()).toContain('No results')
      })
      expect(troubles).toEqual([])
    }
  })
})

describe('event page', () => {
  it.each([
    ['that registration isn’t open yet', { registrationOpensAt: inDays(9) }, 'Registration isn’t open yetIt opens on'],
    ['that registration has closed', { registrationClosesAt: inDays(-1) }, 'Registration has closedIt closed on'],
    ['that it is over', { startAt: inDays(-2) }, 'This event is over'],
    ['how many places are left', { capacity: 12 }, 'Tickets12 places left'],
    [
      'the price and places of tickets on sale',
      {
        tickets: [
          { name: 'Now', price: 1000, currency: 'EUR', type: 'PAID', capacity: 3 },
          { name: 'Later', salesStartAt: inDays(5) },
        ],
      },
      'Now3 left€10.00',
    ],
  ])('shows %s', async (_what, fields, words) => {
    const { slug } = await stage.newEvent(fields)
    const troubles = await stage.visit(`/e/${slug}`, async (page) => {
      await expect.poll(() => page.locator('#register').textContent()).toContain(words)
      expect(await troublesOf(page)).toEqual([])
    })
    expect(troubles).toEqual([])
  })

  it('shows that it is sold out, and later that it is cancelled and why', async () => {
    const full = await stage.newEvent({ capacity: 1 })
    const body = new URLSearchParams({ firstName: 'A', lastName: 'B', email: 'only@guests.test' }).toString()
    const landed = (await send(`/e/${full.slug}`, body)).headers.get('Location')
    expect(await (await ask(`/e/${full.slug}`)).text()).toContain('there’s no waiting list')
    const late = await send(`/e/${full.slug}`, body.replace('only', 'late'))
    expect([late.status, (await late.text()).includes('Someone else just got the last place.')]).toEqual([409, true])
    await stage.call(`POST /events/${full.id}/cancel`, { reason: 'The hall is flooded.' })
    for (const path of [`/e/${full.slug}`, landed ?? '']) {
      const html = await (await ask(path)).text()
      expect(html).toContain('This event is cancelled')
      expect(html).toContain('The hall is flooded.')
      expect(html).not.toMatch(/Available|\d left/)
    }
    // The page of a cancelled event links to other events by the organiser and strikes through its ticket.
    expect(await (await ask(`/e/${full.slug}`)).text()).toMatch(/class="button soft" href="\/c\/[^"]+"><bdi>Events by/)
    expect(await (await ask(landed ?? '')).text()).toMatch(/<article class="pass bare off"[^]*<s><bdi>/)
  })

  it('shows the visitor’s local time, schema.org data and Open Graph tags', async () => {
    const { slug } = await stage.newEvent({
      title: 'A night in Lisbon',
      tickets: [{ name: 'A', price: 1250, currency: 'EUR' }],
    })
    const options = { timezoneId: 'Asia/Tokyo' }
    await stage.visit(
      `/e/${slug}`,
      async (page) => {
        await expect.poll(() => page.locator('[data-your-time]').textContent()).toMatch(/ your time$/)
        const ld = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
        expect(ld).toMatchObject({ '@type': 'Event', name: 'A night in Lisbon', offers: [{ price: '12.50' }] })
        expect(ld.url).toBe(`${stage.origin}/e/${slug}`)
        await expect
          .poll(() => page.locator('meta[property="og:title"]').getAttribute('content'))
          .toBe('A night in Lisbon')
      },
      options,
    )
  })

  it('shows the amount due for a paid ticket and the payment deadline', async () => {
    const { slug } = await stage.newEvent({ tickets: [{ name: 'Seat', type: 'PAID', price: 2500, currency: 'EUR' }] })
    await stage.visit(`/e/${slug}`, async (page) => {
      await page.getByRole('button', { name: 'Continue · €25.00' }).click()
      await fillIn(page, 'owes@guests.test')
      await page.getByText('Add coupon code').click()
      await page.getByLabel('Coupon code').fill('NONE')
      await page.getByRole('button', { name: 'Place order · €25.00' }).click()
      await page.getByText('Coupon code: This code doesn’t work here.').waitFor()
      await expect.poll(() => page.locator('[name=couponCode]:focus').count()).toBe(1)
      await page.getByLabel('Coupon code').fill('')
      await page.getByRole('button', { name: 'Place order · €25.00' }).click()
      await page.waitForURL(/\/r\//)
      await expect
        .poll(() => page.locator('.standing').textContent())
        .toMatch(/You still need to pay €25.00.*hold the place until/s)
      await expect.poll(() => page.locator('.payment').textContent()).toMatch(/€25\.00.*Payment reference/s)
      await expect.poll(() => page.locator('.code').count()).toBe(0)
      expect(await troublesOf(page)).toEqual([])
    })
  })
})

describe('public pages', () => {
  // Axe runs 120 times, which takes longer than other tests on a busy machine.
  it(
    'have no axe violations and no horizontal scrolling from 320 to 1920 pixels',
    { timeout: PATIENCE_MS },
    async () => {
      const { calendars } = stage.service.demo
      const party = await stage.newEvent({
        title: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenausstellungseröffnung',
        registrationQuestions: [
          { label: 'What do you eat?', type: 'SELECT', required: true, options: ['Fish', 'None'] },
        ],
        tickets: [
          { name: 'Front', type: 'PAID', price: 4_800, currency: 'EUR', capacity: 5, maxPerOrder: 4 },
          { name: 'Back', type: 'FREE' },
        ],
      })
      const plain = await stage.newEvent({ location: { name: 'São Roque', city: 'Lisbon' } })
      const form = new URLSearchParams({ firstName: 'Ada', lastName: 'Lovelace', email: 'wide@guests.test' })
      const ticket = (await send(`/e/${plain.slug}`, form.toString())).headers.get('Location') ?? ''
      const paths = [
        '/',
        '/docs',
        `/c/${calendars.pro}`,
        `/c/${calendars.pro}?past=true`,
        `/c/${calendars.pro}?view=month`,
        `/c/${calendars.pro}?view=month&lang=ar`,
        `/e/${party.slug}`,
        `/e/${party.slug}?lang=ar`,
        `/e/${party.slug}/lost-link`,
        ticket,
        `${ticket}?lang=ar`,
        `${ticket}/cancel`,
        '/nowhere',
        `/api/calendars/${calendars.pro}/embed`,
        '/api/calendars/none/embed',
      ]
      for (const path of paths) {
        const troubles = await stage.visit(path, async (page) => {
          for (const width of [320, 390, 768, 1440, 1920]) {
            await page.setViewportSize({ width, height: 900 })
            if (width <= 1440)
              await inBothThemes(page, async (theme) =>
                expect(await allViolations(page), `${path}, ${width}, ${theme}`).toEqual([]),
              )
            const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
            expect(over, `${path}, ${width}`).toBeLessThanOrEqual(0)
          }
        })
        expect(troubles, path).toEqual([])
      }
    },
  )
})

describe('embedded event list', () => {
  it.each([
    ['light', '#fffdf8', 'dark'],
    ['dark', '#16181d', 'light'],
  ] as const)('is %s on a background of %s, although the device prefers %s', async (theme, ground, device) => {
    const script = `<script async src="${stage.service.baseUrl}/embed.js" data-calendar="demo-pro"></script>`
    const site = await listen((_request, response) =>
      response
        .setHeader('Content-Type', 'text/html')
        .end(`<!doctype html><title>Harbour</title><style>body{background:${ground}}</style><h1>Harbour</h1>${script}`),
    )
    await stage.visit(
      site.origin,
      async (page) => {
        const list = page.frameLocator('iframe')
        await list.locator('article').first().waitFor()
        await expect.poll(() => list.locator('html').getAttribute('data-theme')).toBe(theme)
        const drawn = await list
          .locator('h3')
          .first()
          .evaluate((heading) => {
            const canvas = document.createElement('canvas').getContext('2d')
            if (canvas === null) throw new Error('nothing to paint on')
            canvas.fillStyle = getComputedStyle(heading.querySelector('a') ?? heading).color
            canvas.fillRect(0, 0, 1, 1)
            const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
            return { ink: (red + green + blue) / 3, ground: getComputedStyle(document.body).backgroundColor }
          })
        // The background is transparent, so the text colour has to contrast with the background of the website.
        expect(drawn.ground).toBe('rgba(0, 0, 0, 0)')
        if (theme === 'light') expect(drawn.ink).toBeLessThan(90)
        else expect(drawn.ink).toBeGreaterThan(200)
        await expect.poll(() => page.locator('iframe').evaluate((frame) => frame.clientHeight)).not.toBe(480)
      },
      { colorScheme: device },
    )
    await site.close()
  })
})

describe('hostile input', () => {
  const EVIL = '<script>alert(1)</script>"\'><img src=x onerror=alert(2)>\u202egnp.exe'
  it('is rendered as text on every page', async () => {
    const description = `${EVIL}\n\n[a](javascript:alert(3)) [b](data:text/html,x) <svg onload=alert(4)>\n\n# ${EVIL}\n\n- ${EVIL}`
    const { slug } = await stage.newEvent({
      title: `Evil ${EVIL}`,
      description,
      tags: ['<b>bold</b>'],
      location: { name: EVIL, city: EVIL },
      tickets: [{ name: EVIL, description: EVIL }],
      registrationQuestions: [{ label: EVIL, type: 'SELECT', required: true, options: [EVIL, 'other'] }],
    })
    const heard: string[] = []
    const troubles = await stage.visit(`/e/${slug}`, async (page) => {
      page.on('dialog', (dialog) => {
        heard.push(dialog.message())
        void dialog.dismiss()
      })
      const look = async () => {
        await expect.poll(() => page.locator('a[href^="javascript:"], a[href^="data:"]').count()).toBe(0)
        await expect
          .poll(() => page.locator('main svg[onload], main script, main [onerror], main b:has-text("bold")').count())
          .toBe(0)
        await expect.poll(() => page.locator('main').textContent()).not.toContain('\u202e')
      }
      await look()
      await page.getByRole('button', { name: 'Register' }).click()
      await page.getByLabel('First name').fill(EVIL)
      await page.getByLabel('Last name').fill('\u202eeslaf')
      await page.getByLabel('Email').fill('evil@guests.test')
      await page.locator('select[name^="answer."]').selectOption({ index: 1 })
      await page.getByRole('button', { name: 'Register' }).click()
      await page.waitForURL(/\/r\//)
      await look()
      await expect.poll(() => page.locator('main').textContent()).toContain('<script>alert(1)</script>')
      await page.goto(`${stage.origin}/c/${stage.service.demo.calendars.pro}`)
      await look()
      expect(await troublesOf(page)).toEqual([])
    })
    expect([heard, troubles]).toEqual([[], []])
  })

  it('causes an error page instead of a 500 when sent in a form', async () => {
    const { slug } = await stage.newEvent()
    const path = `/e/${slug}`
    const many = new URLSearchParams(Array.from({ length: 2_000 }, (_, index) => [`answer.qst_${index}`, 'x']))
    for (const [answer, status] of [
      [await send(path, ''), 400],
      [await send(path, '%%%&=&&firstName=%ff%fe&__proto__=1'), 400],
      [await send(path, many.toString()), 400],
      [await send(path, 'firstName=a&firstName=b&lastName=c&email=no'), 400],
      [await send(path, `firstName=${'a'.repeat(5_000)}&lastName=b&email=a@b.test`), 400],
      [await send(path, 'firstName=a&lastName=b&email=a@b.test&ticketId=tkt_none'), 400],
      [await send(path, `firstName=${'a'.repeat(70_000)}`), 413],
      [await send(path, '{"firstName":"a"}', 'application/json'), 415],
      [await send('/e/none', 'firstName=a'), 404],
      [await send('/r/none.here/accept', 'firstName=a'), 404],
      [await send('/r/none.here/cancel', ''), 404],
    ] as const) {
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([status, 'text/html; charset=utf-8'])
    }
    for (const name of ['%', '%zz', '%00', '..%2f..%2fapi', 'x'.repeat(5_000), '%ff', "'--", '%F0%9F%99%82']) {
      for (const place of ['c', 'e', 'r'])
        expect([404, place, name]).toEqual([(await ask(`/${place}/${name}`)).status, place, name])
    }
  })
})

describe('visibility and caching of pages', () => {
  it('drafts and private events return 404, unlisted events are noindex and not listed', async () => {
    const [draft, secret, unlisted] = await Promise.all([
      stage.newEvent({ status: 'DRAFT' }),
      stage.newEvent({ visibility: 'PRIVATE' }),
      stage.newEvent({ visibility: 'UNLISTED' }),
    ])
    expect([(await ask(`/e/${draft.slug}`)).status, (await ask(`/e/${secret.slug}`)).status]).toEqual([404, 404])
    const answer = await ask(`/e/${unlisted.slug}`)
    expect([answer.status, answer.headers.get('X-Robots-Tag')]).toEqual([200, 'noindex'])
    const list = await (await ask(`/c/${stage.service.demo.calendars.pro}`)).text()
    for (const { slug } of [draft, secret, unlisted]) expect(list).not.toContain(slug)
  })

  it('an event page returns 304 for a known ETag, and the new content after a change', async () => {
    const { id, slug } = await stage.newEvent()
    const first = await ask(`/e/${slug}`)
    const etag = first.headers.get('ETag') ?? ''
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
    expect((await ask(`/e/${slug}`, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    await stage.call(`PATCH /events/${id}`, { title: 'Another evening' })
    const after = await ask(`/e/${slug}`, { headers: { 'If-None-Match': etag } })
    expect([after.status, (await after.text()).includes('Another evening')]).toEqual([200, true])
    expect((await ask(`/e/${id}`)).headers.get('Location')).toBe(`/e/${slug}`)
  })

  it('a manage page is excluded from caches, search engines and referrers, and returns JSON to programs', async () => {
    const { slug } = await stage.newEvent()
    const form = new URLSearchParams({ firstName: 'A', lastName: 'B', email: 'own@guests.test' })
    const landed = await send(`/e/${slug}`, form.toString())
    const path = landed.headers.get('Location') ?? ''
    expect([landed.status, path]).toEqual([303, expect.stringMatching(/^\/r\/[^/]+$/)])
    for (const each of [path, `${path}/cancel`]) {
      const answer = await ask(each)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
      expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(answer.headers.get('X-Robots-Tag')).toBe('noindex')
      expect(answer.headers.get('ETag')).toBeNull()
    }
    const told = await fetch(stage.origin + path)
    expect(await told.json()).toMatchObject({ data: { guest: { status: 'CONFIRMED' }, canCancel: true } })
    const cancelled = await fetch(`${stage.origin + path}/cancel`, { method: 'POST' })
    expect(await cancelled.json()).toMatchObject({ data: { guest: { status: 'CANCELLED' } } })
    const lost = await ask(`${path}x`)
    expect([lost.status, lost.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
  })
})
