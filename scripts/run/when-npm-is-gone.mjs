import { readFileSync } from 'node:fs'

const CHECK_MS = 200

const isNpm = (pid) => {
  try {
    return /^npm( |$)|npm-cli\.js/m.test(
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, 2).join('\n'),
    )
  } catch {
    return process.platform !== 'linux'
  }
}

const shouldWatch = () =>
  process.env.END_WITH_PARENT !== undefined || (process.env.npm_lifecycle_event !== undefined && isNpm(process.ppid))

/**
 * Calls `then` once npm has ended. A killed npm sends no signal; the only sign of it is that the parent process id
 * changes.
 */
export const whenNpmIsGone = (then) => {
  if (!shouldWatch()) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    then()
  }, CHECK_MS)
  watch.unref()
}
