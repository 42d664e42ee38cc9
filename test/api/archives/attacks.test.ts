import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runRestore } from '../../../src/modules/archives/index.ts'
import type { Deps } from '../../../src/deps.ts'
import { deps } from '../../support/app.ts'
import { installationWith, newInstallation } from '../../support/archives.ts'
import { forged, partOnly } from '../../support/forged-archives.ts'
import { newCalendar, newEvent, newKey } from '../../support/factories.ts'

type Bytes = Uint8Array<ArrayBuffer>

const quiet = { ...deps, tell: () => {}, log: { ...deps.log, error: () => {}, info: () => {} } }
const here = installationWith(quiet)
const there = await newInstallation()
const calendar = await newCalendar()
const victim = { id: '', eventId: '', ticketId: '', orderId: '' }
let archive: Awaited<ReturnType<typeof here.archive>>

const run = (client: D1Database, sql: string, ...values: unknown[]) =>
  client
    .prepare(sql)
    .bind(...values)
    .run()
const rowsIn = async (sql: string, ...values: unknown[]) =>
  (
    await there.client
      .prepare(sql)
      .bind(...values)
      .all()
  ).results

beforeAll(async () => {
  const event = await newEvent(calendar)
  await newKey(calendar)
  await run(
    env.DB,
    `insert into imported_events (calendar_id, source_id, object_id, fields, created_at) values (?, 's', 'evt_forged', '{}', 1)`,
    calendar.id,
  )
  await run(
    env.DB,
    `insert into bank_lines (id, calendar_id, bank_account_id, fingerprint, booked_on, amount, currency, payer_name, text, state,
      orders, refund_id, move_id, created_at, updated_at)
    values ('bln_own', ?, 'bac_forged', 'f', '2030-01-01', 100, 'EUR', 'Ada', 'text', 'MATCHED', '[{"orderId":"ord_forged","amount":1}]',
      'ref_forged', 'mov_a', 1, 1)`,
    calendar.id,
  )
  await run(
    env.DB,
    `insert into checkpoints (id, calendar_id, event_id, name, mode, ticket_ids, created_at, updated_at)
    values ('cpt_own', ?, ?, 'Bar', 'ONCE', '["tkt_forged"]', 1, 1)`,
    calendar.id,
    event.id,
  )
  archive = await here.archive(calendar.slug, calendar.owner)
  const as = 'usr_victim'
  const made = (await there.send('POST /calendars', { as, json: { name: 'Victim', timezone: 'UTC', currency: 'EUR' } }))
    .body.data
  victim.id = made.id
  const title = { title: 'Victim', startAt: '2031-01-01T10:00:00Z', timezone: 'UTC' }
  const planned = (await there.send('POST /events', { as, json: { calendarSlug: made.slug, ...title } })).body.data
  victim.eventId = planned.id
  const priced = { name: 'Priced', price: 500, currency: 'EUR' }
  const ticket = (await there.send(`POST /events/${victim.eventId}/tickets`, { as, json: priced })).body.data
  victim.ticketId = ticket.id
  const buyer = { firstName: 'Ada', lastName: 'Victim', email: 'ada@victim.example', ticketId: ticket.id }
  const sold = await there.send(`POST /public/events/${victim.eventId}/registrations`, { json: buyer })
  victim.orderId = sold.body.data.order.id
  await run(
    there.client,
    `insert into refunds (id, order_id, amount, currency, status, created_at) values ('ref_victim', ?, 1, 'EUR', 'FAILED', 1)`,
    victim.orderId,
  )
  await run(
    there.client,
    `insert into bank_accounts (id, calendar_id, holder, iban, currency, created_by, created_at, updated_at)
    values ('bac_victim', ?, 'V', 'DE02120300000000202051', 'EUR', 'usr_victim', 1, 1)`,
    victim.id,
  )
})

/** Deletes the calendar that a restore wrote. */
afterEach(async () => {
  for (const table of ['imported_events', 'bank_lines', 'api_keys', 'checkpoints', 'events', 'taken_slugs', 'members'])
    await run(
      there.client,
      table === 'taken_slugs'
        ? `delete from taken_slugs where owner_id = ? or owner_id not in (select id from events union all select id from calendars)`
        : `delete from ${table} where calendar_id = ?`,
      calendar.id,
    )
  await run(there.client, 'delete from calendars where id = ?', calendar.id)
  await run(there.client, 'delete from restores')
})

