import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withDatabase } from '../../harness/database.ts'
import { startService, type RunningService } from '../../harness/service.ts'
import { startMailServer, type TestMailServer } from '../../harness/smtp-server.ts'
import { createPostman, type Postman } from '../../scripts/start/smtp.ts'
import { smtpServerOf } from '../../scripts/start/smtp-url.ts'

const RAW = Buffer.from('From: a@venue.example\r\nTo: b@example.org\r\nSubject: Hello\r\n\r\nHello\r\n')

describe('createPostman', () => {
  let server: TestMailServer
  let postman: Postman
  const open = (more: NodeJS.ProcessEnv = {}, now?: () => number) => {
    const settings = smtpServerOf({ SMTP_URL: `smtp://user:p%40ss@127.0.0.1:${server.port}?tls=none`, ...more })
    if (settings === null) throw new Error('no server')
    postman = createPostman(settings, now)
    return postman
  }
  const send = () => postman.send('a@venue.example', 'b@example.org', RAW)

  beforeAll(async () => {
    server = await startMailServer()
  })
  afterEach(async () => {
    await postman.close()
    server.conduct = 'accept'
    server.received.length = 0
    server.logins = 0
  })
  afterAll(() => server.close())

  it('delivers the bytes it was given and reports the reply', async () => {
    open()
    await expect(send()).resolves.toEqual({ sent: '250 OK queued' })
    expect(server.received).toEqual([{ from: 'a@venue.example', to: ['b@example.org'], raw: RAW.toString() }])
  })

  it.each([
    ['450 for the recipient', { code: 450, says: 'mailbox busy', at: 'rcpt' }, { failed: '450 mailbox busy' }],
    ['421 after the message', { code: 421, says: 'come back later' }, { failed: '421 come back later' }],
    ['550 for the recipient', { code: 550, says: 'no such user', at: 'rcpt' }, { refused: '550 no such user' }],
    ['552 after the message', { code: 552, says: 'mailbox full' }, { refused: '552 mailbox full' }],
  ] as const)('reports %s', async (_name, conduct, answer) => {
    open()
    server.conduct = conduct
    await expect(send()).resolves.toEqual(answer)
    server.conduct = 'accept'
    await expect(send()).resolves.toEqual({ sent: '250 OK queued' })
  })

  it.each(['close', 'hang'] as const)(
    'reports an error and sends nothing twice if the server does: %s',
    async (conduct) => {
      open()
      server.conduct = conduct
      await expect(send()).resolves.toEqual({ failed: expect.any(String) })
      expect(server.received).toEqual([])
    },
  )

  it.each([
    ['smtps://u:p@127.0.0.1:PORT', 'try smtp:// with port 587'],
    ['smtp://u:p@127.0.0.1:PORT', 'the server offers no STARTTLS'],
  ])('says what to change if the server has no TLS, with %s', async (url, says) => {
    open({ SMTP_URL: url.replace('PORT', String(server.port)) })
    expect(JSON.stringify(await send())).toContain(says)
  })

  it('pauses after a rejected login instead of trying each email', async () => {
    let at = 1_000_000
    open({}, () => at)
    server.conduct = { code: 535, says: 'wrong password', at: 'login' }
    await expect(send()).resolves.toEqual({ later: '535 wrong password', afterMs: 300_000 })
    server.conduct = 'accept'
    at += 60_000
    await expect(send()).resolves.toEqual({ later: '535 wrong password', afterMs: 240_000 })
    expect(server.logins).toBe(1)
    at += 240_000
    await expect(send()).resolves.toEqual({ sent: '250 OK queued' })
  })

  it('sends at most SMTP_RATE emails per minute', async () => {
    let at = 1_000_000
    open({ SMTP_RATE: '3' }, () => at)
    const answers = []
    for (let count = 0; count < 5; count += 1) answers.push(await send())
    expect(answers.map((answer) => 'sent' in answer)).toEqual([true, true, true, false, false])
    expect(answers[3]).toEqual({ later: 'SMTP_RATE is reached', afterMs: 20_000 })
    at += 20_000
    await expect(send()).resolves.toHaveProperty('sent')
  })

  it('reports an error if no server listens', async () => {
    const settings = smtpServerOf({ SMTP_URL: 'smtp://127.0.0.1:9?tls=none' })
    postman = createPostman(settings as NonNullable<typeof settings>)
    await expect(send()).resolves.toEqual({ failed: expect.stringContaining('ECONNREFUSED') })
  })
})

