import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isSettled, useWorkspace } from '../../../harness/workspace.ts'

const { signedIn, api } = useWorkspace('slow-answers')

const CALENDAR = '/calendars/demo-pro'
const KEYS = /\/api-keys(\/|\?|$)/
/** Long enough for the requests and renders that follow a response. */
const AFTER_MS = 500

interface Slow {
  page: Page
  method: string
  path: RegExp
}

/**
 * Holds the requests with `method` and `path` that `start` causes, until `meanwhile` is over. Then waits for what their
 * responses change on the page. Returns how many requests there were.
 */
const whileSlow = async (
  { page, method, path }: Slow,
  start: () => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
) => {
  const isAsked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let count = 0
  const hold = async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    count += 1
    isAsked.resolve()
    await released.promise
    return route.continue()
  }
  await page.route(path, hold)
  try {
    await start()
    await isAsked.promise
    await meanwhile()
    const answered = page.waitForResponse(
      (response) => response.request().method() === method && path.test(response.url()),
    )
    released.resolve()
    await answered
    await isSettled(page)
    await page.waitForTimeout(AFTER_MS)
  } finally {
    released.resolve()
    await page.unroute(path, hold)
  }
  return count
}

const item = (page: Page, heading: string) =>
  page.locator('li.item').filter({ has: page.getByRole('heading', { name: heading, exact: true }) })

/** Creates an API key for one test. A calendar has at most three active ones. */
const withKey = async (name: string, use: (id: string) => Promise<unknown>) => {
  const { data } = await api(`POST ${CALENDAR}/api-keys`, { name, scopes: ['events:read'] })
  expect(data.key).toMatch(/^svc_live_/)
  try {
    await use(data.id)
  } finally {
    const { data: keys } = await api(`GET ${CALENDAR}/api-keys`)
    for (const key of keys)
      if (key.name !== 'Demo key' && key.revokedAt === null) await api(`DELETE ${CALENDAR}/api-keys/${key.id}`)
  }
}

const newEvent = async (about: object = {}) =>
  (
    await api('POST /events', {
      calendarSlug: 'demo-pro',
      title: 'Slow Evening',
      startAt: '2031-03-01T20:00:00Z',
      timezone: 'Europe/Paris',
      status: 'PUBLISHED',
      ...about,
    })
  ).data

