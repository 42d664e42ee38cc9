import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { logLine } from '../start/log.ts'
import { StartError } from '../start/start-error.ts'

const HOUR = 3
const MINUTE = 30
const DEFAULT_KEEP = '14'

/** The next 03:30 in the time zone of the process (`TZ`). */
export const nextNight = (now: Date): Date => {
  const next = new Date(now)
  next.setHours(HOUR, MINUTE, 0, 0)
  if (next <= now) next.setDate(next.getDate() + 1)
  return next
}

/** Arguments of the nightly `backup`. */
const argumentsOf = ({ BACKUP_DIR = '', BACKUP_KEEP, BACKUP_RECIPIENT = '' }: NodeJS.ProcessEnv) => [
  'backup',
  BACKUP_DIR,
  '--keep',
  BACKUP_KEEP || DEFAULT_KEEP,
  ...BACKUP_RECIPIENT.split(/[\s,]+/).flatMap((recipient) => (recipient === '' ? [] : ['--recipient', recipient])),
]

/** Runs the command in a separate process, so that its memory is freed afterwards. */
const runBackup = (env: NodeJS.ProcessEnv) =>
  execFile(
    process.execPath,
    [...process.execArgv, process.argv[1] ?? '', ...argumentsOf(env)],
    { env },
    (error, stdout, stderr) => {
      const said = `${stdout}${stderr}`.trim()
      if (error === null) logLine('info', 'backed up', { said })
      else logLine('error', 'the nightly backup failed', { said })
    },
  )

/** Backs up into `BACKUP_DIR` every night at 03:30, if it is set. */
export const startNightlyBackups = (env: NodeJS.ProcessEnv): void => {
  if (!env.BACKUP_DIR) return
  if (!existsSync(env.BACKUP_DIR)) throw new StartError(`BACKUP_DIR ${env.BACKUP_DIR} does not exist; create it first`)
  const wait = () => {
    const timer = setTimeout(
      () => {
        runBackup(env)
        wait()
      },
      nextNight(new Date()).getTime() - Date.now(),
    )
    timer.unref()
  }
  wait()
}