describe('smtpServerOf', () => {
  it('reads the password from a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'event-calendar-')), 'password')
    writeFileSync(file, 'p:@ss\n')
    expect(
      smtpServerOf({ SMTP_URL: 'smtps://me%40venue.example@mail.venue.example', SMTP_PASSWORD_FILE: file }),
    ).toMatchObject({
      host: 'mail.venue.example',
      port: 465,
      isSecure: true,
      user: 'me@venue.example',
      password: 'p:@ss',
    })
  })

  it.each([
    ['http://mail.example.org', 'must look like'],
    ['smtp://user:pa%zz@mail.example.org', 'Percent-encode'],
    ['smtp://mail.example.org?tls=none', 'only allowed for a relay on this machine'],
  ])('refuses %s', (url, says) => {
    expect(() => smtpServerOf({ SMTP_URL: url })).toThrow(says)
  })

  it('refuses a rate of 0', () => {
    expect(() => smtpServerOf({ SMTP_URL: 'smtps://mail.example.org', SMTP_RATE: '0' })).toThrow('SMTP_RATE is "0"')
  })
})

describe('a service with SMTP_URL', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'event-calendar-smtp-'))
  let server: TestMailServer
  let service: RunningService
  const start = () =>
    startService({
      dataDir,
      env: { SMTP_URL: `smtp://venue:secret@127.0.0.1:${server.port}?tls=none`, RATE_LIMIT_SCALE: '1000' },
    })
  const register = async (email: string) => {
    const { baseUrl, demo } = service
    const answer = await fetch(`${baseUrl}/public/events/${demo.events.plus.id}/registrations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ firstName: 'Ana', lastName: 'Lima', email }),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }
  const mailTo = async (email: string) => {
    for (const end = performance.now() + 20_000; performance.now() < end; await sleep(50)) {
      const found = server.received.filter(({ to }) => to.includes(email))
      if (found.length > 0) return found
    }
    throw new Error(`no email to ${email} within 20 s:\n${service.output()}`)
  }
  const rowOf = (email: string) =>
    withDatabase(dataDir, (db) =>
      db.prepare('select id, status, attempts, error from mails where recipient = ?').get(email),
    )
  const settledRow = async (email: string, status: string) => {
    for (const end = performance.now() + 20_000; performance.now() < end; await sleep(100)) {
      const row = rowOf(email)
      if (row?.['status'] === status) return row
    }
    throw new Error(`the email to ${email} is ${JSON.stringify(rowOf(email))}`)
  }

  beforeAll(async () => {
    server = await startMailServer()
    service = await start()
  })
  afterAll(async () => {
    await service.stop()
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('sends a readable email with the stable Message-ID', async () => {
    await register('ana@example.org')
    const [mail] = await mailTo('ana@example.org')
    const parsed = await PostalMime.parse(mail?.raw ?? '')
    expect(parsed.text).toContain('Ana')
    expect(parsed.html).toContain('<html')
    const row = await settledRow('ana@example.org', 'sent')
    expect(parsed.messageId).toContain(String(row['id']))
  })

  it('fails immediately with the server’s message if it refuses the recipient', async () => {
    server.conduct = { code: 550, says: '5.1.1 no such user', at: 'rcpt' }
    await register('nobody@example.org')
    await expect(settledRow('nobody@example.org', 'failed')).resolves.toMatchObject({
      attempts: 1,
      error: '550 5.1.1 no such user',
    })
  })

  it('tries again after a temporary refusal', async () => {
    server.conduct = { code: 451, says: 'greylisted' }
    await register('later@example.org')
    await expect(settledRow('later@example.org', 'retrying')).resolves.toMatchObject({
      attempts: 1,
      error: '451 greylisted',
    })
  })

  it('sends an email again with the same Message-ID if it is killed between 250 and the row', async () => {
    server.conduct = 'accept'
    let killed: Promise<unknown> = Promise.resolve()
    server.beforeAccepting = async ({ to }) => {
      if (to.includes('killed@example.org')) killed = service.kill()
      await killed
    }
    await register('killed@example.org')
    await mailTo('killed@example.org')
    await killed
    server.beforeAccepting = async () => {}
    withDatabase(dataDir, (db) =>
      db.exec("update mails set lease_until = null, next_attempt_at = 1 where recipient = 'killed@example.org'"),
    )
    service = await start()
    await settledRow('killed@example.org', 'sent')
    const ids = await Promise.all(
      (await mailTo('killed@example.org')).map(async ({ raw }) => (await PostalMime.parse(raw)).messageId),
    )
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  it('does not count an attempt while the mail server rejects the sender', async () => {
    server.conduct = { code: 553, says: 'not your address', at: 'sender' }
    await register('sender@example.org')
    const untilSaid = async () => {
      for (const end = performance.now() + 20_000; performance.now() < end; await sleep(100)) {
        const row = rowOf('sender@example.org')
        if (row?.['error'] !== null) return row
      }
      throw new Error('no attempt')
    }
    await expect(untilSaid()).resolves.toMatchObject({ status: 'pending', attempts: 0, error: '553 not your address' })
    expect(service.output()).toContain('the mail server rejects the login or the sender')
  })
})
