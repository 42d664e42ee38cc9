import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withInstallLock } from '../../scripts/run/install-lock.mjs'

let root: string
const said = vi.spyOn(console, 'error').mockImplementation(() => {})

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'event-calendar-lock-'))
  said.mockClear()
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('withInstallLock runs one install at a time and reports the process it waits for', async () => {
  let inside = 0
  const install = async () => {
    inside += 1
    expect(inside).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    inside -= 1
    return 'done'
  }
  expect(await Promise.all([withInstallLock(root, install), withInstallLock(root, install)])).toEqual(['done', 'done'])
  expect(said.mock.calls).toEqual([[`Waiting for process ${process.pid}, which is installing packages …`]])
  expect(existsSync(join(root, '.tmp/install.lock'))).toBe(false)
})

it('withInstallLock takes over the lock of a dead process', async () => {
  mkdirSync(join(root, '.tmp'))
  writeFileSync(join(root, '.tmp/install.lock'), String(2 ** 22 + 1))
  expect(await withInstallLock(root, async () => 'done')).toBe('done')
  expect(said).not.toHaveBeenCalled()
})

it('withInstallLock releases the lock when the install fails', async () => {
  const failing = withInstallLock(root, async () => {
    throw new Error('npm is gone')
  })
  await expect(failing).rejects.toThrow('npm is gone')
  expect(existsSync(join(root, '.tmp/install.lock'))).toBe(false)
})
