import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { chanceOf } from '../../../harness/chance.ts'
import type { Deps } from '../../../src/deps.ts'
import { ARCHIVED } from '../../../src/db/archive/tables.ts'
import { utf8 } from '../../../src/kernel/crypto.ts'
import { storedZip } from '../../../src/kernel/zip.ts'
import { readDirectory } from '../../../src/kernel/zip-reading.ts'
import { dropExpiredArchives, runRestore, writeArchive } from '../../../src/modules/archives/index.ts'
import type { Env } from '../../../src/platform/env.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { installationWith, newInstallation } from '../../support/archives.ts'
import { asks } from '../../support/asks.ts'
import { forged } from '../../support/forged-archives.ts'
import { newCalendar, newCoupon, newEvent, newKey, newWebhook, register } from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'
import { PICTURES } from '../../support/pictures.ts'

asks({
  'POST /calendars/:slug/archives': { role: 'OWNER' },
  'GET /calendars/:slug/archives': { role: 'OWNER', isWhole: true },
  'GET /calendars/:slug/archives/:archiveId': { role: 'OWNER' },
  'POST /restores': { role: null },
  'GET /restores/:restoreId': { role: null },
  'PUT /restores/:restoreId/pieces/:number': { role: null },
  'POST /restores/:restoreId/start': { role: null },
})

type Bytes = Uint8Array<ArrayBuffer>
type Archive = Awaited<ReturnType<typeof here.archive>>

const quiet = { ...deps, tell: () => {}, log: { ...deps.log, error: () => {}, info: () => {} } }
const here = installationWith(quiet)
const there = await newInstallation()
const calendar = await newCalendar({ description: 'Before the move' })
const { owner, slug } = calendar
let event: Awaited<ReturnType<typeof newEvent>>
let archive: Archive
let manageUrl: string
let webhook: { id: string }

