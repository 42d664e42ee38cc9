import { globSync, readFileSync } from 'node:fs'
import { literalTextIn } from './literal-text.ts'

/** Directories whose text comes from the word lists in `web/console/words`. */
const DIRECTORIES = ['', '/developers', '/event', '/frame', '/parts', '/screens'].map((name) => `web/console${name}`)
const EXEMPT = [
  // Chooses between ⌘ and Ctrl.
  'web/console/parts/send-key.tsx',
  // Lists headings of other programs’ files, in every language.
  'web/console/event/import-headings.ts',
]

const paths = DIRECTORIES.flatMap((directory) => globSync(`${directory}/*.{ts,tsx}`))
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !EXEMPT.includes(path))
const problems = paths.flatMap((path) =>
  literalTextIn(path, readFileSync(path, 'utf8')).map(
    ({ line, text }) => `${path}:${line} has the text "${text}": move it to web/console/words/en`,
  ),
)

if (paths.length === 0) problems.push('no source files found')
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
