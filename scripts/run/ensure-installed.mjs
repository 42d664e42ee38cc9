import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { withInstallLock } from './install-lock.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const packagesOf = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return null
  }
}

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
    if (path === '' || (needs === 'service' && (entry.dev === true || entry.devOptional === true))) return true
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

const install = async (root, needs) => {
  const from = performance.now()
  const command = commandFor(root, needs)
  const what = needs === 'service' ? 'for serving' : 'for serving, checks and tests'
  console.error(`Installing packages ${what} (npm ${command[0]}) …`)
  const npm = process.env.npm_execpath
  const [program, first] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []]
  const args = [...first, ...command, '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
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

/** `needs` is 'service' for `npm start`, or 'all' if checks and tests are needed as well. */
export const ensureInstalled = async (root, needs) => {
  if (isInstalled(root, needs)) return
  const code = await withInstallLock(root, async () => (isInstalled(root, needs) ? 0 : install(root, needs)))
  if (code !== 0) process.exit(code)
}
