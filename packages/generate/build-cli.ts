import { execFile } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'

const execute = promisify(execFile)

/** Builds the command line as one file that includes the SDK, type-checks it and packs it. Returns the tarball's path. */
export const buildCli = async (root: string, outDir: string) => {
  const folder = join(root, 'packages/cli')
  const file = join(folder, 'dist/evcal.js')
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  await execute(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder])
  await build({
    entryPoints: [join(folder, 'src/main.ts')],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node' },
    legalComments: 'none',
    logLevel: 'warning',
  })
  chmodSync(file, 0o755)
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', outDir]
  const { stdout } = await execute('npm', args, { cwd: folder })
  const [packed] = JSON.parse(stdout) as { filename: string }[]
  return join(outDir, packed?.filename ?? '')
}
