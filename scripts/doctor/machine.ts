import { closeSync, existsSync, fsyncSync, globSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { newestBackup } from '../backup/newest.ts'
import { databasePath, openDatabase } from '../backup/data-files.ts'
import { fault, ok, warning, type Finding } from './finding.ts'

const MB = 1024 * 1024
const LITTLE_SPACE = 1024 * MB
const NO_SPACE = 64 * MB
const SYNCS = 11
const SLOW_SYNC_MS = 20
const HOUR_MS = 3_600_000
const OLD_BACKUP_MS = 26 * HOUR_MS
const LATE_MAIL_MS = 600_000
const SKEW_MS = 60_000

const ownerOf = (dataDir: string): Finding => {
  const [{ uid }, own] = [statSync(dataDir), process.getuid?.()]
  return own === uid
    ? ok(`DATA_DIR ${dataDir} belongs to this user.`)
    : fault(
        `DATA_DIR ${dataDir} belongs to user ${uid}, not to ${own}.`,
        `Run the service and this command as user ${uid}, or change the owner: chown -R ${own} ${dataDir}`,
      )
}

const spaceIn = (dataDir: string): Finding => {
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  const says = `${Math.floor(free / MB)} MB are free on the disk of DATA_DIR.`
  if (free < NO_SPACE) return fault(says, 'Free space now: the service can’t write without it.')
  return free < LITTLE_SPACE
    ? warning(says, 'Free space, or use a larger disk: a backup needs a second copy.')
    : ok(says)
}

/** Returns the median duration of an fsync of 4 KB, for which each commit waits. */
const syncMs = (dataDir: string) => {
  const path = join(dataDir, `.probe-${process.pid}`)
  const file = openSync(path, 'w')
  try {
    const durations = Array.from({ length: SYNCS }, () => {
      const from = performance.now()
      writeSync(file, Buffer.alloc(4_096))
      fsyncSync(file)
      return performance.now() - from
    })
    return durations.toSorted((a, b) => a - b)[Math.floor(SYNCS / 2)] ?? 0
  } finally {
    closeSync(file)
    rmSync(path, { force: true })
  }
}

const diskSpeed = (dataDir: string): Finding => {
  const ms = syncMs(dataDir)
  const says = `Making a write durable takes ${ms.toFixed(1)} ms.`
  return ms > SLOW_SYNC_MS ? warning(says, 'Move DATA_DIR to a local SSD: every registration waits for it.') : ok(says)
}

/** Compares the clock with the dates of the package and the rows, which must be in the past. */
const clock = (packageFile: string, newestRow: number, now: number): Finding => {
  const written = Math.max(existsSync(packageFile) ? statSync(packageFile).mtimeMs : 0, newestRow)
  return written > now + SKEW_MS
    ? fault(
        `The clock says ${new Date(now).toISOString()}, which is before data written at ${new Date(written).toISOString()}.`,
        'Set the clock: timedatectl set-ntp true',
      )
    : ok(`The clock says ${new Date(now).toISOString()}.`)
}

const schema = (applied: readonly string[], known: readonly string[]): Finding => {
  const due = known.filter((name) => !applied.includes(name))
  const extra = applied.filter((name) => !known.includes(name))
  if (extra.length > 0)
    return warning(
      `The database has ${extra.length} migrations of a newer version.`,
      'Start the newer version again, unless you went back on purpose.',
    )
  return due.length > 0
    ? warning(`${due.length} migrations are due.`, 'Restart the service: it backs up and migrates.')
    : ok(`The schema is that of this version, with ${applied.length} migrations.`)
}

const waitingMail = (late: number): Finding =>
  late === 0
    ? ok('No email waits for longer than ten minutes.')
    : warning(
        `${late} emails wait for longer than ten minutes.`,
        'Run event-calendar test-mail with your own address to see what the mail server answers.',
      )

const lastBackup = (dir: string | undefined, now: number): Finding => {
  if (!dir)
    return warning(
      'BACKUP_DIR is not set, so there is no nightly backup.',
      'Set BACKUP_DIR to a directory on another disk.',
    )
  if (!existsSync(dir))
    return fault(`BACKUP_DIR ${dir} does not exist.`, `Create it for the user of the service: mkdir -p ${dir}`)
  const newest = newestBackup(dir)
  if (newest === null) return warning(`${dir} has no backup yet.`, `Make the first one: event-calendar backup ${dir}`)
  const says = `The last backup, ${newest.name}, is ${Math.floor((now - newest.at) / HOUR_MS)} hours old.`
  return now - newest.at > OLD_BACKUP_MS
    ? fault(says, `Find the line "the nightly backup failed" in the log, then run: event-calendar backup ${dir}`)
    : ok(says)
}

interface MachineInput {
  dataDir: string
  packageDir: string
  backupDir: string | undefined
  now: number
}

/** Checks the disk, the clock and the rows. */
export const examineMachine = ({ dataDir, packageDir, backupDir, now }: MachineInput): Finding[] => {
  if (!existsSync(dataDir))
    return [fault(`DATA_DIR ${dataDir} does not exist.`, 'Create it for the user of the service, or set DATA_DIR.')]
  const findings = [ownerOf(dataDir)]
  if (findings[0]?.severity === 'fault') return findings
  findings.push(spaceIn(dataDir), diskSpeed(dataDir))
  if (databasePath(dataDir) === null)
    return [...findings, warning('There is no database yet.', 'Start the service: event-calendar start')]
  const db = openDatabase(dataDir)
  try {
    const numberIn = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0] ?? 0)
    const known = globSync('*.sql', { cwd: join(packageDir, 'migrations') })
    const applied = db
      .prepare('select name from d1_migrations')
      .all()
      .map(({ name }) => String(name))
    const late = numberIn(
      `select count(*) from mails where status in ('pending', 'retrying') and created_at < ${now - LATE_MAIL_MS}`,
    )
    findings.push(
      clock(join(packageDir, 'release.json'), numberIn('select max(at) from changes'), now),
      schema(applied, known),
      waitingMail(late),
    )
  } finally {
    db.close()
  }
  return [...findings, lastBackup(backupDir, now)]
}