const stateOf = async (id: string, as: string) => (await there.send(`GET /restores/${id}`, { as })).body.data

describe('a restore of a forged archive', () => {
  it.each<[string, string, () => string]>([
    ['an imported event', 'evt_forged', () => victim.eventId],
    ['an order that a bank line paid', 'ord_forged', () => victim.orderId],
    ['a refund that a bank line paid out', 'ref_forged', () => 'ref_victim'],
    ['the account of a bank line', 'bac_forged', () => 'bac_victim'],
    ['a ticket of a checkpoint', 'tkt_forged', () => victim.ticketId],
  ])('writes no row with %s of another calendar', { timeout: 60_000 }, async (_, own, foreign) => {
    const file = await forged(archive.bytes, (_path, text) => text.replaceAll(own, foreign()))
    const state = await there.restore(file, 'usr_thief')
    expect(state).toMatchObject({
      status: 'FAILED',
      error: 'The archive is invalid: a row belongs or refers to another calendar.',
    })
  })

  it('writes no API key into another calendar', { timeout: 60_000 }, async () => {
    const file = await forged(archive.bytes, (path, text) =>
      path.startsWith('api-keys/') ? text.replaceAll(calendar.id, victim.id) : text,
    )
    expect(await there.restore(file, 'usr_thief')).toMatchObject({ status: 'FAILED' })
    expect(await rowsIn('select id from api_keys where calendar_id = ?', victim.id)).toEqual([])
  })

  it('reads no archive whose part has another number of rows than its manifest', { timeout: 60_000 }, async () => {
    const file = await forged(archive.bytes, (path, text) =>
      path === 'manifest.json' ? text.replace(/("api-keys\/0001.ndjson",\s*"rows": )1/, '$12') : text,
    )
    expect(await there.restore(file, 'usr_thief')).toMatchObject({
      status: 'FAILED',
      error: 'The archive is invalid: a part has another number of rows.',
    })
  })
})

describe('a restore whose file is replaced', () => {
  /** Starts the restore after the request for a piece was checked, while the piece is being stored. */
  const replaceAtStart = async (id: string, piece: Bytes) => {
    let isArmed = true
    const { files } = there.ports
    const put: Deps['files']['put'] = async (...file) => {
      if (isArmed) {
        isArmed = false
        const { status } = await there.send(`POST /restores/${id}/start`, { as: 'usr_thief', json: {} })
        expect(status).toBe(200)
      }
      return files.put(...file)
    }
    const slow = installationWith({ ...there.ports, files: { ...files, put } })
    const answer = await slow.send(`PUT /restores/${id}/pieces/1`, { as: 'usr_thief', body: piece })
    expect(answer).toMatchObject({ status: 409, body: { code: 'restore_started' } })
  }

  const uploaded = async (piece: Bytes) => {
    const { id } = (await there.send('POST /restores', { as: 'usr_thief' })).body.data
    await there.send(`PUT /restores/${id}/pieces/1`, { as: 'usr_thief', body: piece })
    return id as string
  }

  it('during its start writes nothing into another calendar', { timeout: 60_000 }, async () => {
    const { bytes } = archive
    const id = await uploaded(bytes)
    await replaceAtStart(id, await partOnly(bytes, 'api-keys/', { from: calendar.id, to: victim.id }, bytes.length))
    await runRestore(id, there.ports)
    expect(await stateOf(id, 'usr_thief')).toMatchObject({
      status: 'FAILED',
      error: 'The archive is invalid: its file was replaced after the restore had started.',
    })
    expect(await rowsIn('select id from api_keys where calendar_id = ?', victim.id)).toEqual([])
  })
})

