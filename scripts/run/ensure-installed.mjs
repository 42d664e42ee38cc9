import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { withInstallLock } from './install-lock.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const PROGRESS_EVERY_MS = 3_000

const packagesOf = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return null
  }
}

const isWanted = (entry, needs) => needs === 'all' || (entry.dev !== true && entry.devOptional !== true)

const identity = (entry) => `${entry?.version} ${entry?.integrity}`

/**
 * npm writes node_modules/.package-lock.json last. If it exists, an install has completed, and it lists exactly the
 * installed packages. File times prove neither, because a checkout changes them.
 */
const isInstalled = (root, needs) => {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const found = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (wanted === null || found === null) return false
  if (!existsSync(join(root, 'node_modules', '.bin', 'node'))) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || !isWanted(entry, needs)) return true
    if (found[path] === undefined) return entry.optional === true || entry.peer === true
    return identity(found[path]) === identity(entry) && existsSync(join(root, path))
  })
}

/**
 * `npm ci` deletes node_modules, which a running service may be using. If the service's packages are installed, `npm
 * install` adds only the missing ones.
 */
const commandFor = (root, needs) => {
  if (needs === 'service') return ['ci', '--omit=dev']
  return isInstalled(root, 'service') ? ['install', '--no-save', '--include=dev'] : ['ci', '--include=dev']
}

/** Returns how many of the wanted packages are unpacked, such as `120 of 214 packages`. */
const progressOf = (root, needs) => {
  const wanted = Object.entries(packagesOf(join(root, 'package-lock.json')) ?? {}).filter(
    ([path, entry]) => path !== '' && entry.link !== true && entry.optional !== true && isWanted(entry, needs),
  )
  const unpacked = wanted.filter(([path]) => existsSync(join(root, path, 'package.json')))
  return `${unpacked.length} of ${wanted.length} packages`
}

/** Prints a plain line every few seconds, so that a log or a pipe shows that the install is still running. */
const reportProgress = (root, needs, from) => {
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - from) / 1_000)
    console.error(`  still installing after ${seconds} s: ${progressOf(root, needs)} unpacked`)
  }, PROGRESS_EVERY_MS)
  return () => clearInterval(timer)
}

/**
 * Starts over. `npm ci` fails with ENOTEMPTY if a killed install left files behind or a script of that install still
 * writes some.
 */
const removePartialInstall = (root) =>
  rmSync(join(root, 'node_modules'), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })

const install = async (root, needs, holdLockFor) => {
  const from = performance.now()
  const command = commandFor(root, needs)
  const what = needs === 'service' ? 'for serving' : 'for serving, checks and tests'
  console.error(`Installing packages ${what} (npm ${command[0]}) …`)
  const npm = process.env.npm_execpath
  const [program, first] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []]
  const args = [...first, ...command, '--no-audit', '--no-fund', '--loglevel=error']
  if (command[0] === 'ci') removePartialInstall(root)
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (child.pid !== undefined) holdLockFor(child.pid)
  const endProgress = reportProgress(root, needs, from)
  /** @type {NodeJS.Signals[]} */
  const received = []
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    received.push(signal)
    // Sends SIGKILL, because npm takes long to clean up after SIGTERM. `isInstalled` detects a partial install and
    // starts again.
    child.kill('SIGKILL')
  }
  for (const signal of SIGNALS) process.on(signal, end)
  const [code, signal] = await once(child, 'exit').catch(() => [null, `${program} failed to start`])
  endProgress()
  for (const name of SIGNALS) process.off(name, end)
  const [stop] = received
  if (stop !== undefined) return 128 + constants.signals[stop]
  if (code !== 0) {
    console.error(`npm ${command[0]} failed (${code ?? signal})`)
    return 1
  }
  const seconds = ((performance.now() - from) / 1_000).toFixed(1)
  console.error(`${'Installed packages'.padEnd(28)} ${`${seconds} s`.padStart(7)}`)
  return 0
}

const sentenceOf = ({ code, path }, root) => {
  const advice = {
    EACCES: 'The clone belongs to another user: make yourself its owner, or clone it again as yourself.',
    EPERM: 'The clone belongs to another user: make yourself its owner, or clone it again as yourself.',
    EROFS: 'The file system is read-only: clone to another one.',
    ENOSPC: 'The disk is full: free some space and run the command again.',
  }
  return `cannot write to ${path ?? root} (${code}). ${advice[code] ?? `Packages are installed to ${root}.`}`
}

/** `needs` is 'service' for `npm start`, or 'all' if checks and tests are needed as well. */
export const ensureInstalled = async (root, needs) => {
  if (isInstalled(root, needs)) return
  try {
    const code = await withInstallLock(root, async (holdLockFor) =>
      isInstalled(root, needs) ? 0 : install(root, needs, holdLockFor),
    )
    if (code !== 0) process.exit(code)
  } catch (error) {
    if (error.code === undefined) throw error
    console.error(sentenceOf(error, root))
    process.exit(1)
  }
}
