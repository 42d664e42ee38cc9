import { beforeAll, describe, expect, it } from 'vitest'
import { utf8, base64 } from '../../../src/kernel/crypto.ts'
import { deps } from '../../support/app.ts'
import { installationWith, newInstallation } from '../../support/archives.ts'
import { newCalendar, newEvent } from '../../support/factories.ts'

const here = installationWith({ ...deps, tell: () => {} })
const there = await newInstallation()
const heir = 'usr_heir'

const NAMES = ['ada', 'alan', 'emmy', 'mary', 'kurt', 'rosa'] as const
const listOf = (...names: string[]) =>
  base64(utf8(['email,name', ...names.map((name) => `${name}@lost.example,${name} guest`)].join('\n')))
const LIST = listOf(...NAMES)
/** The guests of the first list and one more, so that only few lines are refused. */
const LATER = listOf(...NAMES, 'grace')

type Service = Pick<typeof here, 'send'>
const importInto = ({ send }: Service, eventId: string, as: string, json: object) =>
  send(`POST /events/${eventId}/guests/import`, { as, json })
const bringIn = async (service: Service, eventId: string, as: string, file: string) => {
  const { digest } = (await importInto(service, eventId, as, { file, dryRun: true })).body.data
  const { status, body } = await importInto(service, eventId, as, { file, confirm: digest })
  expect(status).toBe(200)
  return body.data.lines as { guestId: string; title: string; result: string }[]
}

const PAST = { startAt: '2026-02-01T18:00:00Z', endAt: '2026-02-01T20:00:00Z', timezone: 'Europe/Berlin' }
const newSource = async () => {
  const calendar = await newCalendar()
  return { calendar, event: await newEvent(calendar, PAST, { name: 'Seat' }) }
}

const openThere = async (slug: string) =>
  expect((await there.send(`DELETE /calendars/${slug}/erasure`, { as: heir })).status).toBe(200)

/** Deletes everything that a restore wrote. */
const clear = async () => {
  for (const table of [
    'import_sources',
    'guests',
    'tickets',
    'members',
    'order_seats',
    'order_terms',
    'orders',
    'events',
    'guest_counts',
    'event_counts',
    'guest_activity',
    'order_activity',
    'erased_addresses',
    'finished_jobs',
    'restores',
    'archive_parts',
    'archives',
    'calendars',
    'taken_slugs',
    'changes',
  ])
    await there.client.prepare(`delete from ${table}`).run()
}

const { calendar, event } = await newSource()
const { slug, owner } = calendar
let archive: Awaited<ReturnType<typeof here.archive>>

beforeAll(async () => {
  const [ada] = await bringIn(here, event.id, owner, LIST)
  const erased = await here.send(`POST /events/${event.id}/guests/${String(ada?.guestId)}/erase`, { as: owner })
  if (erased.status !== 200) throw new Error(`the guest is not erased: ${erased.status}`)
  archive = await here.archive(slug, owner)
})

const resultsOf = (lines: { title: string; result: string }[]) => lines.map(({ result }) => result)

describe('an import after a restore', () => {
  it('with the key refuses erased persons, and asks nothing', { timeout: 60_000 }, async () => {
    await there.restore(archive.bytes, heir, { key: archive.key })
    await openThere(slug)
    const { data } = (await importInto(there, event.id, heir, { file: LATER, dryRun: true })).body
    expect([data.asks, resultsOf(data.lines)]).toEqual([[], ['refused', 'same', 'same', 'same', 'same', 'same', 'new']])
    await clear()
  })

  it('without the key asks before it may bring an erased person back', { timeout: 60_000 }, async () => {
    const state = await there.restore(archive.bytes, heir)
    expect(state).toMatchObject({ status: 'DONE', keepsLinks: false })
    expect((await there.archive(slug, heir)).digest).toBe(archive.digest)
    await openThere(slug)
    const file = LIST
    const { data } = (await importInto(there, event.id, heir, { file, dryRun: true })).body
    expect([data.asks, resultsOf(data.lines).slice(0, 2)]).toEqual([['acceptErased'], ['new', 'same']])
    const refused = await importInto(there, event.id, heir, { file, confirm: data.digest })
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'acceptErased', message: expect.stringContaining('can’t be recognised') }] },
    })
    expect(
      (await there.client.prepare(`select id from guests where email = 'ada@lost.example'`).all()).results,
    ).toEqual([])
  })

  it('with the key of a later archive still asks', { timeout: 60_000 }, async () => {
    const later = await there.archive(slug, heir)
    await clear()
    await there.restore(later.bytes, heir, { key: later.key })
    await openThere(slug)
    const { data } = (await importInto(there, event.id, heir, { file: LIST, dryRun: true })).body
    expect(data.asks).toEqual(['acceptErased'])
  })

  it('brings the person back if its sender accepts that', async () => {
    const json = { file: LIST, acceptErased: true }
    const { data } = (await importInto(there, event.id, heir, { ...json, dryRun: true })).body
    expect(data.asks).toEqual([])
    const done = await importInto(there, event.id, heir, { ...json, confirm: data.digest })
    expect([done.status, done.body.data.counts.new]).toEqual([200, 1])
    const again = (await importInto(there, event.id, heir, { file: LIST, dryRun: true })).body.data
    expect([again.asks, again.counts.new]).toEqual([[], 0])
    await clear()
  })

  it('asks nothing if no one was imported or erased before', { timeout: 60_000 }, async () => {
    const other = await newSource()
    const { bytes } = await here.archive(other.calendar.slug, other.calendar.owner)
    await there.restore(bytes, heir)
    await openThere(other.calendar.slug)
    const { data } = (await importInto(there, other.event.id, heir, { file: LIST, dryRun: true })).body
    expect([data.asks, data.counts.new]).toEqual([[], NAMES.length])
    await clear()
  })
})
