import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allViolations } from '../../../harness/browser.ts'
import { fillIn, inDays, newStage, troublesOf, type Stage } from '../../../harness/stage.ts'
import { languageOf } from '../../../src/words/words.ts'

let stage: Stage

beforeAll(async () => {
  stage = await newStage()
})

afterAll(() => stage.end())

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const DESK = { viewport: { width: 1440, height: 900 } }
const QUESTIONS = [
  { label: 'What do you eat?', type: 'SELECT', required: true, options: ['Everything', 'No fish'] },
  { label: 'Tell us more', type: 'TEXTAREA', required: false },
]
const LONG_NAME = 'Sunday matinee with coffee, cake and a guided backstage tour'
const LONG_TITLE =
  'The annual general assembly of the friends of the harbour library with a reading, a supper, three songs and a speech by the mayor of the quay in our town'
const TEXT = `An evening by the water.\n\n${'We play until the lamps go out. '.repeat(60)}`

const euros = (name: string, price: number, more: object = {}) => ({ name, price, currency: 'EUR', ...more })

const EIGHT = [
  euros(LONG_NAME, 14_350, {
    description: 'Numbered seat, close to the players, with a drink and a printed programme.',
  }),
  euros('Stalls', 2_800, { capacity: 8, description: 'Numbered seat' }),
  euros('Balcony', 1_800),
  euros('Under 25', 1_200, { description: 'Bring something that shows your age' }),
  euros('Family', 4_800, { minPerOrder: 2, maxPerOrder: 4 }),
  { name: 'Members', requiresApproval: true },
  euros('Late entry', 900),
  { name: 'Press', salesStartAt: inDays(-3), salesEndAt: inDays(-1) },
]

const awkwardEvent = () =>
  stage.newEvent({
    title: LONG_TITLE,
    description: TEXT,
    location: { name: 'Casa do Cais', address: 'Rua da Alfândega 12', city: 'Lisbon', country: 'PT' },
    tickets: EIGHT,
    registrationQuestions: QUESTIONS,
  })

const outputs = (page: Page) => page.locator('.stepper output').allTextContents()
const focusedName = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)
const guestsOf = async (eventId: string) =>
  (await stage.list(`/events/${eventId}/guests`)) as unknown as { firstName: string; email: string; status: string }[]

/** Returns the elements whose text is wider than they are, or that reach out of the window. */
const overflowing = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        if (element.closest('.sr, [hidden], .skip, svg, details:not([open]) > :not(summary)') !== null) return false
        const box = element.getBoundingClientRect()
        if (box.width === 0) return false
        const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
        const { display, clipPath, textOverflow } = getComputedStyle(element)
        if (textOverflow === 'ellipsis') return false
        const isCut =
          hasText && display !== 'inline' && clipPath === 'none' && element.scrollWidth > element.clientWidth + 1
        return isCut || box.right > innerWidth + 1 || box.left < -1
      })
      .map(({ tagName, className, textContent }) => `${tagName}.${className}: ${textContent?.slice(0, 60)}`),
  )