beforeAll(async () => {
  event = await newEvent(calendar, { capacity: 10 }, { price: 500 })
  await newCoupon(calendar, { code: 'WORLD', percentOff: 100, discountType: 'PERCENT' })
  const registered = await register(event, { couponCode: 'WORLD' })
  manageUrl = registered.body.data.manageUrl
  await register(event)
  webhook = await newWebhook(calendar, 'https://hooks.example.org/a', { events: ['guest.registered'] })
  await newKey(calendar)
  // More rows than a restore writes in one batch.
  await env.DB.prepare(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < 250)
     insert into erased_addresses (calendar_id, hash) select ?, printf('%064d', i) from n`,
  )
    .bind(calendar.id)
    .run()
  archive = await here.archive(slug, owner)
})

/** Token claims for a sign-in `minutes` ago, or from a provider that doesn't send `auth_time`. */
const signedIn = (minutes: number | null) =>
  minutes === null ? {} : { auth_time: Math.floor(deps.clock() / 1000) - minutes * 60 }

const rowsIn = async (client: D1Database, sql: string) => (await client.prepare(sql).all()).results
const erase = async (client: D1Database) => {
  for (const table of [
    'webhooks',
    'api_keys',
    'refunds',
    'order_seats',
    'order_terms',
    'coupon_redemptions',
    'orders',
    'invites',
    'guest_choices',
    'checkins',
    'guests',
    'coupons',
    'tickets',
    'members',
    'events',
    'guest_counts',
    'event_counts',
    'guest_activity',
    'order_activity',
    'calendars',
    'taken_slugs',
    'finished_jobs',
    'restores',
    'archive_parts',
    'archives',
    'images',
  ])
    await client.prepare(`delete from ${table}`).run()
  await client.prepare('delete from changes').run()
}

describe('POST /calendars/:slug/archives', () => {
  it('returns 409 while an archive of the calendar is being written', async () => {
    const other = await newCalendar()
    const first = await here.send(`POST /calendars/${other.slug}/archives`, { as: other.owner })
    expect(first.status).toBe(200)
    expect(first.body.data).toMatchObject({
      status: 'RUNNING',
      url: null,
      key: expect.stringMatching(/^[a-z2-7]{26}$/),
    })
    const second = await here.send(`POST /calendars/${other.slug}/archives`, { as: other.owner })
    expect(second).toMatchObject({ status: 409, body: { code: 'archive_running' } })
    await writeArchive(first.body.data.id, quiet)
  })

  it('returns 403 for a sign-in older than 10 minutes', async () => {
    const line = `POST /calendars/${slug}/archives`
    for (const minutes of [11, null]) {
      const token = await tokenFor(owner, signedIn(minutes))
      expect(await send(line, { token })).toMatchObject({
        status: 403,
        body: { code: 'reauthentication_required' },
      })
    }
  })

  it('returns 403 for the fourth archive of a day', async () => {
    const other = await newCalendar()
    for (let made = 0; made < 3; made += 1) await here.archive(other.slug, other.owner)
    expect(await here.send(`POST /calendars/${other.slug}/archives`, { as: other.owner })).toMatchObject({
      status: 403,
      body: { code: 'quota_exceeded', data: { quota: 'archivesPerDay', limit: 3, used: 3 } },
    })
    await env.DB.prepare('update archives set created_at = created_at - 86400000 where calendar_id = ?')
      .bind(other.id)
      .run()
    await here.archive(other.slug, other.owner)
  })

  it('is written by the queue', async () => {
    const other = await newCalendar()
    const token = await tokenFor(other.owner, signedIn(1))
    const { body } = await send(`POST /calendars/${other.slug}/archives`, { token })
    await expect
      .poll(
        async () =>
          (await send(`GET /calendars/${other.slug}/archives/${body.data.id}`, { as: other.owner })).body.data.status,
        {
          timeout: 20_000,
        },
      )
      .toBe('READY')
  })

  it('has at most 500 rows in a part, and pauses after each part twice as long as the part took', async () => {
    const other = await newCalendar()
    const { id } = await newEvent(other)
    await env.DB.prepare(
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1100)
      insert into checkpoints (id, calendar_id, event_id, name, mode, created_at, updated_at)
      select 'cpt_' || ? || n, ?, ?, n, 'ONCE', 1, 1 from numbers`,
    )
      .bind(id, other.id, id)
      .run()
    const pauses: number[] = []
    let now = 0
    const paced: Deps = {
      ...quiet,
      machine: () => (now += 10),
      pause: async (ms) => void pauses.push(ms),
    }
    const { bytes } = await installationWith(paced).archive(other.slug, other.owner)
    const read = async (offset: number, length: number) => bytes.slice(offset, offset + length)
    const paths = [...(await readDirectory({ size: bytes.length, read })).keys()]
    expect(paths.filter((path) => path.startsWith('checkpoints/'))).toHaveLength(3)
    expect(pauses.length).toBeGreaterThanOrEqual(paths.length - ARCHIVED.length)
    expect(new Set(pauses)).toEqual(new Set([20]))
  })

  it('is in the list, newest first, with its link', async () => {
    const other = await newCalendar()
    const first = await here.archive(other.slug, other.owner)
    const { id } = (await here.send(`POST /calendars/${other.slug}/archives`, { as: other.owner })).body.data
    const { body } = await here.send(`GET /calendars/${other.slug}/archives`, { as: other.owner })
    expect(body.data).toMatchObject([
      { id, status: 'RUNNING', url: null },
      { id: first.id, status: 'READY', url: expect.stringContaining(first.url) },
    ])
    await writeArchive(id, quiet)
  })

  it('does not store the key', async () => {
    const rows = await rowsIn(env.DB, 'select * from archives')
    expect(JSON.stringify(rows)).not.toContain(archive.key)
  })

  /** An archive whose calendar changes with every written file, with a clock that the test moves. */
  const whileChanging = async () => {
    const other = await newCalendar()
    const { body } = await here.send(`POST /calendars/${other.slug}/archives`, { as: other.owner })
    let [passed, isChanging, reads] = [0, true, 0]
    const busy: Deps = {
      ...quiet,
      clock: () => deps.clock() + passed,
      files: {
        ...quiet.files,
        put: async (...file) => {
          if (file[0].includes('/0.')) reads += 1
          if (isChanging)
            await env.DB.prepare('update calendars set name = name || ? where id = ?').bind('!', other.id).run()
          return quiet.files.put(...file)
        },
      },
    }
    return {
      async runAfter(minutes: number) {
        passed += minutes * 60_000
        for (let run = 0; run < 10; run += 1) await writeArchive(body.data.id, busy)
        const line = `GET /calendars/${other.slug}/archives/${body.data.id}`
        return { ...(await here.send(line, { as: other.owner })).body.data, reads }
      },
      calm: () => {
        isChanging = false
      },
    }
  }

  it('reads a changing calendar again after longer and longer breaks, until it is quiet', async () => {
    const { runAfter, calm } = await whileChanging()
    expect(await runAfter(0)).toMatchObject({ status: 'RUNNING', reads: 5 })
    expect(await runAfter(1)).toMatchObject({ status: 'RUNNING', reads: 6 })
    expect(await runAfter(1)).toMatchObject({ status: 'RUNNING', reads: 6 })
    calm()
    expect(await runAfter(1)).toMatchObject({ status: 'READY', reads: 7, digest: expect.any(String) })
  })

  it('fails if the calendar keeps changing for a day', async () => {
    const { runAfter } = await whileChanging()
    expect(await runAfter(0)).toMatchObject({ status: 'RUNNING', error: null })
    expect(await runAfter(24 * 60)).toMatchObject({ status: 'FAILED', error: expect.stringContaining('kept changing') })
  })
})

