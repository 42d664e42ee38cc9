import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { copyTree } from '../../mutants/copy.ts'
import { freePort } from '../../harness/free-port.ts'
import { spawnService } from '../../harness/service.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const WORDS = 'Not found, or you don’t have access to it.'
const LATEST = { timeout: 150_000, interval: 100 }

const dataDir = mkdtempSync(join(tmpdir(), 'event-calendar-dev-'))
let copy: ReturnType<typeof copyTree>
let service: ReturnType<typeof spawnService>
let origin: string

const edit = (file: string, change: (text: string) => string) => {
  const path = join(copy.path, file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}
/** Saves as many editors do: replaces the watched file by renaming another file over it. */
const replace = (file: string, change: (text: string) => string) => {
  const path = join(copy.path, file)
  writeFileSync(`${path}~`, change(readFileSync(path, 'utf8')))
  renameSync(`${path}~`, path)
}
const output = () => service.written.stdout + service.written.stderr
const toldAt = async (path: string) => (await fetch(origin + path).catch(() => null))?.text()
const said = async () => (JSON.parse((await toldAt('/api/nothing')) ?? '{}') as { message?: string }).message

beforeAll(async () => {
  copy = copyTree(ROOT)
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  service = spawnService({ dataDir, port, task: 'dev', root: copy.path })
  await vi.waitUntil(() => output().includes('Watching src, web'), LATEST)
})

afterAll(() => {
  copy.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('npm run dev', () => {
  it('prints its steps, the URL and the demo users, but not each migration', () => {
    expect(output()).toMatch(/^Building the Worker …\nBuilt the Worker +\d+\.\d s\nMigrating the database …\n/)
    expect(output()).toContain(`open       ${origin}`)
    expect(output()).toContain('owner      Owns the demo calendars')
    expect(output()).not.toContain('.sql')
  })

  it('reloads a change in src, including after the file was replaced', async () => {
    expect(await said()).toBe(WORDS)
    replace('src/kernel/failure.ts', (text) => text.replace(WORDS, 'Nothing is here.'))
    await expect.poll(said, LATEST).toBe('Nothing is here.')
    edit('src/kernel/failure.ts', (text) => text.replace('Nothing is here.', 'Nothing at all.'))
    await expect.poll(said, LATEST).toBe('Nothing at all.')
  })

  it('reloads a change in web', async () => {
    edit('web/home/index.css', (text) => `${text}\n.only-in-dev { color: red }\n`)
    await expect.poll(() => toldAt('/assets/home.css'), LATEST).toContain('only-in-dev')
  })

  it.each([
    ['does not compile', 'src/kernel/failure.ts', 'const (', /failure\.ts:\d+:\d+: ERROR: /],
    ['throws when loaded', 'src/kernel/failure.ts', "throw new Error('at the top')", /at the top/],
    ['throws in the Worker', 'src/worker.ts', "throw new Error('in the Worker')", /in the Worker/],
  ])('keeps serving the previous build and reports the error when a change %s', async (_how, file, line, complaint) => {
    const reloads = () => service.written.stdout.split(`${file}: reloaded in`).length
    const [before, told] = [reloads(), service.written.stderr.length]
    const complaints = () => service.written.stderr.slice(told)
    edit(file, (text) => `${text}\n${line}\n`)
    await expect.poll(complaints, LATEST).toContain(`${file}: the previous build keeps running`)
    expect(complaints()).toMatch(complaint)
    expect(await said()).toBe('Nothing at all.')
    edit(file, (text) => text.replace(`\n${line}\n`, ''))
    await expect.poll(reloads, LATEST).toBe(before + 1)
    expect(await said()).toBe('Nothing at all.')
  })

  it('exits on Ctrl-C and deletes its builds', async () => {
    process.kill(-service.pid, 'SIGINT')
    await service.exited
    expect(readdirSync(join(copy.path, '.tmp')).filter((name) => name.startsWith('dev-'))).toEqual([])
  })
})
