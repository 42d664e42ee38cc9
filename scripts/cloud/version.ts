import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const git = (dir: string, ...args: string[]) => {
  try {
    return execFileSync('git', ['-C', dir, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}

export interface SourceVersion {
  /** Returns the version that `GET /health` reports: `<release>+<commit>`. */
  name: string
  isCommitted: boolean
}

/** A source tree without git counts as committed, and its version names no commit. */
export const versionOf = (config: string): SourceVersion => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const commit = git(dirname(config), 'rev-parse', '--short', 'HEAD')
  const changes = git(dirname(config), 'status', '--porcelain', '--', '.') ?? ''
  return { name: commit === null ? version : `${version}+${commit}`, isCommitted: changes === '' }
}