describe('the history', () => {
  it('lists an archive and its restore, with who made them, rows and digest', async () => {
    const other = await newCalendar()
    const { bytes, digest, id } = await here.archive(other.slug, other.owner)
    const jobs = `GET /calendars/${other.slug}/changes?object=job`
    const made = (await here.send(jobs, { as: other.owner })).body.data
    expect(made).toMatchObject([
      {
        actor: { type: 'user', id: other.owner },
        current: { id, kind: 'ARCHIVE', source: null, counts: null, rowCount: expect.any(Number), digest },
      },
    ])
    await there.restore(bytes, 'usr_heir')
    const restored = (await there.send(jobs, { as: 'usr_heir' })).body.data
    expect(restored).toMatchObject([
      {
        actor: { type: 'user', id: 'usr_heir' },
        current: {
          kind: 'RESTORE',
          source: deps.config.pagesUrl,
          rowCount: made[0].current.rowCount,
          digest,
          isVerified: false,
        },
      },
    ])
    await erase(there.client)
  })
})

describe('POST /calendars/:slug/erasure with archiveDigest', () => {
  it('returns 409 unless an archive has the content that the calendar has now', async () => {
    const other = await newCalendar({ name: 'Moved' })
    const { digest } = await here.archive(other.slug, other.owner)
    const request = (archiveDigest: string | null) =>
      here.send(`POST /calendars/${other.slug}/erasure`, { as: other.owner, json: { confirm: 'Moved', archiveDigest } })
    const outdated = { status: 409, body: { code: 'archive_outdated' } }
    expect(await request('0'.repeat(64))).toMatchObject(outdated)
    await send(`PATCH /calendars/${other.slug}`, { as: other.owner, json: { description: 'A change since' } })
    expect(await request(digest)).toMatchObject(outdated)
    const { digest: present } = await here.archive(other.slug, other.owner)
    expect(await request(present)).toMatchObject({ status: 200, body: { data: { eraseAt: expect.any(String) } } })
    const row = await env.DB.prepare('select erase_at from calendars where id = ?').bind(other.id).first('erase_at')
    expect(Number(row)).toBeGreaterThan(deps.clock() + 29 * 86_400_000)
  })
})

describe('GET /calendars/:slug/archives/:archiveId', () => {
  it('returns 404 for an archive of another calendar', async () => {
    const other = await newCalendar()
    const answer = await here.send(`GET /calendars/${other.slug}/archives/${archive.id}`, { as: other.owner })
    expect(answer.status).toBe(404)
  })
})

describe('GET /public/archives/:token', () => {
  it('returns 404 for a link that the service did not create', async () => {
    expect((await here.send(`GET ${archive.url}`)).status).toBe(200)
    expect((await here.send(`GET ${archive.url.slice(0, -1)}x`)).status).toBe(404)
  })

  it('returns 404 once a guest of the calendar is erased', async () => {
    const other = await newCalendar()
    const { id } = await newEvent(other)
    const { body } = await register({ id, calendar: other } as never)
    const { url } = await here.archive(other.slug, other.owner)
    await send(`POST /events/${id}/guests/${body.data.guest.id}/erase`, { as: other.owner })
    expect((await here.send(`GET ${url}`)).status).toBe(404)
  })
})

describe('POST /restores', () => {
  it('returns 403 for a sign-in older than 10 minutes', async () => {
    const token = await tokenFor('usr_a', signedIn(11))
    expect(await send('POST /restores', { token })).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_required' },
    })
  })
})

