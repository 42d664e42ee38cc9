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

/** Returns the name of the process that is installing, or null if the process that took the lock has ended. */
const holderOf = (file) => {
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    if (holder > 0) return isAlive(holder) ? `process ${holder}` : null
    return Date.now() - statSync(file).mtimeMs > UNSIGNED_LOCK_MS ? null : 'another command'
  } catch (error) {
    if (error.code === 'ENOENT') return 'another command'
    throw error
  }
}

/** Prevents two commands from installing over each other on a fresh clone. */
export const withInstallLock = async (root, work) => {
  mkdirSync(join(root, '.tmp'), { recursive: true })
  const file = join(root, '.tmp', 'install.lock')
  let isReported = false
  while (!take(file)) {
    const holder = holderOf(file)
    if (holder === null) rmSync(file, { force: true })
    else {
      if (!isReported) console.error(`Waiting for ${holder}, which is installing packages …`)
      isReported = true
      await sleep(200)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}
