import { rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backupName, backupsIn } from '../backup/newest.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { StartError } from '../start/start-error.ts'
import { refuseRoot } from './environment.ts'
import { packageDir, releaseOf } from './release.ts'

const BACKUP = 'use: event-calendar backup FILE-OR-DIRECTORY [--recipient age1…] [--keep 14]'
const RESTORE = 'use: event-calendar restore FILE [--identity KEYFILE] [--send-waiting]'

const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

const keepNewest = (dir: string, count: number) => {
  for (const name of backupsIn(dir).slice(0, -count)) rmSync(join(dir, name))
}

const countIn = (text: string) => {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1) return count
  throw new StartError(`--keep is "${text}"; it must be a whole number from 1`)
}

const megabytes = (bytes: number) => `${Math.max(bytes / 1_000_000, 0.1).toFixed(1)} MB`

/** Backs up while the service runs. In a directory, the backup is named after the time. */
export const backup = async (env: NodeJS.ProcessEnv, words: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { recipient: { type: 'string', multiple: true }, keep: { type: 'string' } },
  })
  const [given, ...more] = positionals
  const isNamed = given !== undefined && !isDirectory(given)
  if (given === undefined || more.length > 0) throw new StartError(BACKUP)
  if (isNamed && values.keep !== undefined) throw new StartError(`${given} is not a directory, which --keep needs`)
  const keep = values.keep === undefined ? null : countIn(values.keep)
  const recipients = values.recipient ?? []
  const path = isNamed ? resolve(given) : join(resolve(given), backupName(new Date(), recipients.length > 0))
  const { version } = releaseOf(packageDir)
  const { bytes } = await writeBackup({ dataDir: env.DATA_DIR || '/data', path, version, recipients })
  if (keep !== null) keepNewest(given, keep)
  console.log(`${path}  ${megabytes(bytes)}`)
  if (recipients.length === 0) console.log('The file holds the keys of the service; --recipient age1… encrypts it.')
  return 0
}

export const restore = async (env: NodeJS.ProcessEnv, words: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { identity: { type: 'string' }, 'send-waiting': { type: 'boolean' } },
  })
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0) throw new StartError(RESTORE)
  refuseRoot(env)
  const { version } = releaseOf(packageDir)
  const dataDir = env.DATA_DIR || '/data'
  const {
    at,
    missing,
    erasedAgain,
    cancelled,
    version: writer,
  } = await restoreBackup({
    path: resolve(path),
    dataDir,
    root: packageDir,
    version,
    identityFile: values.identity,
    sendsWaiting: values['send-waiting'] === true,
  })
  console.log(`Restored ${dataDir} as of ${at}, written by ${writer}.`)
  if (erasedAgain > 0) console.log(`Erased again: ${erasedAgain}, according to erased.ndjson.`)
  if (missing.length > 0) console.log(`Files deleted during the backup: ${missing.join(', ')}.`)
  if (cancelled > 0) console.log(`Waiting emails and announcements cancelled: ${cancelled}; --send-waiting sends them.`)
  console.log('Start the service under the same host name: links, QR codes and passkeys keep working.')
  return 0
}
