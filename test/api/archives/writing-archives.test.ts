import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Deps } from '../../../src/deps.ts'
import { writeArchive } from '../../../src/modules/archives/index.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { installationWith, newInstallation } from '../../support/archives.ts'
import { filesIn, textOf } from '../../support/forged-archives.ts'
import { newCalendar, newEvent, register } from '../../support/factories.ts'

type Bytes = Uint8Array<ArrayBuffer>

const quiet = { ...deps, tell: () => {}, log: { ...deps.log, error: () => {}, info: () => {} } }
const here = installationWith(quiet)
const there = await newInstallation()

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run()

const started = async ({ slug, owner }: { slug: string; owner: string }) =>
  (await here.send(`POST /calendars/${slug}/archives`, { as: owner })).body.data.id as string
const stateOf = async ({ slug, owner }: { slug: string; owner: string }, id: string) =>
  (await here.send(`GET /calendars/${slug}/archives/${id}`, { as: owner })).body.data
const download = async (url: string): Promise<Bytes> =>
  (await here.send(`GET ${new URL(url).pathname.replace('/api', '')}`)).bytes

/** Calls `before` once, ahead of storing the manifest. */
const aheadOfManifest = (before: () => Promise<unknown>, clock = deps.clock): Deps => {
  let isArmed = true
  const put: Deps['files']['put'] = async (key, bytes, type) => {
    if (isArmed && new TextDecoder('latin1').decode(bytes.subarray(0, 60)).includes('manifest.json')) {
      isArmed = false
      await before()
    }
    return quiet.files.put(key, bytes, type)
  }
  return { ...quiet, clock, files: { ...quiet.files, put } }
}

describe('an archive', () => {
  it('has no guest who was erased while its manifest was being written', { timeout: 60_000 }, async () => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar)
    const { guest } = (await register(event, { firstName: 'Zenobia', email: 'zenobia@example.org' })).body.data
    await register(event)
    const id = await started(calendar)
    const erasing = aheadOfManifest(() =>
      send(`POST /events/${event.id}/guests/${guest.id}/erase`, { as: calendar.owner }),
    )
    for (let runs = 0; runs < 20 && (await stateOf(calendar, id)).status === 'RUNNING'; runs += 1)
      await writeArchive(id, erasing)
    const { status, url } = await stateOf(calendar, id)
    expect(status).toBe('READY')
    const files = await filesIn(await download(url))
    expect(Object.keys(files)).toContain('guests/0001.ndjson')
    for (const [path, content] of Object.entries(files)) expect(textOf(content), path).not.toMatch(/zenobia/i)
  })

  it('has the files of the worker that completed it, not of one that stalled', { timeout: 60_000 }, async () => {
    const calendar = await newCalendar()
    await newEvent(calendar)
    const id = await started(calendar)
    let later = 0
    const begunAt = Date.now()
    const clock = () => Date.now() + later
    const stalled = aheadOfManifest(async () => {
      later += 20_000
      while ((await stateOf(calendar, id)).status === 'RUNNING') await writeArchive(id, { ...quiet, clock })
    }, clock)
    for (let runs = 0; runs < 5 && (await stateOf(calendar, id)).status === 'RUNNING'; runs += 1)
      await writeArchive(id, stalled)
    const { status, url } = await stateOf(calendar, id)
    expect(status).toBe('READY')
    const files = await filesIn(await download(url))
    const { id: written, exportedAt } = JSON.parse(textOf(files['manifest.json']))
    expect(written).toBe(id)
    // The one that stalled had an earlier instant.
    expect(Date.parse(exportedAt)).toBeGreaterThanOrEqual(begunAt + 20_000)
  })

  it('fails if a line is longer than a restore reads', async () => {
    const calendar = await newCalendar()
    await run('update calendars set description = ? where id = ?', 'x'.repeat(300_000), calendar.id)
    await expect(here.archive(calendar.slug, calendar.owner)).rejects.toThrow(
      'No installation could restore the archive: a line is longer than 256 KB.',
    )
  })

  it('fails if it would be larger than 4 GB', async () => {
    const calendar = await newCalendar()
    const id = await started(calendar)
    await run('update archives set bytes = 4000000000 where id = ?', id)
    await writeArchive(id, quiet)
    expect(await stateOf(calendar, id)).toMatchObject({
      status: 'FAILED',
      error: 'The archive would be larger than 4 GB.',
      url: null,
    })
  })

  it('can be restored if its rows repeat one text', { timeout: 60_000 }, async () => {
    const calendar = await newCalendar()
    const { id } = await newEvent(calendar)
    await run(
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 40)
      insert into checkpoints (id, calendar_id, event_id, name, mode, created_at, updated_at)
      select 'cpt_' || ? || n, ?, ?, ?, 'ONCE', 1, 1 from numbers`,
      id,
      calendar.id,
      id,
      'a'.repeat(20_000),
    )
    const { bytes, key } = await here.archive(calendar.slug, calendar.owner)
    expect(await there.restore(bytes, 'usr_heir', { key })).toMatchObject({ status: 'DONE' })
  })

  it('has scheduled messages as cancelled, so that no copy of them is sent', async () => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar)
    const json = { subject: 'Doors', body: 'Doors open early', sendAt: new Date(Date.now() + 3_600_000).toISOString() }
    const made = await send(`POST /events/${event.id}/announcements`, { as: calendar.owner, json })
    expect(made.status).toBe(200)
    const { bytes } = await here.archive(calendar.slug, calendar.owner)
    const rows = textOf((await filesIn(bytes))['communications/0001.ndjson'])
    expect(JSON.parse(rows)).toMatchObject({ status: 'CANCELLED', body: 'Doors open early' })
  })
})
