import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Package {
  name: string
  version: string
  license?: string
}

const PACKAGE_IN_PATH = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//

/** Returns the directories of the packages whose files are among `inputs`, paths relative to `root`. */
const packageDirs = (inputs: readonly string[]) => [
  ...new Set(
    inputs.flatMap((path) => {
      const found = PACKAGE_IN_PATH.exec(path)
      return found === null ? [] : [found[0]]
    }),
  ),
]

/**
 * Writes the licence texts and the bill of materials (CycloneDX 1.6) of everything in the package: the binaries, and
 * the packages of which the bundles contain a file.
 */
export const writePapers = (root: string, target: string, inputs: readonly string[]) => {
  const dirs = [...packageDirs(inputs), 'node_modules/node/', 'node_modules/workerd/']
  const licences = join(target, 'LICENSES')
  mkdirSync(licences, { recursive: true })
  copyFileSync(join(root, 'LICENSE'), join(licences, 'event-calendar.txt'))
  const packages = dirs.map((dir) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, dir, 'package.json'), 'utf8')) as Package
    const [text] = globSync('{LICEN[CS]E,licen[cs]e}*', { cwd: join(root, dir) })
    if (text !== undefined && existsSync(join(root, dir, text)))
      copyFileSync(join(root, dir, text), join(licences, `${name.replaceAll('/', '+')}.txt`))
    return { name, version, license }
  })
  const components = packages
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ name, version, license }) => ({
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      ...(license === undefined ? {} : { licenses: [{ license: { id: license } }] }),
    }))
  const bill = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }
  writeFileSync(join(target, 'sbom.json'), `${JSON.stringify(bill, null, 2)}\n`)
}
