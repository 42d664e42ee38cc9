import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { runErasures } from '../../../src/modules/erasures/index.ts'
import { send } from '../../support/api.ts'
import { appWith, deps } from '../../support/app.ts'
import { installationWith, newInstallation } from '../../support/archives.ts'
import { manageApi, newCalendar, newEvent, newKey, newWebhook, person, register } from '../../support/factories.ts'
import { DAY } from '../../support/erasures.ts'

const here = installationWith(deps)
const there = await newInstallation()
const GUESTS = 200

const one = async (client: D1Database, sql: string, ...values: unknown[]) =>
  client
    .prepare(sql)
    .bind(...values)
    .first<Record<string, unknown>>()

it('moves a calendar to another installation and back, with guests acting there', { timeout: 240_000 }, async () => {
  const calendar = await newCalendar({ name: 'Round trip' })
  const { slug, owner } = calendar
  const event = await newEvent(calendar, { capacity: 1_000, startAt: new Date(Date.now() + 600_000).toISOString() })
  const webhook = await newWebhook(calendar, 'https://hooks.example.org/trip', { events: ['guest.registered'] })
  const { key } = await newKey(calendar)
  const { cursor } = (await send('GET /v1/changes?cursor=now', { key })).body.meta
  const [early, leaving] = [(await register(event)).body.data, (await register(event)).body.data]
  const secret = await one(env.DB, 'select secret_cipher as s from webhooks where id = ?', webhook.id)
  const code = await one(env.DB, 'select qr_code as code from guests where id = ?', early.guest.id)

  const out = await here.archive(slug, owner)
  expect(await there.restore(out.bytes, 'usr_host', { key: out.key })).toMatchObject({
    status: 'DONE',
    isVerified: true,
  })
  expect((await there.send(`DELETE /calendars/${slug}/erasure`, { as: 'usr_host' })).status).toBe(200)
  const erasure = { confirm: 'Round trip', archiveDigest: out.digest }
  expect((await here.send(`POST /calendars/${slug}/erasure`, { as: owner, json: erasure })).status).toBe(200)

  const feed = (from: string) =>
    appWith(there.ports).request(`/api/v1/changes?cursor=${from}`, { headers: { 'x-svc-api-key': key } })
  const expired = await feed(cursor)
  expect([expired.status, await expired.json()]).toMatchObject([410, { code: 'cursor_expired' }])
  expect((await feed('now')).status).toBe(200)

  const links: string[] = []
  for (let number = 0; number < GUESTS; number += 1) {
    const made = await there.send(`POST /public/events/${event.id}/registrations`, { json: person() })
    expect(made.status).toBe(200)
    links.push(made.body.data.manageUrl)
  }
  expect((await there.send(`POST ${manageApi(leaving.manageUrl)}/cancel`, { json: {} })).status).toBe(200)
  const scanned = await there.send(`POST /events/${event.id}/checkins`, {
    as: 'usr_host',
    json: { qrCode: code?.['code'] },
  })
  expect(scanned.status).toBe(200)

  const late = { ...deps, clock: () => Date.now() + 31 * DAY }
  for (let run = 0; run < 5; run += 1) await runErasures(late)
  expect(await one(env.DB, 'select id from calendars where id = ?', calendar.id)).toBe(null)

  const back = await there.archive(slug, 'usr_host')
  const state = await here.restore(back.bytes, 'usr_home', { key: back.key })
  expect(state).toMatchObject({ status: 'DONE', digest: back.digest, isVerified: true, error: null })
  expect((await here.archive(slug, 'usr_home')).digest).toBe(back.digest)
  expect((await here.send(`DELETE /calendars/${slug}/erasure`, { as: 'usr_home' })).status).toBe(200)

  for (const link of [early.manageUrl, leaving.manageUrl, ...links])
    expect((await here.send(`GET ${manageApi(link)}`)).status, link).toBe(200)
  const counts = 'select status, count(*) as n from guests where event_id = ? group by status order by status'
  const { results } = await env.DB.prepare(counts).bind(event.id).all()
  expect(results).toEqual([
    { status: 'CANCELLED', n: 1 },
    { status: 'CHECKED_IN', n: 1 },
    { status: 'CONFIRMED', n: GUESTS },
  ])
  const sealed = await one(env.DB, 'select secret_cipher as s from webhooks where id = ?', webhook.id)
  expect(await deps.vault.open(String(sealed?.['s']))).toBe(await deps.vault.open(String(secret?.['s'])))
  expect(await one(env.DB, 'select qr_code as code from guests where id = ?', early.guest.id)).toEqual(code)
})