describe('one free ticket', () => {
  it.each([
    ['a phone', PHONE],
    ['a desktop', DESK],
  ])('takes two presses and one screen of typing on %s', async (_, options) => {
    const event = await stage.newEvent({ description: TEXT })
    const email = `one-${options.viewport.width}@order.test`
    const troubles = await stage.visit(
      `/e/${event.slug}`,
      async (page) => {
        await expect.poll(() => page.getByLabel('First name').isVisible()).toBe(false)
        const isPhone = options === PHONE
        await (isPhone ? page.locator('.reach a') : page.getByRole('button', { name: 'Register' })).click()
        for (const name of ['firstName', 'lastName', 'email'])
          expect((await page.locator(`[name=${name}]`).boundingBox())?.y).toBeLessThan(options.viewport.height)
        await page.getByLabel('First name').fill('Ada')
        await page.getByLabel('Last name').fill('Lovelace')
        await page.getByLabel('Email').fill(email)
        if (isPhone) await page.getByRole('button', { name: 'Register' }).click()
        else await page.keyboard.press('Enter')
        await page.waitForURL(/\/r\//)
        await expect.poll(() => page.locator('h1').textContent()).toBe('You’re in')
      },
      options,
    )
    expect(troubles).toEqual([])
  })

  it('has no stepper if an order takes one ticket', async () => {
    const event = await stage.newEvent({ tickets: [{ name: 'Seat', maxPerOrder: 1 }] })
    await stage.visit(`/e/${event.slug}`, async (page) => {
      await expect.poll(() => page.locator('.stepper, select').count()).toBe(0)
      await fillIn(page, 'single@order.test')
      await page.getByRole('button', { name: 'Register' }).click()
      await page.waitForURL(/\/r\//)
    })
  })
})

describe('steppers', () => {
  it('preselect nothing, announce the count and put the sum on the button', async () => {
    const event = await stage.newEvent({ tickets: [euros('Seat', 5_500), euros('Child', 1_675, { maxPerOrder: 2 })] })
    const troubles = await stage.visit(`/e/${event.slug}?lang=de`, async (page) => {
      expect(await outputs(page)).toEqual(['0 × Seat', '0 × Child'])
      await page.getByRole('button', { name: 'Tickets wählen' }).click()
      await page.getByText('Bitte ein Ticket wählen.').waitFor()
      await page.getByRole('button', { name: 'Eins mehr: Seat' }).dblclick()
      const child = page.getByRole('button', { name: 'Eins mehr: Child' })
      await child.click()
      for (let press = 0; press < 2; press += 1) await page.keyboard.press('Enter')
      expect(await outputs(page)).toEqual(['2 × Seat', '2 × Child'])
      await expect.poll(() => child.getAttribute('aria-disabled')).toBe('true')
      await page.getByRole('button', { name: 'Weiter · 143,50\u00a0€' }).waitFor()
      await page.getByRole('button', { name: 'Eins weniger: Seat' }).click()
      await page.getByRole('button', { name: 'Weiter · 88,50\u00a0€' }).click()
      await page.getByRole('button', { name: 'Zahlungspflichtig bestellen · 88,50\u00a0€' }).waitFor()
      expect(await troublesOf(page)).toEqual([])
    })
    expect(troubles).toEqual([])
  })

  it('are 44 px wide and tall, and stop at ten people in all', async () => {
    const event = await stage.newEvent({ tickets: [{ name: 'A' }, { name: 'B' }] })
    await stage.visit(`/e/${event.slug}`, async (page) => {
      for (const box of await page.locator('.stepper button').all())
        expect(await box.boundingBox()).toMatchObject({ width: 44, height: 44 })
      for (const name of ['A', 'B'])
        for (let press = 0; press < 6; press += 1) await page.getByRole('button', { name: `One more: ${name}` }).click()
      expect(await outputs(page)).toEqual(['6 × A', '4 × B'])
      await page.getByText('You can register up to 10 people at once.').waitFor()
    })
  })

  it.each([320, 390, 1440])('lead to a summary whose prices end where the total ends, at %i px', async (width) => {
    const event = await awkwardEvent()
    await stage.visit(
      `/e/${event.slug}`,
      async (page) => {
        await page.getByRole('button', { name: `One more: ${LONG_NAME}` }).click()
        await page.getByRole('button', { name: 'One more: Stalls' }).click()
        await page.locator('[data-go]').click()
        const endOf = async (selector: string) => {
          const boxes = await Promise.all((await page.locator(selector).all()).map((price) => price.boundingBox()))
          return boxes.map((box) => Math.round((box?.x ?? 0) + (box?.width ?? 0)))
        }
        const [total] = await endOf('.order .send .sum b')
        expect(await endOf('.chosen li > :last-child')).toEqual([total, total])
      },
      { viewport: { width, height: 900 } },
    )
  })

  it('have descriptions that start at the edge where the page’s own text starts', async () => {
    const description = 'مقعد قريب من العازفين'
    const event = await stage.newEvent({
      tickets: [
        { name: 'A', description },
        { name: 'B', description: 'Standing' },
      ],
    })
    for (const [lang, edge] of [
      ['ar', 'right'],
      ['en', 'left'],
    ] as const)
      await stage.visit(`/e/${event.slug}?lang=${lang}`, async (page) => {
        const edges = await page
          .locator('.ticket .words :is(.name, .quiet) bdi')
          .evaluateAll((found, side) => found.map((bdi) => Math.round(bdi.getBoundingClientRect()[side])), edge)
        expect(edges).toHaveLength(4)
        expect(new Set(edges).size).toBe(1)
      })
  })

  it('say that a party larger than the places left joins the waiting list', async () => {
    const event = await stage.newEvent({ waitlistEnabled: true, tickets: [{ name: 'Seat', capacity: 2 }] })
    await stage.call(`POST /public/events/${event.id}/registrations`, {
      firstName: 'Cy',
      lastName: 'First',
      email: 'cy@order.test',
    })
    await stage.visit(`/e/${event.slug}`, async (page) => {
      await page.getByRole('button', { name: 'One more: Seat' }).click()
      await page.getByRole('button', { name: 'Join the waiting list' }).click()
      await page.getByText('There aren’t enough places for all of you').waitFor()
      await fillIn(page, 'waits@order.test')
      await page.getByRole('button', { name: 'Join the waiting list' }).click()
      await page.waitForURL(/\/r\//)
    })
    expect((await guestsOf(event.id)).map(({ status }) => status)).toEqual(['CONFIRMED', 'WAITLISTED', 'WAITLISTED'])
  })
})

describe('party of four', () => {
  it('registers by keyboard only in less than a minute', async () => {
    const event = await stage.newEvent({
      tickets: [euros('Seat', 2_000), euros('Child', 750)],
      registrationQuestions: QUESTIONS,
    })
    const troubles = await stage.visit(`/e/${event.slug}`, async (page) => {
      const startedAt = Date.now()
      const { keyboard } = page
      const tabUntil = async (isThere: () => Promise<boolean>) => {
        for (let presses = 0; presses < 60; presses += 1) {
          if (await isThere()) return
          await keyboard.press('Tab')
        }
        throw new Error('60 presses of Tab led nowhere')
      }
      const focusedLabel = () =>
        page.evaluate(() => {
          const { activeElement } = document
          const label = activeElement instanceof HTMLInputElement ? activeElement.labels?.[0]?.textContent : null
          return activeElement?.getAttribute('aria-label') ?? label ?? activeElement?.textContent?.trim()
        })
      const tabTo = (name: string) => tabUntil(async () => (await focusedLabel())?.startsWith(name) === true)
      await tabTo('One more: Seat')
      await keyboard.press('Enter')
      await keyboard.press('Space')
      await tabTo('One more: Child')
      await keyboard.press('Enter')
      await keyboard.press('Enter')
      await tabTo('Continue · €55.00')
      await keyboard.press('Enter')
      expect(await focusedName(page)).toBe('attending')
      await tabTo('First name')
      for (const text of ['Ada', 'Byron', 'four@order.test']) {
        await keyboard.type(text)
        await keyboard.press('Tab')
      }
      await keyboard.press('ArrowDown')
      // The first guest gets a name, and all get an answer.
      await tabTo('Guest 2')
      await keyboard.press('Enter')
      await tabTo('First name')
      await keyboard.type('Bo')
      const isUnanswered = () =>
        page.evaluate(() => document.activeElement instanceof HTMLSelectElement && document.activeElement.value === '')
      for (let guest = 2; guest <= 4; guest += 1) {
        await tabUntil(isUnanswered)
        await keyboard.press('ArrowDown')
      }
      await tabTo('Place order · €55.00')
      await keyboard.press('Enter')
      await page.waitForURL(/\/r\//)
      expect(Date.now() - startedAt).toBeLessThan(60_000)
    })
    expect(troubles).toEqual([])
    const guests = await guestsOf(event.id)
    expect(guests.map(({ firstName }) => firstName).toSorted()).toEqual(['', '', 'Ada', 'Bo'])
  })

  it('has accessible names for steppers, guests and required details', async () => {
    const event = await stage.newEvent({
      tickets: [{ name: 'Seat' }, { name: 'Child' }],
      registrationQuestions: QUESTIONS,
    })
    await stage.visit(`/e/${event.slug}`, async (page) => {
      const seats = page.getByRole('group', { name: 'Number of tickets: Seat' })
      for (let press = 0; press < 3; press += 1) await seats.getByRole('button', { name: 'One more: Seat' }).click()
      await page.getByRole('button', { name: 'One more: Child' }).click()
      await expect.poll(() => seats.getByRole('status').textContent()).toBe('3 × Seat')
      await page.getByRole('button', { name: 'Register' }).click()
      await page.getByText('Needed now for everyone: What do you eat?').waitFor()
      const last = page.getByRole('group', { name: 'Guest 4' })
      await expect.poll(() => last.textContent()).toContain('Child')
      await expect.poll(() => last.getByLabel('What do you eat?').isVisible()).toBe(true)
      await expect.poll(() => last.getByLabel('Tell us more').isVisible()).toBe(false)
      await page.getByLabel('Your ticket').selectOption('Child')
      await expect.poll(() => last.textContent()).not.toContain('Child')
      await page.getByLabel('I’m attending').uncheck()
      await expect.poll(() => page.getByRole('group', { name: /^Guest \d$/ }).count()).toBe(4)
      await expect.poll(() => page.locator('[data-person=""] select:visible').count()).toBe(0)
      await page.getByRole('button', { name: 'Change tickets' }).click()
      await expect.poll(() => outputs(page)).toEqual(['3 × Seat', '1 × Child'])
    })
  })
})

describe('errors on the order form', () => {
  it('are the page’s own, in the order of the page, and never the browser’s', async () => {
    const event = await stage.newEvent({ registrationQuestions: QUESTIONS })
    const { fault, form } = languageOf('de').words
    await stage.visit(`/e/${event.slug}?lang=de`, async (page) => {
      await page.evaluate(() => {
        const seen = globalThis as unknown as { bubbles: number }
        seen.bubbles = 0
        document.addEventListener('invalid', () => (seen.bubbles += 1), { capture: true })
      })
      const posts: string[] = []
      page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
      await page.getByRole('button', { name: `Eins mehr` }).click()
      await page.getByRole('button', { name: 'Anmelden' }).click()
      await page.getByText(form.nowOrLater).click()
      await page.locator('[name="guests.0.email"]').fill('nobody')
      await page.getByText(form.nowOrLater).click()
      await page.getByRole('button', { name: 'Anmelden' }).click()
      await expect
        .poll(() => page.locator('#trouble li').allTextContents())
        .toEqual([
          `Vorname: ${fault.firstName}`,
          `Nachname: ${fault.lastName}`,
          `E-Mail: ${fault.email}`,
          `What do you eat? ${fault.unanswered}`,
          `Gast 2 · E-Mail: ${fault.email}`,
          `Gast 2 · What do you eat? ${fault.unanswered}`,
        ])
      expect(await focusedName(page)).toBe('firstName')
      // The folded guest opens, because it has a fault.
      await expect.poll(() => page.locator('[name="guests.0.email"]').isVisible()).toBe(true)
      const field = page.getByLabel('Vorname').first()
      await expect.poll(() => field.getAttribute('aria-describedby')).toBe('fault-firstName')
      await expect.poll(() => page.locator('#fault-firstName').textContent()).toBe(fault.firstName)
      expect(await troublesOf(page)).toEqual([])
      await field.fill('Ada')
      await expect.poll(() => page.locator('#fault-firstName').count()).toBe(0)
      const bubbles = await page.evaluate(() => (globalThis as unknown as { bubbles: number }).bubbles)
      expect([bubbles, posts]).toEqual([0, []])
    })
  })

  it('from the server keep the step and all values, and one double click sends one request', async () => {
    const event = await stage.newEvent({ registrationQuestions: QUESTIONS, tickets: [euros('Seat', 500)] })
    const troubles = await stage.visit(`/e/${event.slug}`, async (page) => {
      const posts: string[] = []
      page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
      await page.getByRole('button', { name: 'One more: Seat' }).click()
      await fillIn(page, 'quick@order.test')
      for (const select of await page.getByLabel('What do you eat?').all()) await select.selectOption('No fish')
      await page.getByText('Add details now or later').click()
      await page.locator('[name="guests.0.firstName"]').fill('Bo')
      await page.getByText('Add coupon code').click()
      await page.getByLabel('Coupon code').fill('NONE')
      const send = page.getByRole('button', { name: 'Place order · €10.00' })
      await send.click()
      await page.getByText('Coupon code: This code doesn’t work here.').waitFor()
      expect(await focusedName(page)).toBe('couponCode')
      await expect.poll(() => page.locator('[name="guests.0.firstName"]').inputValue()).toBe('Bo')
      await expect.poll(() => page.getByLabel('Last name').first().inputValue()).toBe('Lovelace')
      await page.getByLabel('Coupon code').fill('')
      await page.route('**/e/*', (route) => route.abort())
      await send.click()
      await page.getByText('We couldn’t reach the service').waitFor()
      await page.unroute('**/e/*')
      posts.length = 0
      await send.dblclick()
      await page.waitForURL(/\/r\/[^/]+$/)
      expect(posts).toHaveLength(1)
    })
    expect(troubles).toEqual([])
    expect((await guestsOf(event.id)).map(({ firstName }) => firstName).toSorted()).toEqual(['Ada', 'Bo'])
  })
})

describe('order form on a phone', () => {
  it('opens in a sheet, keeps the values and the errors, and closes to the same position', async () => {
    const event = await stage.newEvent({ registrationQuestions: QUESTIONS, description: TEXT })
    const troubles = await stage.visit(
      `/e/${event.slug}`,
      async (page) => {
        const sheet = page.getByRole('dialog', { name: 'Register' })
        await page.locator('.reach a').click()
        await fillIn(page, 'sheet@order.test')
        expect(await troublesOf(page)).toEqual([])
        const before = await page.evaluate(() => document.documentElement.scrollHeight)
        await sheet.getByRole('button', { name: 'Close' }).click()
        await page.locator('.reach a:focus').waitFor()
        await expect.poll(() => sheet.count()).toBe(0)
        await expect.poll(() => page.locator('[name=firstName]').inputValue()).toBe('Ada')
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBe(before)
        await page.getByRole('button', { name: 'Register' }).click()
        await sheet.getByRole('button', { name: 'Register' }).click()
        await sheet.locator('#trouble').waitFor()
        await expect.poll(() => page.locator('#register').count()).toBe(1)
        await sheet.getByLabel('What do you eat?').selectOption('No fish')
        await sheet.getByRole('button', { name: 'Register' }).click()
        await page.waitForURL(/\/r\//)
        await expect.poll(() => page.locator('h1').textContent()).toBe('You’re in')
        // The QR code is visible without scrolling.
        const code = await page.locator('.code a img').boundingBox()
        expect((code?.y ?? 0) + (code?.height ?? 0)).toBeLessThan(844)
      },
      PHONE,
    )
    expect(troubles).toEqual([])
  })

  it('opens at the tickets if nothing is chosen, and shows the sum in the bar', async () => {
    const event = await stage.newEvent({ tickets: [euros('Seat', 2_000), euros('Child', 750)] })
    await stage.visit(
      `/e/${event.slug}#register`,
      async (page) => {
        const sheet = page.getByRole('dialog')
        await sheet.getByRole('button', { name: 'One more: Seat' }).click()
        await sheet.getByRole('button', { name: 'One more: Child' }).click()
        await sheet.getByRole('button', { name: 'Continue · €27.50' }).click()
        await expect.poll(() => sheet.getByLabel('First name').first().isVisible()).toBe(true)
        await sheet.getByRole('button', { name: 'Close' }).click()
        await expect.poll(() => page.locator('.reach p').innerText()).toMatch(/€27\.50\s+2 tickets/)
      },
      PHONE,
    )
  })
})

describe('order form whose script does not load', () => {
  it('returns from the server with all fields and registers everyone', async () => {
    const event = await stage.newEvent({ tickets: [{ name: 'A' }, { name: 'B' }] })
    await stage.visit('/nowhere', async (page) => {
      await page.route('**/assets/event.js', (route) => route.abort())
      await page.goto(`${stage.origin}/e/${event.slug}`)
      await page.getByLabel('Number of tickets: B').selectOption('2')
      await page.getByRole('button', { name: 'Get tickets' }).click()
      await page.getByText('You chose 2 tickets').waitFor()
      // Both buttons count as visible until the stylesheet has loaded.
      await page.waitForLoadState()
      await fillIn(page, 'broken@order.test')
      await page.getByRole('button', { name: 'Register' }).click()
      await page.waitForURL(/\/r\//)
    })
    expect(await guestsOf(event.id)).toHaveLength(2)
  })
})

describe('error page in response to an order', () => {
  it('takes the place of the event and closes the sheet', async () => {
    const event = await stage.newEvent()
    await stage.visit(
      `/e/${event.slug}`,
      async (page) => {
        await page.locator('.reach a').click()
        await fillIn(page, 'gone@order.test')
        await stage.call(`PATCH /events/${event.id}`, { visibility: 'PRIVATE' })
        await page.getByRole('button', { name: 'Register' }).click()
        await page.getByRole('heading', { name: 'Page not found' }).waitFor()
        await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      },
      PHONE,
    )
  })
})

describe('event page with awkward data', () => {
  it('starts its description within 1,000 px on a desktop and within the second screen of a phone', async () => {
    const event = await awkwardEvent()
    const topOf = (page: Page) =>
      page.locator('.about').evaluate((about) => Math.round(about.getBoundingClientRect().top + scrollY))
    const tops: number[] = []
    for (const options of [DESK, PHONE])
      await stage.visit(`/e/${event.slug}`, async (page) => void tops.push(await topOf(page)), options)
    expect(tops[0]).toBeLessThan(1_000)
    expect(tops[1]).toBeLessThan(2 * 844)
  })

  it('has the whole form after the description without JavaScript', async () => {
    const event = await awkwardEvent()
    await stage.visit(
      `/e/${event.slug}`,
      async (page) => {
        const [about, form] = await Promise.all(
          ['.about', 'form.order'].map((part) =>
            page.locator(part).evaluate((found) => found.getBoundingClientRect().top),
          ),
        )
        expect(form).toBeGreaterThan(about ?? 0)
        await expect.poll(() => page.getByLabel('First name').isVisible()).toBe(true)
        await expect.poll(() => page.locator('.ticket select:visible').count()).toBe(7)
        await expect.poll(() => page.getByRole('button', { name: 'Place order' }).count()).toBe(1)
      },
      { javaScriptEnabled: false },
    )
  })

  it.each(['en', 'de', 'ja', 'ar'])('has no axe violations and no overflowing text in %s', async (lang) => {
    const event = await awkwardEvent()
    for (const [index, width] of [320, 390, 768, 1440].entries()) {
      const troubles = await stage.visit(
        `/e/${event.slug}?lang=${lang}`,
        async (page) => {
          const look = async (what: string) => {
            for (const colorScheme of ['light', 'dark'] as const) {
              await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
              expect(await allViolations(page), `${what}, ${width}, ${colorScheme}`).toEqual([])
            }
            expect(await overflowing(page), `${what}, ${width}`).toEqual([])
          }
          await look('tickets')
          for (const at of [0, 1, 2, 3]) await page.locator('.stepper:visible button:last-child').nth(at).click()
          await page.locator('[data-go]').click()
          for (const guest of await page.locator('.guest summary').all()) await guest.click()
          await look('details')
          if (index % 2 === 0) return
          await page.locator('.send button').click()
          await page.locator('#trouble').waitFor()
          await look('errors')
        },
        { viewport: { width, height: 900 } },
      )
      expect(troubles).toEqual([])
    }
  })
})
