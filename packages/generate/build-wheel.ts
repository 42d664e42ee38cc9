import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { storedZip } from '../../src/kernel/zip.ts'

const encoder = new TextEncoder()
const DISTRIBUTION = 'event_calendar_sdk'

const fieldOf = (project: string, name: string) => {
  const [, value] = new RegExp(`^${name} = "(.+)"$`, 'm').exec(project) ?? []
  if (value === undefined) throw new Error(`pyproject.toml has no ${name}`)
  return value
}

const dependenciesOf = (project: string) => {
  const [, list = ''] = /^dependencies = \[(.*)\]$/m.exec(project) ?? []
  return [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => `Requires-Dist: ${name}\n`).join('')
}

const record = (path: string, content: Uint8Array) =>
  `${path},sha256=${createHash('sha256').update(content).digest('base64url')},${content.length}\n`

/**
 * Builds the wheel of the Python package without Python: a wheel is a ZIP with the modules, their metadata and a list of
 * hashes (PEP 427). Returns its path.
 */
export const buildWheel = (root: string, outDir: string) => {
  const folder = join(root, 'packages/sdk-python')
  const project = readFileSync(join(folder, 'pyproject.toml'), 'utf8')
  const version = fieldOf(project, 'version')
  const info = `${DISTRIBUTION}-${version}.dist-info`
  const metadata = [
    'Metadata-Version: 2.1\n',
    `Name: ${fieldOf(project, 'name')}\nVersion: ${version}\nSummary: ${fieldOf(project, 'description')}\nLicense: MIT\n`,
    `Requires-Python: ${fieldOf(project, 'requires-python')}\n${dependenciesOf(project)}`,
    `Description-Content-Type: text/markdown\n\n${readFileSync(join(folder, 'README.md'), 'utf8')}`,
  ].join('')
  const files: Record<string, Uint8Array<ArrayBuffer>> = {}
  for (const path of globSync('event_calendar/**/*.{py,typed}', { cwd: join(folder, 'src') }).toSorted()) {
    files[path] = new Uint8Array(readFileSync(join(folder, 'src', path)))
  }
  files[`${info}/METADATA`] = encoder.encode(metadata)
  files[`${info}/WHEEL`] = encoder.encode(
    'Wheel-Version: 1.0\nGenerator: sdk\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  )
  const lines = Object.entries(files).map(([path, content]) => record(path, content))
  files[`${info}/RECORD`] = encoder.encode(`${lines.join('')}${info}/RECORD,,\n`)
  const path = join(outDir, `${DISTRIBUTION}-${version}-py3-none-any.whl`)
  mkdirSync(outDir, { recursive: true })
  writeFileSync(path, storedZip(files))
  return path
}
