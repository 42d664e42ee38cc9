import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Returns the shared libraries that the binaries need, as `ldd` resolves them. */
export const librariesOf = (binaries: readonly string[]) => [
  ...new Set(
    execFileSync('ldd', [...binaries], { encoding: 'utf8' })
      .split(/\s+/)
      .filter((word) => word.startsWith('/') && word.includes('.so')),
  ),
]

/** The programs of Debian that the Dockerfile and the launcher use. */
const PROGRAMS = ['/bin/sh', '/usr/bin/readlink', '/usr/bin/install']

const copyInto = (root: string, path: string) => {
  mkdirSync(join(root, dirname(path)), { recursive: true })
  copyFileSync(path, join(root, path))
}

/**
 * Builds the image of `deploy/Dockerfile` with buildah, from scratch instead of from Debian, which can't be downloaded
 * in a test. Returns a function that runs a command in it, and one that removes it.
 */
export const buildImage = (packageDir: string, home: string) => {
  const context = join(home, 'context')
  const root = join(context, 'root')
  cpSync(packageDir, context, { recursive: true })
  const binaries = ['node', 'workerd'].map((name) => join(packageDir, 'bin', name))
  for (const path of [...PROGRAMS, ...librariesOf([...PROGRAMS, ...binaries])]) copyInto(root, path)
  for (const name of ['tmp', 'srv']) mkdirSync(join(root, name), { mode: 0o777 })
  const file = readFileSync(join(packageDir, 'deploy/Dockerfile'), 'utf8')
  writeFileSync(join(context, 'Dockerfile'), file.replace(/^FROM .*$/m, 'FROM scratch\nCOPY root /'))
  const env = { ...process.env, STORAGE_DRIVER: 'vfs' }
  const store = ['--root', join(home, 'store'), '--runroot', join(home, 'run')]
  const buildah = (...args: string[]) => execFileSync('buildah', [...store, ...args], { encoding: 'utf8', env })
  buildah('bud', '--isolation', 'chroot', '--tag', 'event-calendar', '--file', join(context, 'Dockerfile'), context)
  const container = buildah('from', 'event-calendar').trim()
  return {
    run: (options: readonly string[], ...command: string[]) => [
      ...store,
      'run',
      '--isolation',
      'chroot',
      ...options,
      container,
      '--',
      ...command,
    ],
    env,
    remove: () => buildah('rmi', '--all', '--force'),
  }
}
