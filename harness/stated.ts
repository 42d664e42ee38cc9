import { globSync, readFileSync } from 'node:fs'

const STATEMENTS = /\basks\(\{([\s\S]*?)\}\)/g
const LINE = /'((?:GET|POST|PUT|PATCH|DELETE) \/[^']*)':/g

/** Returns the routes whose access rules are stated with `asks({…})` in the tests of the operations themselves. */
export const statedLines = (): string[] =>
  globSync('test/api/**/*.test.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(STATEMENTS)].flatMap(([, inner = '']) =>
      [...inner.matchAll(LINE)].map(([, line = '']) => line),
    ),
  )