describe('two restores', () => {
  it('of one calendar do not run at a time', { timeout: 60_000 }, async () => {
    const first = await there.upload(archive.bytes, 'usr_heir')
    expect(first.started.status).toBe(200)
    const second = await there.upload(archive.bytes, 'usr_heir')
    expect(second.started).toMatchObject({ status: 409, body: { code: 'calendar_exists' } })
    while ((await stateOf(first.id, 'usr_heir')).status === 'RUNNING') await runRestore(first.id, there.ports)
    expect(await stateOf(first.id, 'usr_heir')).toMatchObject({ status: 'DONE' })
  })

  it('cannot both start, even if both were checked before', { timeout: 60_000 }, async () => {
    const uploads = []
    for (const as of ['usr_heir', 'usr_heir']) {
      const { id } = (await there.send('POST /restores', { as })).body.data
      await there.send(`PUT /restores/${id}/pieces/1`, { as, body: archive.bytes })
      uploads.push(id as string)
    }
    const started = await Promise.all(
      uploads.map((id) => there.send(`POST /restores/${id}/start`, { as: 'usr_heir', json: {} })),
    )
    expect(started.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('a worker of a restore', () => {
  it('that has lost it cannot end it', { timeout: 60_000 }, async () => {
    const { id } = await there.upload(archive.bytes, 'usr_heir')
    let later = 0
    const clock = () => Date.now() + later
    const { files, commit } = there.ports
    let writes = 0
    const killed: Deps = {
      ...there.ports,
      clock,
      log: quiet.log,
      async commit(change) {
        writes += 1
        if (writes === 4) throw new Error('killed')
        return commit(change)
      },
    }
    let isStalled = false
    const stalled: Deps = {
      ...there.ports,
      clock,
      log: quiet.log,
      files: {
        ...files,
        async readRange(...part) {
          const found = await files.readRange(...part)
          const isBegun = (await rowsIn('select id from calendars where id = ?', calendar.id)).length > 0
          if (!isStalled && !isBegun) return found
          if (!isStalled) {
            isStalled = true
            later += 20_000
            await runRestore(id, killed)
          }
          return found?.fill(0) ?? null
        },
      },
    }
    for (let runs = 0; runs < 3; runs += 1) await runRestore(id, stalled)
    expect(writes).toBe(4)
    const [row] = await rowsIn('select erase_at from calendars where id = ?', calendar.id)
    expect(Number(row?.['erase_at'])).toBeGreaterThan(Date.now())
    later += 20_000
    while ((await stateOf(id, 'usr_heir')).status === 'RUNNING') await runRestore(id, { ...there.ports, clock })
    expect(await stateOf(id, 'usr_heir')).toMatchObject({ status: 'DONE' })
  })

  it('does not complete a calendar whose erasure has begun', { timeout: 60_000 }, async () => {
    const { id } = await there.upload(archive.bytes, 'usr_heir')
    const { commit } = there.ports
    const erasing: Deps = {
      ...there.ports,
      log: quiet.log,
      async commit(change) {
        if ('owner' in change.statements)
          await run(there.client, 'update calendars set erase_at = 0 where id = ?', calendar.id)
        return commit(change)
      },
    }
    while ((await stateOf(id, 'usr_heir')).status === 'RUNNING') await runRestore(id, erasing)
    expect(await stateOf(id, 'usr_heir')).toMatchObject({
      status: 'FAILED',
      error: 'The restore took more than two days. Restore the archive again.',
    })
    expect(await rowsIn('select * from members where calendar_id = ?', calendar.id)).toEqual([])
  })
})

describe('POST /restores/:restoreId/start', () => {
  it('returns 409 for an event slug of another calendar, and names it', async () => {
    const [{ slug } = {}] = await rowsIn('select slug from events where id = ?', victim.eventId)
    const file = await forged(archive.bytes, (path, text) =>
      path.startsWith('events/') ? text.replace(/"slug":"[^"]+"/, `"slug":"${String(slug)}"`) : text,
    )
    const { started } = await there.upload(file, 'usr_heir')
    expect(started).toMatchObject({
      status: 409,
      body: {
        code: 'event_slug_taken',
        message: expect.stringContaining(`The event slug '${String(slug)}' belongs to another calendar here.`),
        data: { slug },
      },
    })
  })

  it('returns 403 before anything is written if the archive has too many upcoming events', async () => {
    const { config } = there.ports
    const none = { FREE: 0, PLUS: 0, PRO: 0, ENTERPRISE: 0 }
    const quotas = { ...config.quotas, eventsPerCalendar: none }
    const { started } = await installationWith({ ...there.ports, config: { ...config, quotas } }).upload(
      archive.bytes,
      'usr_heir',
    )
    expect(started).toMatchObject({
      status: 403,
      body: { code: 'quota_exceeded', data: { quota: 'eventsPerCalendar', limit: 0, used: 1 } },
    })
    expect(await rowsIn('select id from calendars where id = ?', calendar.id)).toEqual([])
  })
})
