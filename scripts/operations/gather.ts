import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the list stands, below the root. */
export const LIST = 'src/operations.ts'

/** Verbs, and lists of verbs that a factory makes. */
const DECLARED = /^export const (?:(?<verb>\w+) = operation\(|(?<list>\w+Operations) = )/gm

/** Nobody could call it. */
const HIDDEN = /^const (\w+) = operation\(/m

const HEAD = '// Every operation that src/modules declares: written by every build and every test run.\n'

const namesIn = (text: string) =>
  [...text.matchAll(DECLARED)].map(({ groups }) => groups?.['verb'] ?? groups?.['list'] ?? '').toSorted()

/** The list of all operations, made of the texts of the modules' files. */
export const listOf = (texts: ReadonlyMap<string, string>): string => {
  const homes = new Map<string, string>()
  const lines: string[] = []
  for (const [file, text] of [...texts].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    const [, hidden] = HIDDEN.exec(text) ?? []
    if (hidden !== undefined) throw new Error(`${file}: ${hidden} is an operation that nobody can call; export it`)
    const names = namesIn(text)
    for (const name of names) {
      const home = homes.get(name)
      if (home !== undefined) throw new Error(`${home} and ${file} both declare ${name}: name the act and its noun`)
      homes.set(name, file)
    }
    if (names.length > 0) lines.push(`export { ${names.join(', ')} } from './${file.slice('src/'.length)}'`)
  }
  return `${HEAD}${lines.join('\n')}\n`
}

/** What the list must be for the files that there are. */
export const gatherOperations = (root: string): string =>
  listOf(
    new Map(
      globSync('src/modules/**/*.{ts,tsx}', { cwd: root }).map((path) => [
        path.replaceAll('\\', '/'),
        readFileSync(join(root, path), 'utf8'),
      ]),
    ),
  )

/** Writes the list where it is not as it must be, and says whether it was so. */
export const writeOperations = (root: string): boolean => {
  const list = join(root, LIST)
  const wanted = gatherOperations(root)
  if (existsSync(list) && readFileSync(list, 'utf8') === wanted) return false
  writeFileSync(list, wanted)
  return true
}