/** Goes to the team screen through the navigation, as a user does who doesn't want to wait. */
const goToTeam = async (page: Page) => {
  await page.getByRole('link', { name: 'Team', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Members' }).waitFor()
}

/** Expects the team screen and no part of another one. */
const expectTeamOnly = async (page: Page) => {
  expect(new URL(page.url()).hash).toBe('#demo-pro/team')
  expect(await page.locator('main').count()).toBe(1)
  expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Team'])
  expect(await page.title()).toBe('Team · Harbour Conference Centre · Workspace')
  expect(await page.locator('dialog, aside.sheet').count()).toBe(0)
}

describe('a dialog on a slow network', () => {
  it.each([
    { act: 'Rename', method: 'PATCH' },
    { act: 'Revoke', method: 'DELETE' },
  ])('stays open if the response to $act arrives after its own dialog was closed', async ({ act, method }) => {
    await withKey(`Late ${act}`, async () => {
      const page = await signedIn('owner', '#demo-pro/keys')
      const dialog = page.getByRole('dialog')
      await whileSlow(
        { page, method, path: KEYS },
        async () => {
          await item(page, `Late ${act}`).getByRole('button', { name: act }).click()
          if (act === 'Rename') await dialog.getByLabel('Name').fill('Renamed late')
          await dialog.locator('footer button').last().click()
        },
        async () => {
          await page.keyboard.press('Escape')
          await dialog.waitFor({ state: 'detached' })
          await page.getByRole('button', { name: 'Create key' }).click()
          await dialog.getByLabel('Name').fill('Typed while waiting')
        },
      )
      expect(await dialog.getByLabel('Name').inputValue()).toBe('Typed while waiting')
      if (act === 'Rename') await item(page, 'Renamed late').waitFor()
      else await page.getByText('Revoked keys').waitFor()
    })
  })

  it('stays open if the response to the same dialog, opened before, arrives', async () => {
    await withKey('First name', async () => {
      const page = await signedIn('owner', '#demo-pro/keys')
      const name = page.getByRole('dialog').getByLabel('Name')
      const rename = item(page, 'First name').getByRole('button', { name: 'Rename' })
      await whileSlow(
        { page, method: 'PATCH', path: KEYS },
        async () => {
          await rename.click()
          await name.fill('Second name')
          await page.keyboard.press('Enter')
        },
        async () => {
          await page.keyboard.press('Escape')
          await rename.click()
          await name.fill('Third name')
        },
      )
      expect(await name.inputValue()).toBe('Third name')
      await page.keyboard.press('Enter')
      await item(page, 'Third name').waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    })
  })

  it('shows no error of a dialog that was closed', async () => {
    await withKey('Unlucky', async (id) => {
      const page = await signedIn('owner', '#demo-pro/keys')
      const dialog = page.getByRole('dialog')
      await whileSlow(
        { page, method: 'PATCH', path: KEYS },
        async () => {
          await item(page, 'Unlucky').getByRole('button', { name: 'Rename' }).click()
          await dialog.getByLabel('Name').fill('Unluckier')
          await page.keyboard.press('Enter')
        },
        async () => {
          await api(`DELETE ${CALENDAR}/api-keys/${id}`)
          await page.keyboard.press('Escape')
          await page.getByRole('button', { name: 'Create key' }).click()
          await dialog.getByLabel('Name').fill('Next')
        },
      )
      expect(await dialog.getByLabel('Name').inputValue()).toBe('Next')
      expect(await page.getByRole('alert').count()).toBe(0)
    })
  })

  it('sends a form once if Enter is pressed twice', async () => {
    await withKey('Other', async () => {
      const page = await signedIn('owner', '#demo-pro/keys')
      const count = await whileSlow(
        { page, method: 'POST', path: KEYS },
        async () => {
          await page.getByRole('button', { name: 'Create key' }).click()
          await page.getByRole('dialog').getByLabel('Name').fill('Once')
          await page.keyboard.press('Enter')
          await page.keyboard.press('Enter')
        },
        () => page.keyboard.press('Enter'),
      )
      expect(count).toBe(1)
      await page.getByRole('dialog', { name: 'Your new key' }).waitFor()
      const { data } = await api(`GET ${CALENDAR}/api-keys`)
      expect(data.filter(({ name }: { name: string }) => name === 'Once').length).toBe(1)
    })
  })
})

describe('a screen that was left on a slow network', () => {
  it('is not drawn in the new screen when its response arrives', async () => {
    await withKey('Left behind', async () => {
      const page = await signedIn('owner', '#demo-pro/keys')
      await whileSlow(
        { page, method: 'PATCH', path: KEYS },
        () => item(page, 'Left behind').getByRole('button', { name: 'Deactivate' }).click(),
        () => goToTeam(page),
      )
      await expectTeamOnly(page)
    })
  })

  it('is not drawn in the new screen when its dialog gets its response', async () => {
    await withKey('Left open', async () => {
      const page = await signedIn('owner', '#demo-pro/keys')
      await whileSlow(
        { page, method: 'POST', path: KEYS },
        async () => {
          await page.getByRole('button', { name: 'Create key' }).click()
          await page.getByRole('dialog').getByLabel('Name').fill('Secret')
          await page.keyboard.press('Enter')
        },
        async () => {
          await page.keyboard.press('Escape')
          await goToTeam(page)
        },
      )
      await expectTeamOnly(page)
    })
  })

  it('does not come back when its sheet has saved', async () => {
    const event = await newEvent({ tickets: [{ name: 'Adult' }, { name: 'Child' }] })
    const [adult, child] = event.tickets
    const hash = `#demo-pro/events/${event.id}/tickets`
    const page = await signedIn('owner', `${hash}?ticket=${adult.id}`)
    const sheet = page.locator('aside.sheet')
    const slow = { page, method: 'PATCH', path: /\/tickets\// }
    const save = async (name: string) => {
      await sheet.getByLabel('Name', { exact: true }).fill(name)
      await sheet.getByRole('button', { name: 'Save ticket' }).click()
    }
    await whileSlow(
      slow,
      () => save('Grown-up'),
      async () => {
        await sheet.getByRole('button', { name: 'Close' }).click()
        await page.getByRole('link', { name: 'Child' }).click()
        await sheet.getByLabel('Name', { exact: true }).fill('Typed while waiting')
      },
    )
    expect(new URL(page.url()).hash).toBe(`${hash}?ticket=${child.id}`)
    expect(await sheet.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed while waiting')
    await whileSlow(
      slow,
      () => save('Kid'),
      () => goToTeam(page),
    )
    await expectTeamOnly(page)
  })

  it('does not take the user to the event that it created', async () => {
    const page = await signedIn('owner', '#demo-pro/new')
    await page.getByLabel('Title').fill('Created late')
    await whileSlow(
      { page, method: 'POST', path: /\/events$/ },
      () => page.getByRole('button', { name: 'Publish', exact: true }).click(),
      () => goToTeam(page),
    )
    await expectTeamOnly(page)
    const { data } = await api('GET /events?calendarSlug=demo-pro&q=Created%20late')
    expect(data.map(({ title }: { title: string }) => title)).toEqual(['Created late'])
  })

  it('does not come back for a search that was typed just before', async () => {
    const page = await signedIn('owner', '#demo-pro/people')
    await page.getByRole('searchbox').first().waitFor()
    await page.evaluate(() => {
      const search = document.querySelector<HTMLInputElement>('main input[type=search]')
      if (search === null) throw new Error('the screen has no search')
      search.value = 'Ada'
      search.dispatchEvent(new Event('input', { bubbles: true }))
      location.hash = '#demo-pro/team'
    })
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    await page.waitForTimeout(AFTER_MS)
    await expectTeamOnly(page)
  })
})

describe('a list on a slow network', () => {
  it('has only changes that match the filters if older ones arrive after they changed', async () => {
    const event = await newEvent({ title: 'Much Changed' })
    for (let count = 0; count < 45; count += 1)
      await api(`PATCH /events/${event.id}`, { title: `Much Changed ${String(count)}` })
    const page = await signedIn('owner', '#demo-pro/history')
    const older = page.getByRole('button', { name: 'Load older changes' })
    const lines = page.locator('.history li')
    await older.waitFor()
    await whileSlow(
      { page, method: 'GET', path: /\/changes\?.*cursor=/ },
      () => older.click(),
      async () => {
        await page.getByRole('combobox', { name: 'Everything' }).selectOption({ label: 'Guests' })
        await expect.poll(async () => (await lines.allTextContents()).join().includes('Much Changed')).toBe(false)
      },
    )
    expect((await lines.allTextContents()).join()).not.toContain('Much Changed')
  })

  it('is continued once if the button is pressed twice', async () => {
    const page = await signedIn('owner', '#demo-pro/history')
    const older = page.getByRole('button', { name: 'Load older changes' })
    const count = await whileSlow(
      { page, method: 'GET', path: /\/changes\?.*cursor=/ },
      () => older.dblclick(),
      () => older.click({ force: true }),
    )
    expect(count).toBe(1)
  })

  it('selects no guest of earlier filters', async () => {
    const event = await newEvent({ title: 'Well Attended' })
    for (const firstName of ['Ada', 'Bela', 'Cleo'])
      await api(`POST /public/events/${event.id}/registrations`, {
        firstName,
        lastName: 'Guest',
        email: `${firstName.toLowerCase()}@slow.example`,
      })
    const page = await signedIn('owner', `#demo-pro/events/${event.id}/guests`)
    await page.getByRole('checkbox', { name: 'Select Ada Guest' }).check()
    await whileSlow(
      { page, method: 'GET', path: /\/guests\?.*limit=100/ },
      () => page.getByRole('button', { name: 'Select all 3' }).click(),
      async () => {
        await page.getByRole('searchbox').fill('Bela')
        await expect.poll(() => page.getByRole('link', { name: 'Cleo Guest' }).count()).toBe(0)
      },
    )
    expect(await page.getByRole('group', { name: 'Selection' }).count()).toBe(0)
  })

  it('keeps the order of questions that was asked for first, instead of two that contradict each other', async () => {
    const event = await newEvent({
      title: 'Curious',
      registrationQuestions: ['Diet', 'Shirt', 'Train'].map((label) => ({ label, type: 'TEXT' })),
    })
    const page = await signedIn('owner', `#demo-pro/events/${event.id}/tickets`)
    const count = await whileSlow(
      { page, method: 'PATCH', path: new RegExp(`/events/${event.id}$`) },
      () => page.getByRole('button', { name: 'Move down Diet' }).click(),
      () => page.getByRole('button', { name: 'Move up Train' }).click(),
    )
    expect(count).toBe(1)
    const { data } = await api(`GET /events/${event.id}`)
    expect(data.registrationQuestions.map(({ label }: { label: string }) => label)).toEqual(['Shirt', 'Diet', 'Train'])
  })
})

describe('a button on a slow network', () => {
  it('acts once if it is clicked twice', async () => {
    const email = 'twice@slow.example'
    await api(`POST ${CALENDAR}/invitations`, { email, role: 'STAFF' })
    const page = await signedIn('owner', '#demo-pro/team')
    const withdraw = page.getByRole('button', { name: `Withdraw the invitation for ${email}` })
    const count = await whileSlow(
      { page, method: 'DELETE', path: /\/invitations\// },
      () => withdraw.dblclick(),
      () => withdraw.click(),
    )
    expect(count).toBe(1)
    await page.getByText('Invitation withdrawn.').waitFor()
    expect(await withdraw.count()).toBe(0)
  })
})
