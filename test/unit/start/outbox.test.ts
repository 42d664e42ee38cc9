import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOutbox, showOutbox } from '../../../scripts/identity/outbox.ts'

const COUNT = 205
const mailDir = mkdtempSync(join(tmpdir(), 'event-calendar-outbox-'))
const settings = { mailDir, origins: ['http://calendar.test:8080'], bringMail: async () => null }
const server = createServer((request, response) => {
  if (isOutbox(request)) return void showOutbox(settings, request, response)
  return void response.writeHead(404).end()
})
const get = (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
const subjectsOn = async (path: string) => (await (await get(path)).text()).match(/No\. \d+/g) ?? []

beforeAll(async () => {
  for (let number = 1; number <= COUNT; number += 1) {
    const folder = join(mailDir, String(number).padStart(4, '0'))
    mkdirSync(folder)
    const mail = { sentAt: '2026-06-01T10:00:00Z', to: ['ada@example.org'], subject: `No. ${number}`, attachments: [] }
    writeFileSync(
      join(folder, 'mail.html'),
      '<html lang="en"><img src="http://calendar.test:8080/images/cover"></html>',
    )
    writeFileSync(join(folder, 'mail.json'), JSON.stringify(mail))
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
})

afterAll(() => {
  server.close()
  rmSync(mailDir, { recursive: true, force: true })
})

describe('outbox', () => {
  it('lists every email once on pages of 100, newest first', async () => {
    const pages = await Promise.all(['/outbox', '/outbox?page=2', '/outbox/?page=3'].map(subjectsOn))
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 5])
    expect(pages.flat()).toEqual(Array.from({ length: COUNT }, (_, index) => `No. ${COUNT - index}`))
  })

  it('links each page to the newer and the older emails', async () => {
    const second = await (await get('/outbox?page=2')).text()
    expect(second).toContain('href="/outbox?page=1">Newer')
    expect(second).toContain('href="/outbox?page=3">Older')
    expect(await (await get('/outbox')).text()).not.toContain('Newer')
    expect(await (await get('/outbox?page=3')).text()).not.toContain('Older')
  })

  it.each([
    ['0', 'No. 205'],
    ['-1', 'No. 205'],
    ['abc', 'No. 205'],
    ['99', 'No. 5'],
  ])('shows the nearest page for page=%s', async (page, first) => {
    expect((await subjectsOn(`/outbox?page=${page}`))[0]).toBe(first)
  })

  it('allows an email to show images of the service and of no other site', async () => {
    const policy = (await get('/outbox/0001/mail.html')).headers.get('content-security-policy')
    expect(policy).toContain("img-src 'self' data: http://calendar.test:8080;")
  })
})
