import { fileURLToPath } from 'node:url'
import { readArguments } from './arguments.ts'
import { archivePackage } from './pack/archive.ts'
import { writePackage } from './pack/write-package.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HELP = `
npm run pack [-- --folder-only]

Writes the service as one folder, dist/event-calendar-<version>-linux-<arch>, with Node, the Workers runtime and the built
Worker, and the same folder as .tar.zst with a .sha256. The folder installs, builds and downloads nothing when it starts.

  --folder-only   Write no archive
`

const { values } = readArguments({ name: 'npm run pack', help: HELP, options: { 'folder-only': { type: 'boolean' } } })

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`

const packed = await writePackage(ROOT)
console.log(`${packed.dir}  ${megabytes(packed.bytes)}`)
if (values['folder-only'] !== true) {
  const archive = archivePackage(packed.dir)
  console.log(`${archive.path}  ${megabytes(archive.bytes)}`)
}
