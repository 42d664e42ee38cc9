import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailTo } from '../../../harness/mailbox.ts'
import { fillIn, newStage, troublesOf, type Stage } from '../../../harness/stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await newStage()
})

afterAll(() => stage.end())

const NO_SCRIPT = { javaScriptEnabled: false }
const mail = (address: string, subject: RegExp) => mailTo(stage.service.dataDir, address, subject)

const QUESTIONS = [
  { label: 'What do you eat?', type: 'SELECT', required: true, options: ['Everything', 'No fish'] },
  { label: 'Tell us more', type: 'TEXTAREA', required: false },
]

describe('registration without JavaScript', () => {
  it('shows validation errors next to the input, keeps the input and ends on the manage page', async () => {
    const event = await stage.newEvent({ registrationQuestions: QUESTIONS })
    const troubles = await stage.visit(
      `/e/${event.slug}`,
      async (page) => {
        await fillIn(page, 'ada@strangers.test')
        await page.getByLabel('Tell us more').fill('<b>Nothing</b> & "all"')
        await page.getByRole('button', { name: 'Register' }).click()
        await expect
          .poll(() => page.getByRole('alert').textContent())
          .toContain('What do you eat? Please answer this question.')
        await expect.poll(() => page.locator('select[name^="answer."]').getAttribute('aria-invalid')).toBe('true')
        await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Ada')
        await expect.poll(() => page.getByLabel('Tell us more').inputValue()).toBe('<b>Nothing</b> & "all"')
        await page.locator('select[name^="answer."]').selectOption('No fish')
        // Both buttons count as visible until the stylesheet has loaded.
        await page.waitForLoadState()
        await page.getByRole('button', { name: 'Register' }).click()
        await page.waitForURL(/\/r\/[^/]+$/)
        await expect.poll(() => page.locator('h1').textContent()).toBe('You’re in')
        await expect.poll(() => page.locator('main').textContent()).toContain('No fish')
        await expect
          .poll(() => page.locator('.code img').evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBe(726)
        expect((await mail('ada@strangers.test', /You’re registered/)).text).toContain(page.url())
      },
      NO_SCRIPT,
    )
    expect(troubles).toEqual([])
  })

  it('asks guests who are already registered to check their email and reveals nothing', async () => {
    const event = await stage.newEvent()
    const register = () =>
      stage.visit(
        `/e/${event.slug}`,
        async (page) => {
          await fillIn(page, 'twice@strangers.test')
          await page.getByRole('button', { name: 'Register' }).click()
          await page.waitForURL(/\/r\/|\/already$/)
          if (page.url().endsWith('/already'))
            await expect.poll(() => page.locator('main').textContent()).not.toContain('Ada')
          seen.push(new URL(page.url()).pathname.split('/')[1] ?? '')
        },
        NO_SCRIPT,
      )
    const seen: string[] = []
    await register()
    await register()
    expect(seen).toEqual(['r', 'e'])
  })
})

describe('email field', () => {
  it('keeps the ß of a domain, which Chromium turns into ss in an input of type email', async () => {
    const event = await stage.newEvent()
    await stage.visit(`/e/${event.slug}`, async (page) => {
      await fillIn(page, 'ada@straße.test')
      await page.getByRole('button', { name: 'Register' }).click()
      await page.waitForURL(/\/r\/[^/]+$/)
    })
    expect((await mail('ada@xn--strae-oqa.test', /You’re registered/)).text).toContain('/r/')
  })
})

describe('waitlisted party', () => {
  it('accepts its offer by keyboard', async () => {
    const event = await stage.newEvent({ capacity: 2, waitlistEnabled: true, waitlistMode: 'OFFERS' })
    const registered = async (firstName: string) => {
      const buyer = { firstName, lastName: 'Party', email: `${firstName.toLowerCase()}@strangers.test` }
      const answer = await stage.call(`POST /public/events/${event.id}/registrations`, { buyer, attendees: [{}, {}] })
      return (answer as unknown as { manageUrl: string }).manageUrl
    }
    const seated = await registered('Bea')
    const waits = await registered('Cy')
    await stage.call(`POST /public/registrations/${seated.split('/').at(-1)}/cancel`, {})
    const troubles = await stage.visit(
      waits,
      async (page) => {
        await page.getByText('A place is free for you').first().waitFor()
        const isReached = () => page.evaluate(() => document.activeElement?.textContent?.trim() === 'Take the place')
        for (let presses = 0; presses < 40 && !(await isReached()); presses += 1) await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        await page.getByText('You’re in').first().waitFor()
      },
      NO_SCRIPT,
    )
    expect(troubles).toEqual([])
  })
})

describe('event with approval', () => {
  it('leads from the request by email and approval to a ticket with its code', async () => {
    const event = await stage.newEvent({ requiresApproval: true })
    let manageUrl = ''
    await stage.visit(`/e/${event.slug}`, async (page) => {
      await expect.poll(() => page.locator('#register').textContent()).toContain('Registration needs approval')
      await fillIn(page, 'asks@strangers.test')
      await page.getByRole('button', { name: 'Request a place' }).click()
      await page.waitForURL(/\/r\/[^/]+$/)
      manageUrl = page.url()
      await expect.poll(() => page.locator('h1').textContent()).toBe('Your request is being reviewed')
      await expect.poll(() => page.locator('.code').count()).toBe(0)
      expect(await troublesOf(page)).toEqual([])
    })
    expect((await mail('asks@strangers.test', /being reviewed/)).text).toContain(manageUrl)
    const [guest] = await stage.list(`/events/${event.id}/guests`)
    await stage.call(`POST /events/${event.id}/guests/${guest!.id}/approve`)
    const { text } = await mail('asks@strangers.test', /You’re registered/)
    const link = /http:\S+\/r\/\S+/.exec(text)?.[0] ?? ''
    expect(link).toBe(manageUrl)
    const troubles = await stage.visit(link, async (page) => {
      await expect.poll(() => page.locator('h1').textContent()).toBe('You’re in')
      expect(await troublesOf(page)).toEqual([])
      await page.getByLabel('Show the code full screen').click()
      await expect.poll(() => page.locator('dialog img').isVisible()).toBe(true)
      // The ticket shows the same image as the pass, so nothing has to load while the guest waits at the entrance.
      const shown = page.locator('.code img')
      expect(await shown.evaluateAll((all) => new Set(all.map((one) => (one as HTMLImageElement).src)).size)).toBe(1)
      await page.keyboard.press('Escape')
      await expect.poll(() => page.locator('dialog img').isVisible()).toBe(false)
    })
    expect(troubles).toEqual([])
  })
})

describe('sold-out event', () => {
  it('puts guests on the waiting list and confirms the first when a guest cancels', async () => {
    const event = await stage.newEvent({ capacity: 1, waitlistEnabled: true })
    const join = async (email: string, button: string) => {
      let url = ''
      await stage.visit(`/e/${event.slug}`, async (page) => {
        await fillIn(page, email)
        await page.getByRole('button', { name: button }).click()
        await page.waitForURL(/\/r\/[^/]+$/)
        url = page.url()
      })
      return url
    }
    const first = await join('first@strangers.test', 'Register')
    await stage.visit(`/e/${event.slug}`, async (page) => {
      await expect.poll(() => page.locator('#register').textContent()).toContain('Sold out – join the waiting list')
      expect(await troublesOf(page)).toEqual([])
    })
    const second = await join('second@strangers.test', 'Join the waiting list')
    const third = await join('third@strangers.test', 'Join the waiting list')
    const stateOf = async (url: string) => {
      let words = ''
      await stage.visit(url, async (page) => {
        words = (await page.locator('h1').textContent()) ?? ''
        expect(await troublesOf(page)).toEqual([])
      })
      return words
    }
    expect([await stateOf(second), await stateOf(third)]).toEqual([
      'You’re first on the waiting list',
      'You’re no. 2 on the waiting list',
    ])
    await stage.visit(
      first,
      async (page) => {
        await page.getByRole('link', { name: 'Cancel registration' }).click()
        await expect.poll(() => page.locator('h1').textContent()).toBe('Cancel your registration?')
        await page.getByRole('link', { name: 'Keep it' }).click()
        await expect.poll(() => page.locator('h1').textContent()).toBe('You’re in')
        await page.getByRole('link', { name: 'Cancel registration' }).click()
        await page.getByRole('button', { name: 'Cancel registration' }).click()
        await expect.poll(() => page.url()).toBe(first)
        await expect.poll(() => page.locator('h1').textContent()).toBe('Your registration is cancelled')
      },
      NO_SCRIPT,
    )
    expect([await stateOf(second), await stateOf(third)]).toEqual(['You’re in', 'You’re first on the waiting list'])
    expect((await mail('second@strangers.test', /A place for you/)).text).toContain(second)
  })
})

describe('invitation', () => {
  it('can be accepted or declined on the manage page even if the event is private', async () => {
    const event = await stage.newEvent({ visibility: 'PRIVATE', registrationQuestions: QUESTIONS })
    expect((await fetch(`${stage.origin}/e/${event.slug}`, { headers: { Accept: 'text/html' } })).status).toBe(404)
    const emails = ['comes@strangers.test', 'stays@strangers.test']
    await stage.call(`POST /events/${event.id}/guests/invite`, { emails, message: 'Do come.' })
    const linkTo = async (email: string) => /http:\S+\/r\/\S+/.exec((await mail(email, /invited/)).text)?.[0] ?? ''
    await stage.visit(
      await linkTo('comes@strangers.test'),
      async (page) => {
        await expect.poll(() => page.locator('h1').textContent()).toBe('You’re invited')
        await expect.poll(() => page.getByLabel('Email').count()).toBe(0)
        await page.getByLabel('First name').fill('Ada')
        await page.getByLabel('Last name').fill('Lovelace')
        await page.getByRole('button', { name: 'Accept invitation' }).click()
        await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Ada')
        await expect.poll(() => page.getByRole('alert').textContent()).toContain('What do you eat?')
        await page.locator('select[name^="answer."]').selectOption('Everything')
        await page.getByRole('button', { name: 'Accept invitation' }).click()
        await expect.poll(() => page.locator('h1').textContent()).toBe('You’re in')
      },
      NO_SCRIPT,
    )
    await stage.visit(await linkTo('stays@strangers.test'), async (page) => {
      expect(await troublesOf(page)).toEqual([])
      await page.getByRole('link', { name: 'Decline invitation' }).click()
      await page.waitForURL(/\/cancel$/)
      expect(await troublesOf(page)).toEqual([])
      await page.getByRole('button', { name: 'Decline' }).click()
      await expect.poll(() => page.locator('h1').textContent()).toBe('You declined')
    })
  })
})
