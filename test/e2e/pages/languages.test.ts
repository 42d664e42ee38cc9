import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOCALES } from '../../../src/kernel/vocabulary.ts'
import { languageOf } from '../../../src/words/words.ts'
import { mailTo } from '../../../harness/mailbox.ts'
import { newStage, troublesOf, type Stage } from '../../../harness/stage.ts'

let stage: Stage
let slug = ''

const TITLES = { de: { title: 'Nachtmusik am Kai' }, ar: { title: 'أمسية عود على رصيف الميناء' } }

beforeAll(async () => {
  stage = await newStage()
  slug = (await stage.newEvent({ title: 'Night music', translations: TITLES })).slug
})

afterAll(() => stage.end())

const NO_SCRIPT = { javaScriptEnabled: false }
const PEOPLE = { Accept: 'text/html' }
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(stage.origin + path, { redirect: 'manual', headers: { ...PEOPLE, ...headers } })

describe.each(LOCALES)('visitor in %s without JavaScript', (locale) => {
  const { words, direction } = languageOf(locale)
  it('gets the calendar, the event, the ticket and the email in that language', async () => {
    const email = `reads-${locale}@strangers.test`
    const troubles = await stage.visit(
      `/c/${stage.service.demo.calendars.pro}?lang=${locale}`,
      async (page) => {
        await page.locator(`a[href*="/e/${slug}"]`).first().click()
        await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(locale)
        await expect.poll(() => page.locator('html').getAttribute('dir')).toBe(direction)
        // The style sheet hides the button that leads to the second step.
        await page.waitForLoadState()
        await page.getByLabel(words.form.firstName, { exact: true }).fill('Ada')
        await page.getByLabel(words.form.lastName, { exact: true }).fill('Lovelace')
        await page.getByLabel(words.form.email, { exact: true }).fill(email)
        await page.getByRole('button', { name: words.standing.register }).click()
        await page.waitForURL(/\/r\/[^/]+$/)
        await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(locale)
        await expect.poll(() => page.locator('h1').textContent()).toBe(words.guest.in)
        await expect.poll(() => page.locator('.pass').textContent()).toContain(words.when.date)
      },
      NO_SCRIPT,
    )
    expect(troubles).toEqual([])
    const { text } = await mailTo(stage.service.dataDir, email, /./)
    expect(text).toContain(words.guest.showCode)
    expect(text).toContain(words.mail.openTicket(1))
  })
})

