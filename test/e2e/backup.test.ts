import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callerOf } from '../../harness/caller.ts'
import { withDatabase } from '../../harness/database.ts'
import { startService, type RunningService } from '../../harness/service.ts'
import { backUpBeforeUpgrade, dueMigrations } from '../../scripts/backup/before-upgrade.ts'
import { faultsOfData } from '../../scripts/backup/check-data.ts'
import { noteErased } from '../../scripts/backup/erased.ts'
import { restoreBackup } from '../../scripts/backup/restore-backup.ts'
import { writeBackup } from '../../scripts/backup/write-backup.ts'
import { noteDataVersion, refuseNewerData, writerOf } from '../../scripts/start/data-version.ts'
import { isAlive } from '../../scripts/start/processes.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const VERSION = '1.0.0-preview'
const home = mkdtempSync(join(tmpdir(), 'event-calendar-backup-'))
const made = (name: string) => {
  const path = join(home, name)
  mkdirSync(path, { recursive: true })
  return path
}
const [first, second, backups] = [made('first'), made('second'), made('backups')]

afterAll(() => rmSync(home, { recursive: true, force: true }))

interface Registered {
  data: { guest: { id: string; qrCode: string }; manageUrl: string }
}

const restoreInto = (dataDir: string, path: string, more: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
  restoreBackup({ path, dataDir, root: ROOT, version: VERSION, sendsWaiting: false, ...more })

describe('a backup of a running service', () => {
  let service: RunningService
  let other: RunningService | null = null
  let calls: ReturnType<typeof callerOf>
  let guestCount = 0
  const plain = join(backups, 'plain.tar.zst')
  const kept: Registered['data'][] = []
  const register = async (eventId: string) => {
    guestCount += 1
    const json = { firstName: 'Ana', lastName: 'Lima', email: `guest-${guestCount}@example.org` }
    return (await calls<Registered>(`POST /public/events/${eventId}/registrations`, json)).data
  }

  beforeAll(async () => {
    service = await startService({ dataDir: first, env: { RATE_LIMIT_SCALE: '1000' } })
    calls = callerOf(service)
    for (let count = 0; count < 3; count += 1) kept.push(await register(service.demo.events.pro.id))
    await calls('POST /calendars/demo-pro/scheduled-exports', {
      dataset: 'GUESTS',
      format: 'csv',
      frequency: 'DAILY',
      timeOfDay: '06:00',
      recipients: ['office@venue.example'],
    })
  })
  afterAll(async () => {
    for (const each of [service, other]) if (each !== null && isAlive(each.pid)) await each.kill()
  })

  it('has correct counters while guests register, and fails no registration', async () => {
    const load = { isOn: true }
    const write = async () => {
      do await register(service.demo.events.pro.id)
      while (load.isOn)
    }
    const writers = Promise.all(Array.from({ length: 8 }, write))
    const before = guestCount
    for (const name of ['one', 'two', 'plain'])
      await writeBackup({ dataDir: first, path: join(backups, `${name}.tar.zst`), version: VERSION })
    load.isOn = false
    await writers
    expect(guestCount).toBeGreaterThan(before)
    expect(globSync('backup-*.tmp', { cwd: first })).toEqual([])
  })

  it('erases a guest again who was erased after the backup', async () => {
    const [erased] = kept.splice(0, 1)
    const event = service.demo.events.pro.id
    await calls(`POST /events/${event}/guests/${erased?.guest.id}/erase`)
    noteErased(first, backups)
    const ndjson = readFileSync(join(backups, 'erased.ndjson'), 'utf8')
    expect(ndjson).toContain(String(erased?.guest.id))
    expect(ndjson).not.toContain('@')
    const epoch = withDatabase(first, (db) => db.prepare('select epoch from change_feed').get())
    await service.kill()
    const restored = await restoreInto(second, plain)
    expect(restored).toMatchObject({ erasedAgain: 1, missing: [], version: VERSION })
    withDatabase(second, (db) => {
      expect(faultsOfData(db)).toEqual([])
      expect(db.prepare('select first_name from guests where id = ?').get(erased?.guest.id ?? '')).toEqual({
        first_name: '',
      })
      expect(db.prepare('select epoch from change_feed').get()).not.toEqual(epoch)
      expect(db.prepare(`select count(*) as waiting from mails where status in ('pending', 'retrying')`).get()).toEqual(
        { waiting: 0 },
      )
    })
  })

  it('serves links and QR codes after a restore under the same host', async () => {
    withDatabase(second, (db) => db.prepare('update scheduled_exports set next_run_at = ?').run(Date.now() - 60_000))
    other = await startService({ dataDir: second, port: service.port, isFirst: true })
    for (const { guest, manageUrl } of kept) {
      const token = manageUrl.split('/').at(-1) ?? ''
      const own = await fetch(`${other.baseUrl}/public/registrations/${token}`)
      expect(own.status).toBe(200)
      const { qrCode } = guest
      const scan = await callerOf(other)(
        `POST /v1/events/${other.demo.events.pro.id}/checkins`,
        { qrCode },
        {
          'x-svc-api-key': other.demo.apiKeys.pro,
        },
      )
      expect(scan).toMatchObject({ data: { guestId: guest.id } })
    }
  })

  it('lists a file that was deleted during the backup, and expires its export', async () => {
    await expect.poll(() => globSync('state/v3/r2/*/blobs/*', { cwd: second }).length, { timeout: 20_000 }).toBe(1)
    const path = join(backups, 'with-file.tar.zst')
    await writeBackup({ dataDir: second, path, version: VERSION })
    const complete = made('complete')
    expect(await restoreInto(complete, path)).toMatchObject({ missing: [] })
    expect(globSync('state/v3/r2/*/blobs/*', { cwd: complete })).toHaveLength(1)
    // The index still lists the file, as if the service had deleted it a moment after the index was copied.
    rmSync(join(second, globSync('state/v3/r2/*/blobs/*', { cwd: second })[0] ?? ''))
    const lacking = join(backups, 'lacking.tar.zst')
    await writeBackup({ dataDir: second, path: lacking, version: VERSION })
    const target = made('missing')
    expect(await restoreInto(target, lacking)).toMatchObject({ missing: [expect.stringMatching(/^exports\//)] })
    const run = withDatabase(target, (db) => db.prepare('select file_expires_at as at from export_runs').get())
    expect(Number(run?.['at'])).toBeLessThanOrEqual(Date.now())
    await other?.kill()
  })

  it('can be encrypted for age keys, and opened with one of them', async () => {
    const [identity, wrong] = [await generateIdentity(), await generateIdentity()]
    const path = join(backups, 'sealed.tar.zst.age')
    await writeBackup({ dataDir: first, path, version: VERSION, recipients: [await identityToRecipient(identity)] })
    const [keyFile, wrongFile] = [join(home, 'key.txt'), join(home, 'wrong.txt')]
    writeFileSync(keyFile, `# created: today\n${identity}\n`)
    writeFileSync(wrongFile, wrong)
    const target = made('sealed')
    await expect(restoreInto(target, path)).rejects.toThrow('--identity')
    await expect(restoreInto(target, path, { identityFile: join(home, 'none') })).rejects.toThrow('cannot read')
    await expect(restoreInto(target, join(home, 'none'))).rejects.toThrow('does not exist')
    await expect(restoreInto(target, path, { identityFile: wrongFile })).rejects.toThrow('does not open')
    await restoreInto(target, path, { identityFile: keyFile })
    expect(readFileSync(join(target, 'encryption.key'))).toEqual(readFileSync(join(first, 'encryption.key')))
  })

  it('refuses a damaged backup, a foreign file and a directory with content, and leaves no trace', async () => {
    const bytes = readFileSync(plain)
    const broken = join(home, 'broken.tar.zst')
    const target = made('broken')
    writeFileSync(broken, bytes.subarray(0, bytes.length - 2_000))
    await expect(restoreInto(target, broken)).rejects.toThrow(/damaged|incomplete/)
    writeFileSync(broken, Buffer.from('hello'))
    await expect(restoreInto(target, broken)).rejects.toThrow('damaged')
    expect(globSync('*', { cwd: target })).toEqual([])
    await expect(restoreInto(second, plain)).rejects.toThrow('is not empty')
  })

  it('can be read with tar and zstd', () => {
    const names = execFileSync('tar', ['--zstd', '-tf', plain], { encoding: 'utf8' }).trim().split('\n')
    expect(names).toEqual(expect.arrayContaining(['encryption.key', 'derivation.key', 'version.json']))
    expect(names.at(-1)).toBe('manifest.json')
  })
})

describe('before an upgrade', () => {
  it('refuses an older version that cannot read the data', async () => {
    const data = made('newer')
    await restoreInto(data, join(backups, 'plain.tar.zst'))
    const noted = { format: 1, migration: '9999_of_tomorrow.sql', version: '1.4.0', oldestReader: '1.3.0' }
    writeFileSync(join(data, 'version.json'), JSON.stringify(noted))
    expect(() => refuseNewerData(data, ROOT, '1.2.1')).toThrow(
      'The data were written by 1.4.0. This is 1.2.1, which cannot read them. Start 1.3.0 or newer, or restore pre-1.4.0.',
    )
    refuseNewerData(data, ROOT, '1.3.0')
    noteDataVersion(data, ROOT, '1.3.0')
    expect(writerOf(data)).toBe('1.4.0')
    noteDataVersion(data, ROOT, '1.5.0')
    expect(writerOf(data)).toBe('1.5.0')
  })

  it('refuses a data directory whose restore was interrupted, until it is restored again', async () => {
    const data = made('interrupted')
    mkdirSync(join(data, 'restoring'))
    await expect(startService({ dataDir: data, isFirst: true })).rejects.toThrow('was interrupted; run it again')
    await restoreInto(data, join(backups, 'plain.tar.zst'))
    expect(existsSync(join(data, 'restoring'))).toBe(false)
  })

  it('keeps the last three backups', async () => {
    const data = made('upgrade')
    await restoreInto(data, join(backups, 'plain.tar.zst'))
    expect(dueMigrations(data, ROOT)).toEqual([])
    withDatabase(data, (db) => db.exec('delete from d1_migrations where id = (select max(id) from d1_migrations)'))
    expect(dueMigrations(data, ROOT)).toHaveLength(1)
    for (const version of ['1.1.0', '1.2.0', '1.3.0', '1.4.0']) await backUpBeforeUpgrade(data, version)
    expect(globSync('pre-*', { cwd: join(data, 'backups') }).toSorted()).toEqual(
      ['1.2.0', '1.3.0', '1.4.0'].map((version) => `pre-${version}.tar.zst`),
    )
  })
})
