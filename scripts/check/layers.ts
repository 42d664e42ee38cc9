/** Who may import whom inside src, by the first folder of the path. Files beside the folders make up `app`. */
const LAYERS: Record<string, readonly string[]> = {
  kernel: ['kernel'],
  presentation: ['presentation', 'kernel'],
  db: ['db', 'kernel'],
  desk: ['kernel'],
  access: ['access', 'db', 'kernel', 'desk.ts'],
  modules: ['modules', 'access', 'db', 'presentation', 'kernel', 'desk.ts', 'deps.ts', 'operation/operation.ts'],
  deps: ['modules', 'access', 'db', 'kernel', 'desk.ts'],
  operation: ['operation', 'access', 'db', 'kernel', 'deps.ts'],
  pages: ['pages', 'presentation', 'kernel', 'modules', 'deps.ts'],
  app: ['modules', 'operation', 'access', 'kernel', 'pages', 'deps.ts'],
  platform: ['platform', 'modules', 'access', 'db', 'kernel', 'desk.ts', 'deps.ts'],
}

/** Where everything is wired together. */
const ROOT = 'worker.ts'
/** The one file of contract/ that knows the modules, and the one that reaches past their index. */
const REGISTRY = 'registry.ts'

/** Packages that only some files may import; any other package is free. */
const PACKAGES: readonly { name: RegExp; allowedIn: RegExp; reason: string }[] = [
  {
    name: /^cloudflare:/,
    allowedIn: /^(platform\/|worker\.ts$)/,
    reason: 'only platform/ and worker.ts see the runtime',
  },
  { name: /^node:/, allowedIn: /^platform\//, reason: 'only platform/ sees the runtime' },
  { name: /^jose(\/|$)/, allowedIn: /^platform\//, reason: 'only platform/ verifies tokens' },
  {
    name: /^(hono(\/|$)|@hono\/)/,
    allowedIn: /^(operation\/|pages\/|presentation\/|app\.ts$)/,
    reason: 'only operation/, pages/ and app.ts speak HTTP, and presentation/ draws',
  },
  {
    name: /^drizzle-orm(\/|$)/,
    allowedIn: /(^db\/|\.store\.ts$)/,
    reason: 'only db/ and *.store.ts write queries',
  },
]

const nounOf = (path: string) => path.split('/')[1]
const isIn = (path: string, place: string) => path === place || path.startsWith(`${place}/`)

function layerOf(path: string): string {
  if (path === 'deps.ts' || path === 'desk.ts') return path.slice(0, -'.ts'.length)
  return path.includes('/') ? (path.split('/')[0] ?? path) : 'app'
}

function refusalOfPackage(file: string, name: string): string | null {
  const rule = PACKAGES.find((each) => each.name.test(name))
  return rule === undefined || rule.allowedIn.test(file) ? null : `imports ${name}: ${rule.reason}`
}

function refusalOfFile(file: string, target: string): string | null {
  if (file === ROOT) return null
  const layer = layerOf(file)
  const allowed = [...(LAYERS[layer] ?? []), ...(file === REGISTRY ? ['modules'] : [])]
  const isSibling = layer === 'app' && layerOf(target) === 'app' && target !== ROOT
  if (!isSibling && !allowed.some((place) => isIn(target, place))) {
    return `imports ${target}: ${layer} may import ${allowed.join(', ') || 'nothing, it is no known layer'}`
  }
  if (isIn(target, 'modules') && file !== REGISTRY && !(isIn(file, 'modules') && nounOf(file) === nounOf(target))) {
    return target.endsWith('/index.ts') ? null : `imports ${target}: of a foreign module only its index.ts`
  }
  if (layer === 'modules' && isIn(target, 'access') && target.endsWith('.store.ts')) {
    return `imports ${target}: the gate has asked before the verb runs`
  }
  return null
}

/** Why the file, a path inside src, may not import the target, a path inside src or a package; null if it may. */
export function importRefusal(file: string, target: { path: string } | { package: string }): string | null {
  return 'path' in target ? refusalOfFile(file, target.path) : refusalOfPackage(file, target.package)
}
