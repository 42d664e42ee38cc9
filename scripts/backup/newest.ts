import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const NAMES = 'event-calendar-????-??-??T??-??-??.tar.zst{,.age}'

/** Returns the automatically named backups in a directory, oldest first. */
export const backupsIn = (dir: string) => globSync(NAMES, { cwd: dir }).toSorted()

export const backupName = (at: Date, isEncrypted: boolean) =>
  `event-calendar-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.tar.zst${isEncrypted ? '.age' : ''}`

export const newestBackup = (dir: string): { name: string; at: number; bytes: number } | null => {
  const name = backupsIn(dir).at(-1)
  if (name === undefined) return null
  const { mtimeMs, size } = statSync(join(dir, name))
  return { name, at: mtimeMs, bytes: size }
}
