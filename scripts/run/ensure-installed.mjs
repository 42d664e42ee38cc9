import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
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
 * npm writes node_modules/.package-lock.json last, so it tells both that an install ended well
 * and exactly what it put there; file times would tell neither after a checkout.
 */
const isInstalled = (root) => {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const found = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (wanted === null || found === null) return false
  if (!existsSync(join(root, 'node_modules', '.bin', 'node'))) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    if (found[path] === undefined) return entry.optional === true || entry.peer === true
    return identity(found[path]) === identity(entry)
  })
}

const install = async (root) => {
  console.error('Installing dependencies (npm ci)…')
  const npm = process.env.npm_execpath
  const [program, first] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []]
  const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const end = (signal) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, end)
  const [code, signal] = await once(child, 'exit').catch(() => [null, `${program} cannot be run`])
  for (const name of SIGNALS) process.off(name, end)
  if (code === 0) return
  console.error(`npm ci failed (${code ?? signal})`)
  process.exit(1)
}

export const ensureInstalled = async (root) => {
  if (isInstalled(root)) return
  await withInstallLock(root, async () => {
    if (!isInstalled(root)) await install(root)
  })
}
