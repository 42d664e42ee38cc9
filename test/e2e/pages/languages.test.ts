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

describe.each(LOCALES)('a stranger who reads %s, without JavaScript', (locale) => {
  const { words, direction } = languageOf(locale)
  it('goes from the calendar to the ticket in that language, and is mailed in it', async () => {
    const email = `reads-${locale}@strangers.test`
    const troubles = await stage.visit(
      `/c/${stage.service.demo.calendars.pro}?lang=${locale}`,
      async (page) => {
        await page.locator(`a[href*="/e/${slug}"]`).first().click()
        await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(locale)
        await expect.poll(() => page.locator('html').getAttribute('dir')).toBe(direction)
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

describe('the language of a page', () => {
  it('follows the address alone, and each language names the others', async () => {
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

  it('of a refusal, which nobody keeps, is what the browser asks for', async () => {
    const lost = await ask('/e/none', { 'Accept-Language': 'pl,en;q=0.5' })
    expect([lost.status, lost.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
    expect(await lost.text()).toContain(languageOf('pl').words.refusal.notFound)
  })

  it('moves a reader once to what they read, and stays with what they chose', async () => {
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

  it('of a ticket and of its mail runs from right to left where the language does', async () => {
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
      // Under no page's policy, as mail programs draw it.
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

  it('of a mail keeps a long word of the title whole on a telephone', async () => {
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

  it('lets the last line of the foot stand beside the links, where there is room', async () => {
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

  it('from right to left is usable in both schemes and on small phones', async () => {
    for (const path of [`/c/${stage.service.demo.calendars.pro}?lang=ar`, `/e/${slug}?lang=ar`]) {
      const troubles = await stage.visit(path, async (page) => expect(await troublesOf(page)).toEqual([]))
      expect(troubles).toEqual([])
    }
  })
})

describe('a ticket', () => {
  const landed = async (email: string) => {
    const body = new URLSearchParams({ firstName: 'Ada', lastName: 'Lovelace', email }).toString()
    const headers = { ...PEOPLE, 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(`${stage.origin}/e/${slug}`, { method: 'POST', body, headers, redirect: 'manual' })
    return answer.headers.get('Location') ?? ''
  }

  it('is printed on one sheet', async () => {
    await stage.visit(await landed('prints@strangers.test'), async (page) => {
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    })
  })

  it('has the button that prints before its script comes, and none where no script ever does', async () => {
    const path = await landed('button@strangers.test')
    expect(await (await ask(path)).text()).toMatch(/data-prints="true">/)
    await stage.visit(
      path,
      async (page) => expect(await page.locator('[data-prints]').isVisible()).toBe(false),
      NO_SCRIPT,
    )
  })

  it('of a party is a pass for each, the next a swipe away, and three are printed to a sheet', async () => {
    const people = Array.from({ length: 10 }, (_, index) => [`attendees.${index}.firstName`, `Guest ${index + 1}`])
    const buyer = { 'buyer.firstName': 'Ada', 'buyer.lastName': 'Lovelace', 'buyer.email': 'ten@strangers.test' }
    const body = new URLSearchParams({ people: '10', ...buyer, ...Object.fromEntries(people) }).toString()
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
        // As a thumb does, and less than the whole way: it comes to rest on the next.
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

  it('that was seen once opens without a network, and one that is gone does not', async () => {
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

  it('whose link was lost is mailed again, and the answer is the same for every address', async () => {
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

it('posters come from an address of their own that may be kept for good, and previews get pixels', async () => {
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
