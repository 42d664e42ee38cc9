import { isTestKey, isWellFormedKey, sandboxOfKey } from '../access/key-format.ts'
import { notFound, unauthenticated } from '../kernel/failure.ts'
import type { SandboxEnv } from './env.ts'
import { refusedBySandbox } from './refuse.ts'

const IN_PATH = /^\/s\/(sbx_[0-9A-Za-z]{10})(?:\/|$)/

const sandboxOf = (request: Request): string | null => {
  const inPath = IN_PATH.exec(new URL(request.url).pathname)?.[1]
  if (inPath !== undefined) return inPath
  const key = request.headers.get('x-svc-api-key') ?? ''
  return isTestKey(key) && isWellFormedKey(key) ? sandboxOfKey(key) : null
}

const MAX_KNOWN = 10_000
/** Sandboxes known to exist. One that was deleted since refuses requests itself. */
const known = new Set<string>()

type Ways = Pick<SandboxEnv, 'DIRECTORY' | 'SANDBOXES'>

export const directoryOf = ({ DIRECTORY }: Pick<SandboxEnv, 'DIRECTORY'>) => DIRECTORY.getByName('all')

/**
 * Returns the sandbox with this id, or null. Checks that it exists first: calling an object creates it, and anyone can
 * make up an id.
 */
export const sandboxNamed = async (id: string, env: Ways) => {
  if (!known.has(id)) {
    if (!(await directoryOf(env).has(id))) return null
    if (known.size >= MAX_KNOWN) known.clear()
    known.add(id)
  }
  return env.SANDBOXES.getByName(id)
}

/** Passes a request to the sandbox named by its path or its key. */
export const answerInSandbox = async (request: Request, env: Ways): Promise<Response> => {
  const id = sandboxOf(request)
  const sandbox = id === null ? null : await sandboxNamed(id, env)
  if (sandbox !== null) return sandbox.fetch(request)
  const isByPath = new URL(request.url).pathname.startsWith('/s/')
  return refusedBySandbox(isByPath ? notFound() : unauthenticated())
}
