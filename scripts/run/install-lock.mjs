import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const UNSIGNED_LOCK_MS = 2_000

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const take = (file) => {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

const isAbandoned = (file) => {
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    return holder > 0 ? !isAlive(holder) : Date.now() - statSync(file).mtimeMs > UNSIGNED_LOCK_MS
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

/** Two commands on a fresh clone must not install over each other. */
export const withInstallLock = async (root, work) => {
  mkdirSync(join(root, '.tmp'), { recursive: true })
  const file = join(root, '.tmp', 'install.lock')
  while (!take(file)) {
    if (isAbandoned(file)) rmSync(file, { force: true })
    else await sleep(200)
  }
  try {
    await work()
  } finally {
    rmSync(file, { force: true })
  }
}