describe('POST /restores/:restoreId/start', () => {
  const refused = async (file: Bytes, start: object, as = 'usr_thief') => (await there.upload(file, as, start)).started

  it('returns 422 for a file that is not an archive', async () => {
    expect(await refused(utf8('hello, this is not a ZIP at all'), {})).toMatchObject({
      status: 422,
      body: { code: 'archive_invalid', message: 'The archive is invalid: it isn’t a ZIP, or it is truncated.' },
    })
    const text = storedZip({ 'a.txt': utf8('a') })
    expect((await refused(text, {})).body.message).toBe('The archive is invalid: it has no manifest.json.')
  })

  it('returns 413 for a piece over 8 MiB, and 415 for one that isn’t a file', async () => {
    const { body } = await there.send('POST /restores', { as: 'usr_a' })
    const line = `PUT /restores/${body.data.id}/pieces/1`
    const large = await there.send(line, { as: 'usr_a', body: new Uint8Array(8 * 1024 * 1024 + 1) })
    expect(large).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    const text = await there.send(line, { as: 'usr_a', json: { piece: 1 } })
    expect(text).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
    expect((await there.send(`GET /restores/${body.data.id}`, { as: 'usr_a' })).body.data.pieces).toBe(0)
  })

  it('returns 422 when a piece is missing', async () => {
    const { body } = await there.send('POST /restores', { as: 'usr_a' })
    await there.send(`PUT /restores/${body.data.id}/pieces/2`, { as: 'usr_a', body: archive.bytes })
    const answer = await there.send(`POST /restores/${body.data.id}/start`, { as: 'usr_a', json: {} })
    expect(answer.body.message).toBe('The archive is invalid: a piece of the file is missing.')
  })

  it.each<[string, (path: string, text: string) => string]>([
    ['a path outside of the archive', (_, text) => text.replaceAll('schemas/guests.json', '../guests.json')],
    ['an unknown field', (path, text) => (path.startsWith('calendars/') ? text.replace('{', '{"plan":"PRO",') : text)],
    [
      'another calendar in the manifest',
      (path, text) => (path === 'manifest.json' ? text.replaceAll(calendar.id, 'cal_other') : text),
    ],
    ['a broken line', (path, text) => (path.startsWith('calendars/') ? text.slice(1) : text)],
    [
      'a line that is too long',
      (path, text) => (path.startsWith('calendars/') ? text.replace('Before', 'x'.repeat(300_000)) : text),
    ],
    [
      'a line that is too deep',
      (path, text) =>
        path.startsWith('calendars/')
          ? text.replace('"refundPolicy":null', `"refundPolicy":${'['.repeat(30)}${']'.repeat(30)}`)
          : text,
    ],
  ])('returns 422 for %s', async (_, change) => {
    expect(await refused(await forged(archive.bytes, change), {})).toMatchObject({
      status: 422,
      body: { code: 'archive_invalid' },
    })
  })

  it('returns 422 for another archive’s key', async () => {
    expect(await refused(archive.bytes, { key: 'a'.repeat(26) })).toMatchObject({
      status: 422,
      body: { code: 'archive_key_wrong' },
    })
  })

  it('returns 409 where the calendar exists already', async () => {
    const { started } = await here.upload(archive.bytes, 'usr_thief')
    expect(started).toMatchObject({ status: 409, body: { code: 'calendar_exists' } })
  })

  it('returns 409 for a slug in use, and 403 over the quota', async () => {
    await there.send('POST /calendars', { as: 'usr_b', json: { name: 'B', slug: 'taken-here', timezone: 'UTC' } })
    expect(await refused(archive.bytes, { slug: 'taken-here' })).toMatchObject({
      status: 409,
      body: { code: 'slug_taken' },
    })
    const none = { FREE: 0, PLUS: 0, PRO: 0, ENTERPRISE: 0 }
    const { config } = there.ports
    const full = installationWith({
      ...there.ports,
      config: { ...config, quotas: { ...config.quotas, calendarsPerUser: none } },
    })
    const { started } = await full.upload(archive.bytes, 'usr_thief')
    expect(started).toMatchObject({ status: 403, body: { code: 'quota_exceeded' } })
  })

  const withOneGuestPerEvent = () => {
    const one = { FREE: 1, PLUS: 1, PRO: 1, ENTERPRISE: 1 }
    const { config } = there.ports
    return installationWith({
      ...there.ports,
      log: quiet.log,
      config: { ...config, quotas: { ...config.quotas, guestsPerEvent: one } },
    })
  }

  it('returns 403 before anything is written if an event has too many guests', async () => {
    const { started } = await withOneGuestPerEvent().upload(archive.bytes, 'usr_heir')
    expect(started).toMatchObject({
      status: 403,
      body: { code: 'quota_exceeded', data: { quota: 'guestsPerEvent', limit: 1, used: 2 } },
    })
    expect(await rowsIn(there.client, `select id from calendars where id = '${calendar.id}'`)).toEqual([])
  })

  it('counts the guests at the end, too, for a manifest without their number', { timeout: 60_000 }, async () => {
    const file = await forged(archive.bytes, (path, text) =>
      path === 'manifest.json' ? text.replace(/ *"mostGuests": 2,\n/, '') : text,
    )
    expect(await withOneGuestPerEvent().restore(file, 'usr_heir')).toMatchObject({
      status: 'FAILED',
      error: 'This event has reached its plan’s limit of guests. The limit is 1, the archive has 2.',
    })
    expect(await rowsIn(there.client, `select erase_at from calendars where id = '${calendar.id}'`)).toEqual([
      { erase_at: 0 },
    ])
    await erase(there.client)
  })

  it('is visible to the person who created it only', async () => {
    const { body } = await there.send('POST /restores', { as: 'usr_a' })
    expect((await there.send(`GET /restores/${body.data.id}`, { as: 'usr_b' })).status).toBe(404)
  })
})

