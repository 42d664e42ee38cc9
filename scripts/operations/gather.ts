import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Path of the generated list, relative to the repository root. */
export const LIST = 'src/operations.ts'

/** An exported operation, or an exported list of operations that a factory creates. */
const DECLARED = /^export const (?:(?<verb>\w+) = operation\(|(?<list>\w+Operations) = )/gm

/** An operation without `export`, which no request could reach. */
const HIDDEN = /^const (\w+) = operation\(/m

const HEAD = '// Every operation that src/modules declares: written by every build and every test run.\n'

const namesIn = (text: string) =>
  [...text.matchAll(DECLARED)].map(({ groups }) => groups?.['verb'] ?? groups?.['list'] ?? '').toSorted()

/**
 * Returns the text of `src/operations.ts` for the given module files. Throws if two files declare the same operation.
 */
export const listOf = (texts: ReadonlyMap<string, string>): string => {
  const homes = new Map<string, string>()
  const lines: string[] = []
  for (const [file, text] of [...texts].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    const [, hidden] = HIDDEN.exec(text) ?? []
    if (hidden !== undefined) throw new Error(`${file}: ${hidden} is an operation that is not exported; export it`)
    const names = namesIn(text)
    for (const name of names) {
      const home = homes.get(name)
      if (home !== undefined)
        throw new Error(`${home} and ${file} both declare ${name}: name the action and its object`)
      homes.set(name, file)
    }
    if (names.length > 0) lines.push(`export { ${names.join(', ')} } from './${file.slice('src/'.length)}'`)
  }
  return `${HEAD}${lines.join('\n')}\n`
}

/** Returns the text that `src/operations.ts` should have for the files on disk. */
export const gatherOperations = (root: string): string =>
  listOf(
    new Map(
      globSync('src/modules/**/*.{ts,tsx}', { cwd: root }).map((path) => [
        path.replaceAll('\\', '/'),
        readFileSync(join(root, path), 'utf8'),
      ]),
    ),
  )

/** Writes the list if it is out of date. Returns whether it was. */
export const writeOperations = (root: string): boolean => {
  const list = join(root, LIST)
  const wanted = gatherOperations(root)
  if (existsSync(list) && readFileSync(list, 'utf8') === wanted) return false
  writeFileSync(list, wanted)
  return true
}
