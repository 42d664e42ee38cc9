import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../scripts/start/processes.ts'

const SHARED_MEMORY = '/dev/shm'
const PREFIX = 'event-calendar-test-'
/** The data of all services and browsers of a run takes 1 GB. */
const NEEDED_BYTES = 4 * 1024 ** 3

/** Containers often forbid programs in shared memory, or allow it only 64 MB. */
const isUsable = () => {
  if (!existsSync(SHARED_MEMORY) || !existsSync('/proc/mounts')) return false
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, path]) => path === SHARED_MEMORY)
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return mount?.[3]?.split(',').includes('noexec') === false && bavail * bsize >= NEEDED_BYTES
}

/** Deletes the directories of test runs that were killed. */
const removeAbandoned = () => {
  for (const name of readdirSync(SHARED_MEMORY)) {
    const pid = Number(name.slice(PREFIX.length))
    if (name.startsWith(PREFIX) && !isAlive(pid)) rmSync(join(SHARED_MEMORY, name), { recursive: true, force: true })
  }
}

/**
 * Points TMPDIR into memory for this process and all that it starts. Local D1 writes a bookmark with each statement, even
 * a read, and each write waits for the disk. Keeps a TMPDIR that is set, and the default where memory is scarce.
 */
export const keepTemporaryFilesInMemory = () => {
  if (process.env['TMPDIR'] !== undefined || !isUsable()) return
  removeAbandoned()
  const path = join(SHARED_MEMORY, `${PREFIX}${process.pid}`)
  mkdirSync(path, { mode: 0o700 })
  process.env['TMPDIR'] = path
  process.on('exit', () => rmSync(path, { recursive: true, force: true }))
}
