import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInvite } from '../../scripts/identity/invite.ts'
import { inBothThemes, seriousViolations } from '../../harness/browser.ts'
import { newStage, type Stage } from '../../harness/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await newStage()
})
afterAll(() => stage.end())

const WITHIN_MS = 20_000

const outbox = () => `http://127.0.0.1:${stage.service.port + 1}/outbox`

const until = async <Found>(look: () => Promise<Found | null> | Found | null, what: string): Promise<Found> => {
  const from = performance.now()
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (performance.now() - from > WITHIN_MS) throw new Error(`${what} did not come within ${WITHIN_MS} ms`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * Waits for the newest email to `address` with an invite of at least `sequence`. Returns its folder, its raw text and
 * the parsed invite.
 */
const inviteTo = (address: string, sequence: number) =>
  until(() => {
    const dir = join(stage.service.dataDir, 'mail')
    for (const folder of readdirSync(dir).toSorted().toReversed()) {
      const names = folder.includes(`_${address}_`.replaceAll('@', '_')) ? readdirSync(join(dir, folder)) : []
      const file = names.includes('mail.json') ? names.find((name) => name.endsWith('.ics')) : undefined
      if (file === undefined) continue
      const invite = readInvite(readFileSync(join(dir, folder, file), 'utf8'))
      const raw = readFileSync(join(dir, folder, 'mail.eml'), 'utf8')
      if (invite.sequence >= sequence) return { folder, invite, raw }
    }
    return null
  }, `an invite of version ${sequence} to ${address}`)

describe('calendar invite', () => {
  it('follows event changes, and a declining reply confirms the next waitlisted guest', async () => {
    const event = await stage.newEvent({ title: 'Small supper', capacity: 1, waitlistEnabled: true })
    const register = async (email: string) => {
      const json = { firstName: 'Ada', lastName: 'Walker', email }
      const answer = await fetch(`${stage.service.baseUrl}/public/events/${event.id}/registrations`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(json),
      })
      return ((await answer.json()) as { data: { guest: { id: string; status: string }; manageUrl: string } }).data
    }
    const first = await register('ada@walk.test')
    const second = await register('bea@walk.test')
    expect([first.guest.status, second.guest.status]).toEqual(['CONFIRMED', 'WAITLISTED'])

    const confirmed = await inviteTo('ada@walk.test', 0)
    expect(confirmed.invite).toMatchObject({
      method: 'REQUEST',
      sequence: 0,
      title: 'Small supper',
      attendee: 'ada@walk.test',
    })
    const { attachments } = await PostalMime.parse(confirmed.raw)
    const kinds = attachments.map(({ mimeType }) => mimeType)
    expect(kinds.filter((kind) => !kind.startsWith('image/'))).toEqual(['text/calendar', 'application/ics'])

    await stage.call(`PATCH /events/${event.id}`, { startAt: '2031-06-01T18:00:00Z', endAt: '2031-06-01T20:00:00Z' })
    const update = await inviteTo('ada@walk.test', 1)
    expect(update.invite).toMatchObject({
      method: 'REQUEST',
      uid: confirmed.invite.uid,
      sequence: 1,
      starts: '20310601T180000Z',
    })

    await stage.visit(`${outbox()}/${encodeURIComponent(confirmed.folder)}/invite`, async (page) => {
      expect(await page.locator('main').textContent()).toContain('A later email changed this entry.')
    })
    await stage.visit(`${outbox()}/${encodeURIComponent(update.folder)}/invite`, async (page) => {
      expect(await page.locator('h1').textContent()).toBe('Small supper')
      // In the event's time zone and the email's language.
      const shown = await page.locator('main').textContent()
      for (const text of ['Sunday, 1 June 2031', '19:00\u00a0– 21:00 WEST']) expect(shown).toContain(text)
      await inBothThemes(page, async () => expect(await seriousViolations(page)).toEqual([]))
      await page.getByRole('button', { name: 'No' }).click()
      expect(await page.getByRole('status').textContent()).toBe('Your answer was emailed to the organiser.')
    })
    const promoted = await inviteTo('bea@walk.test', 2)
    expect(promoted.invite).toMatchObject({ method: 'REQUEST', attendee: 'bea@walk.test', partstat: 'ACCEPTED' })

    await stage.visit(first.manageUrl, async (page) => {
      expect(await page.locator('h1').textContent()).toBe('Your registration is cancelled')
    })
    await stage.visit(second.manageUrl, async (page) => {
      expect(await page.locator('h1').textContent()).toBe('You’re in')
    })
  })

  it('accepts a reply only from the outbox page’s own origin', async () => {
    const event = await stage.newEvent({ title: 'Quiet supper' })
    await fetch(`${stage.service.baseUrl}/public/events/${event.id}/registrations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ firstName: 'Cleo', lastName: 'Walker', email: 'cleo@walk.test' }),
    })
    const { folder } = await inviteTo('cleo@walk.test', 0)
    const page = `${outbox()}/${encodeURIComponent(folder)}/invite`
    const post = (headers: Record<string, string>, answer: string) =>
      fetch(page, { method: 'POST', headers, body: new URLSearchParams({ answer }) })
    expect((await post({ Origin: 'https://evil.test' }, 'DECLINED')).status).toBe(400)
    expect((await post({ Origin: new URL(page).origin }, 'GONE')).status).toBe(400)
    expect((await post({ Origin: new URL(page).origin }, 'TENTATIVE')).status).toBe(200)
  })
})