const guestWithEvent = (eventId: string) => (path: string, text: string) =>
  path.startsWith('guests/') ? text.replace(/"eventId":"[^"]+"/, `"eventId":"${eventId}"`) : text

describe('a restore', () => {
  it('writes no row that belongs or refers to another calendar', { timeout: 60_000 }, async () => {
    const made = await there.send('POST /calendars', { as: 'usr_b', json: { name: 'Victim', timezone: 'UTC' } })
    const json = {
      calendarSlug: made.body.data.slug,
      title: 'Victim',
      startAt: '2031-01-01T10:00:00Z',
      timezone: 'UTC',
    }
    const victim = (await there.send('POST /events', { as: 'usr_b', json })).body.data
    const attacks: ((path: string, text: string) => string)[] = [
      guestWithEvent(victim.id),
      (path, text) => (path.startsWith('guests/') ? text.replaceAll(event.ticketId, victim.tickets[0].id) : text),
      (path, text) => (path.startsWith('tickets/') ? text.replaceAll(event.id, victim.id) : text),
      (path, text) => (path.startsWith('events/') ? text.replaceAll(event.id, victim.id) : text),
      (path, text) =>
        path.startsWith('events/') ? text.replace(/"calendarId":"[^"]+"/, `"calendarId":"${made.body.data.id}"`) : text,
    ]
    for (const attack of attacks) {
      const state = await there.restore(await forged(archive.bytes, attack), 'usr_thief', {})
      expect(state).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/invalid|in use/) })
      expect(await rowsIn(there.client, `select erase_at from calendars where id = '${calendar.id}'`)).toEqual([
        { erase_at: 0 },
      ])
      await there.client.prepare('delete from taken_slugs where owner_id = ?').bind(event.id).run()
      await there.client.batch(
        ['webhooks', 'api_keys', 'orders', 'guests', 'coupons', 'events', 'calendars'].map((table) =>
          there.client
            .prepare(`delete from ${table} where ${table === 'calendars' ? 'id' : 'calendar_id'} = ?`)
            .bind(calendar.id),
        ),
      )
    }
    expect(
      await rowsIn(there.client, `select count(*) as n from guests where event_id in ('${event.id}', '${victim.id}')`),
    ).toEqual([{ n: 0 }])
    await erase(there.client)
  })

  it('says whether the archive is as the source wrote it', { timeout: 60_000 }, async () => {
    const renamed = (path: string, text: string) =>
      path.startsWith('calendars/') ? text.replace('Before the move', 'After the forgery') : text
    const state = await there.restore(await forged(archive.bytes, renamed), 'usr_heir', { key: archive.key })
    expect(state).toMatchObject({ status: 'DONE', keepsLinks: true, isVerified: false })
    await erase(there.client)
    expect(await there.restore(archive.bytes, 'usr_heir')).toMatchObject({ status: 'DONE', isVerified: false })
    await erase(there.client)
  })

  it.each([
    [
      'an SVG with a script',
      utf8('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'be read',
    ],
    ['a JPEG that is cut off', PICTURES.jpeg.slice(0, 300), 'be read'],
    ['a PNG in place of a JPEG', PICTURES.png, 'be read'],
    ['a JPEG other than the one in its row', PICTURES.turned, 'is another one'],
  ])('refuses %s as a picture', { timeout: 60_000 }, async (_, picture, says) => {
    const other = await newCalendar()
    const put = await here.send(`POST /calendars/${other.slug}/images`, { as: other.owner, body: PICTURES.jpeg })
    const address = `GET /public${new URL(put.body.data.url).pathname}`
    expect((await here.send(address)).status).toBe(200)
    const { bytes } = await here.archive(other.slug, other.owner)
    const state = await there.restore(await forged(bytes, (_path, text) => text, picture), 'usr_thief')
    expect(state).toMatchObject({ status: 'FAILED', error: expect.stringContaining(says) })
    expect((await there.send(address)).status).toBe(404)
  })

  it(
    'keeps links and webhook secrets with the key, sends nothing and counts as before',
    { timeout: 60_000 },
    async () => {
      const state = await there.restore(archive.bytes, 'usr_heir', {
        key: archive.key.toUpperCase(),
        slug: 'moved-here',
      })
      expect(state).toMatchObject({
        status: 'DONE',
        error: null,
        keepsLinks: true,
        isVerified: true,
        calendarId: calendar.id,
      })
      const token = manageUrl.split('/').at(-1)
      expect((await there.send(`GET /public/registrations/${token}`)).status).toBe(200)
      const [sealed] = await rowsIn(
        there.client,
        `select secret_cipher as s, is_active, disabled_reason from webhooks where id = '${webhook.id}'`,
      )
      const [source] = await rowsIn(env.DB, `select secret_cipher as s from webhooks where id = '${webhook.id}'`)
      expect(await there.ports.vault.open(String(sealed?.['s']))).toBe(await deps.vault.open(String(source?.['s'])))
      expect(sealed).toMatchObject({ is_active: 0, disabled_reason: 'restored' })
      for (const table of ['mails', 'letters', 'deliveries', "(select * from changes where object <> 'job')"])
        expect(
          await rowsIn(there.client, `select count(*) as n from ${table} where calendar_id = '${calendar.id}'`),
          table,
        ).toEqual([{ n: 0 }])
      for (const sql of [
        `select * from guest_counts where event_id = '${event.id}' and guests > 0 order by ticket_id, status`,
        `select * from event_counts where calendar_id = '${calendar.id}' and events > 0 order by edge, shift, stretch`,
        `select * from guest_activity where event_id = '${event.id}' and guests > 0 order by bucket, status`,
        `select * from order_activity where event_id = '${event.id}' and orders > 0 order by bucket, status`,
        `select id, redeemed_count from coupons where calendar_id = '${calendar.id}'`,
        `select event_count, longest_event_ms from calendars where id = '${calendar.id}'`,
        `select id, qr_code, short_code, user_id from guests where event_id = '${event.id}' order by id`,
      ])
        expect(await rowsIn(there.client, sql), sql).toEqual(await rowsIn(env.DB, sql))
    },
  )

  it('waits, private, until its owner opens it', async () => {
    expect((await there.send('GET /calendars/moved-here')).status).toBe(404)
    const writing = await there.send('PATCH /calendars/moved-here', { as: 'usr_heir', json: { name: 'Moved' } })
    expect(writing).toMatchObject({ status: 409, body: { code: 'erasure_pending' } })
    expect((await there.send('DELETE /calendars/moved-here/erasure', { as: 'usr_heir' })).status).toBe(200)
    expect((await there.send('GET /calendars/moved-here')).status).toBe(200)
    await erase(there.client)
  })

  it('creates new links and secrets without the key', { timeout: 60_000 }, async () => {
    const state = await there.restore(archive.bytes, 'usr_heir')
    expect(state).toMatchObject({ status: 'DONE', keepsLinks: false })
    expect((await there.send(`GET /public/registrations/${manageUrl.split('/').at(-1)}`)).status).toBe(404)
    await erase(there.client)
  })

  it('accepts no piece after it has started', { timeout: 60_000 }, async () => {
    const { id, started } = await there.upload(archive.bytes, 'usr_heir')
    expect(started.status).toBe(200)
    const late = await there.send(`PUT /restores/${id}/pieces/1`, { as: 'usr_heir', body: archive.bytes })
    expect(late).toMatchObject({ status: 409, body: { code: 'restore_started' } })
    await erase(there.client)
  })
})