describe('language of a page', () => {
  it('follows the lang parameter, ignores Accept-Language, and links every other language', async () => {
    const bare = await ask(`/e/${slug}`, { 'Accept-Language': 'de' })
    expect(bare.headers.get('Content-Language')).toBe('en')
    const german = await ask(`/e/${slug}?lang=de`)
    const html = await german.text()
    expect(german.headers.get('Content-Language')).toBe('de')
    expect(html).toContain('Nachtmusik am Kai')
    expect(html).toContain(`<link rel="canonical" href="${stage.origin}/e/${slug}?lang=de"/>`)
    for (const locale of LOCALES) expect(html).toContain(`hreflang="${locale}"`)
    expect(html).toContain(`hreflang="x-default" href="${stage.origin}/e/${slug}"`)
    expect(await (await ask(`/e/${slug}?lang=tlh`)).text()).toContain('<html lang="en"')
  })

  it('follows Accept-Language on error pages, which are not cached', async () => {
    const lost = await ask('/e/none', { 'Accept-Language': 'pl,en;q=0.5' })
    expect([lost.status, lost.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
    expect(await lost.text()).toContain(languageOf('pl').words.refusal.notFound)
  })

  it('changes once to the browser’s language, and then keeps the visitor’s choice', async () => {
    await stage.visit(
      `/e/${slug}`,
      async (page) => {
        await page.waitForURL(/lang=de/)
        await expect.poll(() => page.locator('h1').textContent()).toBe('Nachtmusik am Kai')
        await page.locator('.languages summary').click()
        await page.locator('a[data-language=en]').click()
        await page.waitForURL(/\/e\/[^?]+$/)
        await page.reload()
        await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')
      },
      { locale: 'de-AT' },
    )
  })

  it('sets right-to-left text on the ticket and in its email', async () => {
    const form = new URLSearchParams({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'rtl@strangers.test',
      locale: 'ar',
    })
    const headers = { ...PEOPLE, 'Content-Type': 'application/x-www-form-urlencoded' }
    const address = `${stage.origin}/e/${slug}?lang=ar`
    const answer = await fetch(address, { method: 'POST', body: form.toString(), headers, redirect: 'manual' })
    const { html } = await mailTo(stage.service.dataDir, 'rtl@strangers.test', /./)
    const troubles = await stage.visit(answer.headers.get('Location') ?? '', async (page) => {
      await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl')
      expect(await troublesOf(page)).toEqual([])
      await expect.poll(() => page.locator('.pass').evaluate((pass) => getComputedStyle(pass).direction)).toBe('rtl')
      // Renders the email without the page's Content Security Policy, as email clients do.
      await page.goto('about:blank')
      await page.setContent(html)
      await expect.poll(() => page.locator('[dir=rtl]').count()).toBeGreaterThan(0)
      await expect
        .poll(() => page.locator('h1').evaluate((head) => getComputedStyle(head).letterSpacing))
        .toBe('normal')
      expect(await troublesOf(page)).toEqual([])
    })
    expect(troubles).toEqual([])
  })

  it('sets the marks of a list at the edge where the page’s own text starts', async () => {
    const { slug: listed } = await stage.newEvent({ description: 'Bring these:\n\n- a coat\n- a lamp' })
    await stage.visit(`/e/${listed}?lang=ar`, async (page) => {
      const list = page.locator('.prose ul')
      const [style, item] = await Promise.all([
        list.evaluate((each) => getComputedStyle(each).direction),
        list
          .locator('li')
          .first()
          .evaluate((each) => {
            const text = document.createRange()
            text.selectNodeContents(each)
            return each.getBoundingClientRect().right - text.getBoundingClientRect().right
          }),
      ])
      expect(style).toBe('rtl')
      expect(item).toBeLessThan(1)
    })
  })

  it('keeps a long word of the title on one line in an email on a phone', async () => {
    const { id } = await stage.newEvent({ title: 'Weihnachtsbaumverkauf am Hafen' })
    const email = 'long@strangers.test'
    await stage.call(`POST /public/events/${id}/registrations`, { firstName: 'Ada', lastName: 'Byron', email })
    const { html } = await mailTo(stage.service.dataDir, email, /./)
    await stage.visit(
      'about:blank',
      async (page) => {
        await page.setContent(html)
        const linesOfFirstWord = await page
          .locator('.face')
          .getByText('am Hafen')
          .evaluate((title) => {
            const word = document.createRange()
            word.setStart(title.firstChild as Text, 0)
            word.setEnd(title.firstChild as Text, 'Weihnachtsbaumverkauf'.length)
            return word.getClientRects().length
          })
        expect(linesOfFirstWord).toBe(1)
        expect(await troublesOf(page)).toEqual([])
      },
      { viewport: { width: 390, height: 844 } },
    )
  })

  it('keeps both parts of the footer on one line at 768 pixels', async () => {
    const links = {
      contactEmail: 'hello@harbour.test',
      imprintUrl: 'https://harbour.test/i',
      privacyUrl: 'https://harbour.test/p',
    }
    await stage.call(`PATCH /calendars/${stage.service.demo.calendars.pro}`, links)
    for (const locale of ['fr', 'ja', 'de']) {
      await stage.visit(
        `/e/${slug}?lang=${locale}`,
        async (page) => {
          const tops = await page
            .locator('.foot > p')
            .evaluateAll((found) => found.map((each) => each.getBoundingClientRect().top))
          expect(tops, locale).toEqual([tops[0], tops[0]])
        },
        { viewport: { width: 768, height: 1024 } },
      )
    }
  })

  it('has no layout or axe issues in right-to-left pages', async () => {
    for (const path of [`/c/${stage.service.demo.calendars.pro}?lang=ar`, `/e/${slug}?lang=ar`]) {
      const troubles = await stage.visit(path, async (page) => expect(await troublesOf(page)).toEqual([]))
      expect(troubles).toEqual([])
    }
  })
})

describe('ticket page', () => {
  const landed = async (email: string) => {
    const body = new URLSearchParams({ firstName: 'Ada', lastName: 'Lovelace', email }).toString()
    const headers = { ...PEOPLE, 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(`${stage.origin}/e/${slug}`, { method: 'POST', body, headers, redirect: 'manual' })
    return answer.headers.get('Location') ?? ''
  }

  it('prints on one sheet', async () => {
    await stage.visit(await landed('prints@strangers.test'), async (page) => {
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    })
  })

  it('has a print button in the HTML, hidden without JavaScript', async () => {
    const path = await landed('button@strangers.test')
    expect(await (await ask(path)).text()).toMatch(/data-prints="true">/)
    await stage.visit(
      path,
      async (page) => expect(await page.locator('[data-prints]').isVisible()).toBe(false),
      NO_SCRIPT,
    )
  })

  it('shows ten swipeable passes for a party of ten and prints them on four sheets', async () => {
    const ticketId = /name="quantity\.([^"]+)"/.exec(await (await ask(`/e/${slug}`)).text())?.[1] ?? ''
    const people = Array.from({ length: 10 }, (_, index) => [
      [`guests.${index}.firstName`, `Guest ${index + 1}`],
      [`guests.${index}.ticketId`, ticketId],
    ]).flat()
    const buyer = { firstName: 'Ada', lastName: 'Lovelace', email: 'ten@strangers.test', attending: 'no', guests: '10' }
    const fields = { ...buyer, [`quantity.${ticketId}`]: '10', ...Object.fromEntries(people) }
    const body = new URLSearchParams(fields).toString()
    const headers = { ...PEOPLE, 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(`${stage.origin}/e/${slug}`, { method: 'POST', body, headers, redirect: 'manual' })
    const troubles = await stage.visit(
      answer.headers.get('Location') ?? '',
      async (page) => {
        const passes = page.locator('.own-passes > li')
        await expect.poll(() => passes.count()).toBe(10)
        await expect.poll(() => passes.nth(9).textContent()).toContain('10 of 10')
        const lefts = () => passes.evaluateAll((found) => found.map((each) => each.getBoundingClientRect().left))
        const isShown = (left: number | undefined) => left !== undefined && left >= 0 && left < 200
        expect((await lefts()).map(isShown)).toEqual([true, ...Array<boolean>(9).fill(false)])
        // The swipe is short. Scroll snapping moves on to the next pass.
        await page.locator('.own-passes').evaluate((row) => row.scrollBy({ left: 200 }))
        await expect.poll(async () => (await lefts()).findIndex(isShown)).toBe(1)
        await page.getByRole('link', { name: 'Guest 7' }).click()
        await expect.poll(async () => (await lefts()).findIndex(isShown)).toBe(6)
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
          .toBeLessThanOrEqual(0)
        const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
        expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(4)
      },
      { viewport: { width: 390, height: 844 }, ...NO_SCRIPT },
    )
    expect(troubles).toEqual([])
    await stage.visit(answer.headers.get('Location') ?? '', async (page) => expect(await troublesOf(page)).toEqual([]))
  })

  it('opens offline after the first visit', async () => {
    const path = await landed('offline@strangers.test')
    await stage.visit(path, async (page) => {
      await page.locator('.kept').waitFor()
      await page.context().setOffline(true)
      await page.reload()
      await expect.poll(() => page.locator('h1').textContent()).toBe('You’re in')
      await expect
        .poll(() => page.locator('.code a img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBe(726)
    })
  })

  it('can be requested by email, with the same response for every address', async () => {
    const path = await landed('lost@strangers.test')
    const seen: string[] = []
    for (const email of ['lost@strangers.test', 'nobody@strangers.test']) {
      await stage.visit(
        `/e/${slug}`,
        async (page) => {
          await page.getByRole('link', { name: 'Lost your link?' }).click()
          await page.getByLabel('Email').fill(email)
          await page.getByRole('button', { name: 'Email my link' }).click()
          await page.waitForURL(/\/already$/)
          seen.push((await page.locator('main').textContent()) ?? '')
        },
        NO_SCRIPT,
      )
    }
    expect(seen[0]).toBe(seen[1])
    expect((await mailTo(stage.service.dataDir, 'lost@strangers.test', /registered/)).text).toContain(path)
  })
})

it('posters are immutable SVG files, and link previews are PNG', async () => {
  const html = await (await ask(`/e/${slug}`)).text()
  const svg = await ask(/src="(\/posters\/[^"]+)"/.exec(html)?.[1] ?? '')
  expect([svg.status, svg.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml'])
  expect(svg.headers.get('Cache-Control')).toContain('immutable')
  expect((await ask('/posters/none.svg')).status).toBe(404)
  const preview = await ask(`/e/${slug}/poster.png`)
  expect([preview.status, preview.headers.get('Content-Type')]).toEqual([200, 'image/png'])
  expect(html).toContain(`<meta property="og:image" content="${stage.origin}/e/${slug}/poster.png"/>`)
  const icon = await ask('/favicon.ico')
  expect([icon.status, (await icon.arrayBuffer()).byteLength > 100]).toEqual([200, true])
})
