import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Content of release.json in the package. */
export interface Release {
  version: string
  /** Names of the Node platform and architecture that the binaries are for, such as `linux-x64`. */
  platform: string
  /** The oldest version that can run on data which this one has written. */
  oldestReader: string
}

/** The package's directory, relative to app/host.mjs, into which this file is bundled. */
export const packageDir = fileURLToPath(new URL('..', import.meta.url))

export const releaseOf = (dir: string) => JSON.parse(readFileSync(join(dir, 'release.json'), 'utf8')) as Release