const UNLIMITED = { FREE: 10_000, PLUS: 10_000, PRO: 10_000, ENTERPRISE: 10_000 }

/** Simulates a process that is killed just before or after its `nth` write to the database. */
const killedAt = (ports: Deps, nth: number, isAfter: boolean, now: () => number): Deps => {
  let writes = 0
  const commit: Deps['commit'] = async (change) => {
    writes += 1
    if (writes === nth && !isAfter) throw new Error('killed')
    const done = await ports.commit(change)
    if (writes === nth) throw new Error('killed')
    return done
  }
  return { ...ports, commit, clock: now, log: quiet.log }
}

describe('steps', () => {
  it('leave no file behind if the archive ends after a kill', async () => {
    const other = await newCalendar()
    const { id } = (await here.send(`POST /calendars/${other.slug}/archives`, { as: other.owner })).body.data
    await writeArchive(id, killedAt(quiet, 1, false, deps.clock))
    const files = async () => (await (env as unknown as Env).FILES.list({ prefix: `archives/${id}/` })).objects
    expect((await files()).length).toBeGreaterThan(10)
    await env.DB.prepare(`update archives set status = 'FAILED', file_expires_at = 1 where id = ?`).bind(id).run()
    await dropExpiredArchives(quiet)
    expect(await files()).toEqual([])
  })

  /** More seeds by hand: ARCHIVE_SEEDS=200 npx vitest run --project worker test/api/archives/archives.test.ts */
  const SEEDS = Array.from({ length: inject('archiveSeeds') }, (_, index) => index + 1)

  it.each(SEEDS)(
    'survive kills before and after writes, with the same digest (seed %i)',
    { timeout: 240_000 },
    async (seed) => {
      const chance = chanceOf(seed)
      const killed = (ports: Deps) => killedAt(ports, 1 + Math.floor(chance() * 3), chance() < 0.5, now)
      let later = 0
      const now = () => Date.now() + later
      const often = installationWith({
        ...quiet,
        config: { ...quiet.config, quotas: { ...quiet.config.quotas, archivesPerDay: UNLIMITED } },
      })
      const { body } = await often.send(`POST /calendars/${slug}/archives`, { as: owner })
      const { id } = body.data
      const statusOf = async (ports: typeof here, path: string, as: string) =>
        (await ports.send(`GET ${path}`, { as })).body.data
      let runs = 0
      const path = `/calendars/${slug}/archives/${id}`
      while ((await statusOf(here, path, owner)).status === 'RUNNING' && runs < 400) {
        await writeArchive(id, killed(quiet))
        later += 20_000
        runs += 1
      }
      expect(runs).toBeGreaterThan(10)
      const made = await statusOf(here, path, owner)
      expect(made).toMatchObject({ status: 'READY', digest: archive.digest })
      const { bytes } = await here.send(`GET ${new URL(made.url).pathname.replace('/api', '')}`)
      const upload = await there.upload(bytes, 'usr_heir', { key: body.data.key })
      for (
        runs = 0;
        (await statusOf(there, `/restores/${upload.id}`, 'usr_heir')).status === 'RUNNING' && runs < 400;
        runs += 1
      ) {
        await runRestore(upload.id, killed(there.ports))
        later += 20_000
      }
      expect(runs).toBeGreaterThan(10)
      expect(await statusOf(there, `/restores/${upload.id}`, 'usr_heir')).toMatchObject({ status: 'DONE' })
      expect((await there.archive(slug, 'usr_heir')).digest).toBe(archive.digest)
      await env.DB.prepare('update archives set file_expires_at = 1 where id = ?').bind(id).run()
      await dropExpiredArchives(quiet)
      expect((await (env as unknown as Env).FILES.list({ prefix: `archives/${id}/` })).objects).toEqual([])
      await erase(there.client)
    },
  )
})
