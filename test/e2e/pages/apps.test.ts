import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inBothThemes, seriousViolations } from '../../../harness/browser.ts'
import { isSettled, useWorkspace } from '../../../harness/workspace.ts'

const { origin, service, signedIn } = useWorkspace('apps')

/** The server of an app: its metadata document, and the page to which the browser comes back. */
let app: Server
let host: string
let returned: URL[] = []
beforeAll(async () => {
  app = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${host}`)
    if (url.pathname === '/callback') {
      returned.push(url)
      return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Back</title>Back')
    }
    const document = {
      client_id: `http://${host}/app.json`,
      client_name: `Calendar ${'Synchroniser '.repeat(3)}” is verified <b>`,
      redirect_uris: [`http://${host}/callback`],
    }
    return response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document))
  })
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(app.address() as AddressInfo).port}`
})
afterAll(() => app.close())

const expectSound = async (page: Page, screen: string) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await inBothThemes(page, async (theme) =>
      expect(await seriousViolations(page), `${screen}, ${width}, ${theme}`).toEqual([]),
    )
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(over, `${screen}, ${width}`).toBeLessThanOrEqual(0)
  }
}

const authorizationUrl = (verifier: string, more: Record<string, string> = {}) =>
  `${origin()}/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: `http://${host}/app.json`,
    redirect_uri: `http://${host}/callback`,
    scope: 'events:read events:write guests:read guests:write webhooks:write',
    state: 'state-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  })}`

const post = async (path: string, form: Record<string, string>) => {
  const answer = await fetch(`${origin()}${path}`, { method: 'POST', body: new URLSearchParams(form) })
  return (await answer.json()) as { access_token: string }
}

describe('an app', () => {
  it('is called evcal if it is the command line', async () => {
    const page = await signedIn('owner')
    const own = { client_id: `${origin()}/oauth/evcal.json`, redirect_uri: 'http://127.0.0.1:9/callback' }
    await page.goto(authorizationUrl('command-line', own))
    await page.getByRole('heading', { name: 'evcal wants access to a calendar' }).waitFor()
    await page.getByText('The command line of this service').waitFor()
    await page.getByText('Any program on this computer can claim to be evcal.').waitFor()
    await expectSound(page, 'consent of the command line')
  })

  it('is allowed with chosen scopes and ended in the settings', async () => {
    const page = await signedIn('owner')
    const verifier = randomBytes(32).toString('base64url')
    await page.goto(authorizationUrl(verifier))
    await page.getByRole('heading', { name: `${host} wants access to a calendar` }).waitFor()
    await page.getByText('Calls itself “Calendar Synchroniser Synchroniser Synchroniser').waitFor()
    await isSettled(page)
    expect(await page.getByText('It will send you back to a program on this computer.').count()).toBe(1)
    await expectSound(page, 'consent')
    const boxes = page.getByRole('checkbox')
    expect(await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    await boxes.nth(1).uncheck()
    await boxes.nth(2).check()
    await page.getByLabel('Calendar', { exact: true }).selectOption('demo-pro')
    await page.getByRole('button', { name: 'Allow app' }).click()
    await page.waitForURL(`http://${host}/callback?**`)
    const back = returned.at(-1)?.searchParams
    expect([back?.get('state'), back?.get('iss')]).toEqual(['state-1', origin()])
    const { access_token: token } = await post('/oauth/token', {
      grant_type: 'authorization_code',
      code: back?.get('code') ?? '',
      code_verifier: verifier,
      client_id: `http://${host}/app.json`,
      redirect_uri: `http://${host}/callback`,
    })
    const me = () => fetch(`${service().baseUrl}/v1/me`, { headers: { Authorization: `Bearer ${token}` } })
    expect(await (await me()).json()).toMatchObject({ data: { scopes: ['events:read', 'events:write'], mode: 'live' } })

    await fetch(`${service().baseUrl}/v1/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'By an app', startAt: '2031-05-02T18:00:00Z', timezone: 'UTC' }),
    })

    await page.goto(`${origin()}/console#demo-pro/settings`)
    const card = page.getByRole('list', { name: 'Apps with access' }).getByRole('listitem').filter({ hasText: host })
    await card.first().waitFor()
    await isSettled(page)
    await expectSound(page, 'settings')
    await card.getByRole('link', { name: 'What it has done' }).click()
    await page.waitForURL(/#demo-pro\/history\?by=gnt_\w+$/)
    const deeds = page.locator('.history li')
    await deeds.filter({ hasText: 'By an app' }).waitFor()
    expect(await deeds.evaluateAll((all, name) => all.every((each) => each.textContent?.includes(name)), host)).toBe(
      true,
    )
    await isSettled(page)
    await expectSound(page, 'history of the app')
    await page.goBack()
    await card.getByRole('button', { name: 'End access' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End access' }).click()
    await page.getByText('No app has access to this calendar.').waitFor()
    expect((await me()).status).toBe(401)
  })

  it('is sent back with an error only if its request is right', async () => {
    const page = await signedIn('owner')
    await page.goto(authorizationUrl('v'.repeat(43)))
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.waitForURL(`http://${host}/callback?**`)
    expect(returned.at(-1)?.searchParams.get('error')).toBe('access_denied')
    returned = []
    await page.goto(authorizationUrl('v'.repeat(43), { redirect_uri: 'https://evil.example/callback' }))
    await page.getByRole('heading', { name: 'We can’t accept this app’s request' }).waitFor()
    expect([new URL(page.url()).origin, returned]).toEqual([origin(), []])
  })
})
