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

/**
 * Returns the name of the process that is installing, or null if it has ended. npm outlives a command that was killed,
 * and must not meet a second npm in the same folder.
 */
const holderOf = (file) => {
  try {
    const holders = readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number)
    const holder = holders.find(isAlive)
    if (holders.length > 0) return holder === undefined ? null : `process ${holder}`
    return Date.now() - statSync(file).mtimeMs > UNSIGNED_LOCK_MS ? null : 'another command'
  } catch (error) {
    if (error.code === 'ENOENT') return 'another command'
    throw error
  }
}

/**
 * Prevents two commands from installing over each other on a fresh clone. `work` can pass the id of another process,
 * which then holds the lock as well.
 */
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
    return await work((pid) => writeFileSync(file, `${process.pid} ${pid}`))
  } finally {
    rmSync(file, { force: true })
  }
}
