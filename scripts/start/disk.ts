import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from './start-error.ts'

/** Free space that a start requires. A new database with demo data takes 6 MB; the rest is for its write-ahead logs. */
const REQUIRED_FREE_BYTES = 32 * 1024 * 1024

/** With less free space than this, a failed start is attributed to the disk. */
const SPENT_BYTES = 1024 * 1024

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`

/** Free bytes on the disk of the path. Infinity where the file system doesn't report a size, such as /proc. */
const freeBytes = (path: string): number => {
  if (!existsSync(path)) return freeBytes(dirname(path))
  const { bavail, bsize, blocks } = statfsSync(path)
  return blocks === 0 ? Infinity : bavail * bsize
}

/** Throws a StartError if the disk is nearly full, before anything is created on it. */
export const requireSpace = (dataDir: string, required = REQUIRED_FREE_BYTES) => {
  const free = freeBytes(dataDir)
  if (free < required) {
    throw new StartError(
      `the disk of DATA_DIR ${dataDir} is almost full: ${megabytes(free)} of the required ${megabytes(required)} are free`,
    )
  }
}

const CANNOT_WRITE = ['EACCES', 'EPERM', 'EROFS']
const IS_FULL = ['ENOSPC', 'EDQUOT']

/** Converts an error caused by the disk into a StartError. Returns all other errors unchanged. */
export const explainDiskError = (error: unknown, dataDir: string): unknown => {
  if (error instanceof StartError || !(error instanceof Error)) return error
  const { code = '', path = '' } = error as NodeJS.ErrnoException
  if (CANNOT_WRITE.includes(code) && path !== '') return new StartError(`cannot write to ${path} (${code})`)
  // The runtime reports a full disk in several ways, some of them as "internal error".
  const isFull =
    IS_FULL.includes(code) || /SQLITE_(?:FULL|IOERR_SHMSIZE)/.test(String(error)) || freeBytes(dataDir) < SPENT_BYTES
  return isFull ? new StartError(`the disk of DATA_DIR ${dataDir} is full`) : error
}
