import { globSync, readFileSync } from 'node:fs'

const STATEMENTS = /\basks\(\{([\s\S]*?)\}\)/g
const LINE = /'((?:GET|POST|PUT|PATCH|DELETE) \/[^']*)':/g

/** The ways in whose demands the tests of their own operations state. */
export const statedLines = (): string[] =>
  globSync('test/api/**/*.test.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(STATEMENTS)].flatMap(([, inner = '']) =>
      [...inner.matchAll(LINE)].map(([, line = '']) => line),
    ),
  )
