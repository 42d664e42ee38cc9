/**
 * Layers of the service, lowest first. A file may import, types included, only from its own entry and from the rows
 * above it in this list. Entries in the same row may not import each other.
 */
const SERVICE = [
  ['src/kernel'],
  ['src/words'],
  ['src/presentation', 'src/db'],
  ['src/access'],
  ['src/deps.ts'],
  ['src/operation'],
  ['src/modules'],
  ['src/operations.ts'],
  ['src/registry.ts', 'src/queues.ts', 'src/schedule.ts', 'src/mailbox.ts', 'src/pages', 'src/mcp', 'src/oauth'],
  ['src/app.ts', 'src/platform', 'src/identity'],
  ['src/worker.ts', 'src/sandbox'],
]

/** Layers of the browser code. The pages are independent of each other, and all of them may use `web/shared`. */
const BROWSERS = [
  // From `src/words`, only the parts that all languages share. Only pages rendered by the service use the word lists,
  // so they stay out of browser bundles.
  [
    'src/kernel',
    'src/presentation',
    'src/modules',
    'src/sandbox/test-schema.ts',
    'src/words/plurals.ts',
    'src/words/locales.ts',
    'examples',
  ],
  ['web/shared'],
  [
    'web/calendar',
    'web/console',
    'web/docs',
    'web/event',
    'web/guest',
    'web/home',
    'web/kiosk',
    'web/kiosk-worker',
    'web/sign-in',
    'web/ticket-worker',
  ],
]

/**
 * This file may import types from modules, but only with `import type`, so that the bundle contains none of their code.
 */
export const ANSWERS = 'web/shared/answers.ts'

/** Imports that only some of the layers above may use. */
const RESERVED: readonly { what: RegExp; forWhom: RegExp; reason: string }[] = [
  {
    what: /^cloudflare:/,
    forWhom: /^src\/(platform\/|worker\.ts$|identity\/worker\.ts$|sandbox\/(worker|object|shelf|directory)\.ts$)/,
    reason: 'only platform and worker.ts may use the runtime',
  },
  { what: /^node:/, forWhom: /^src\/platform\//, reason: 'only platform may use the runtime' },
  { what: /^jose(\/|$)/, forWhom: /^src\/(platform|identity)\//, reason: 'only platform and identity handle tokens' },
  {
    what: /^(hono(\/|$)|@hono\/)/,
    forWhom: /^(src\/(app\.ts$|pages\/|presentation\/|(identity|sandbox)\/pages\/)|web\/)/,
    reason: 'only app.ts may use it for routing, and only presentation and pages for rendering',
  },
  {
    what: /^src\/(modules|sandbox)\//,
    forWhom: /^(src\/|web\/shared\/answers\.ts$)/,
    reason: 'only web/shared/answers.ts imports the types of answers',
  },
  {
    what: /^drizzle-orm(\/|$)/,
    forWhom: /^src\/db\/|\.store\.ts$/,
    reason: 'only db and *.store.ts may contain queries',
  },
  {
    what: /^src\/platform\/(deps|config|env|files|mailer|queues|session|at-event|event-object|stripe)\.ts$/,
    forWhom: /^src\/(?!sandbox\/)/,
    reason: 'a sandbox has no binding to live data',
  },
  {
    what: /^src\/access\/.*\.store\.ts$/,
    forWhom: /^src\/(access|operation|platform)\//,
    reason: 'access is already checked before an operation runs',
  },
]

const isIn = (path: string, place: string) => path === place || path.startsWith(`${place}/`)
/** A relative import always ends in a file extension; a package name never does. */
const isFile = (target: string) => /\.\w+$/.test(target)
const moduleOf = (path: string) => /^src\/modules\/[^/]+(?=\/)/.exec(path)?.[0]

function placeIn(rows: readonly string[][], path: string): { row: number; place: string } | null {
  for (const [row, places] of rows.entries()) {
    const place = places.find((each) => isIn(path, each))
    if (place !== undefined) return { row, place }
  }
  return null
}

/** Other modules may import only a module's `index.ts`. The list of operations imports the operations themselves. */
function refusalOfModule(file: string, target: string): string | null {
  const owner = moduleOf(target)
  if (owner === undefined || owner === moduleOf(file) || target === `${owner}/index.ts`) return null
  if (file === 'src/operations.ts' || file === ANSWERS) return null
  return 'of another module only its index.ts may be imported'
}

function refusalOfPlace(file: string, target: string): string | null {
  const rows = file.startsWith('web/') ? BROWSERS : SERVICE
  const own = placeIn(rows, file)
  if (own === null) return 'the importing file is in no layer of scripts/check/layers.ts'
  const other = placeIn(rows, target)
  if (other === null) return `the target is in no layer that ${own.place} may use`
  if (other.row < own.row || other.place === own.place) return null
  return other.row === own.row
    ? `${own.place} and ${other.place} are in the same layer`
    : `${own.place} is in a lower layer than ${other.place}`
}

/** Returns why `file` may not import `target`, a path in the repository or a package name; null if it may. */
export function importRefusal(file: string, target: string): string | null {
  const reserved = RESERVED.find(({ what, forWhom }) => what.test(target) && !forWhom.test(file))
  const reason =
    reserved?.reason ?? (isFile(target) ? (refusalOfPlace(file, target) ?? refusalOfModule(file, target)) : null)
  return reason === null ? null : `${file} imports ${target}: ${reason}`
}

/** Returns the imports between modules: for each folder of `src/modules`, the other module folders that it imports. */
export function moduleImports(imports: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const collapsed = new Map<string, Set<string>>()
  for (const [file, targets] of imports) {
    const own = moduleOf(file)
    if (own === undefined) continue
    const others = collapsed.get(own) ?? new Set()
    for (const target of targets) {
      const other = moduleOf(target)
      if (other !== undefined && other !== own) others.add(other)
    }
    collapsed.set(own, others)
  }
  return new Map([...collapsed].map(([own, others]) => [own, [...others]]))
}

/** Returns the import cycles. Each file appears in only one of them. */
export function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const left = new Map(imports)
  const circles: string[][] = []
  for (;;) {
    dropLeaves(left)
    const [start] = left.keys()
    if (start === undefined) return circles
    const circle = circleFrom(start, left)
    circles.push(circle)
    for (const file of circle) left.delete(file)
  }
}

/**
 * Removes the files that cannot be part of a cycle: first those that import nothing in `left`, then those that import
 * only removed files, and so on.
 */
function dropLeaves(left: Map<string, readonly string[]>): void {
  for (let before = Number.POSITIVE_INFINITY; left.size < before;) {
    before = left.size
    for (const [file, targets] of left) if (!targets.some((target) => left.has(target))) left.delete(file)
  }
}

function circleFrom(start: string, left: ReadonlyMap<string, readonly string[]>): string[] {
  const walked: string[] = []
  let at = start
  while (!walked.includes(at)) {
    walked.push(at)
    at = left.get(at)?.find((target) => left.has(target)) ?? start
  }
  return walked.slice(walked.indexOf(at))
}
