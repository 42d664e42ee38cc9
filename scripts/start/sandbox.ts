import { dirname } from 'node:path'
import type { V4WorkerOptions } from 'miniflare'
import type { BuiltWorker } from './build-worker.ts'
import { outboundBindings } from './outbound.ts'

export const SANDBOX = 'sandbox'
/** Settings that the sandbox Worker reads too. */
const SHARED = [
  'ENVIRONMENT',
  'PUBLIC_BASE_URL',
  'MAIL_FROM',
  'ICS_DOMAIN',
  'ALLOW_INSECURE_WEBHOOKS',
  'LOG_LEVEL',
  'TRUST_PROXY',
]

interface SandboxInput {
  scriptPath: string
  options: BuiltWorker['options']
  vars: Readonly<Record<string, unknown>>
  /** Private networks that webhooks may reach too. */
  networks?: readonly string[]
}

/**
 * The sandbox Worker next to the main one. Its only binding in common with the main Worker is the network for webhooks.
 * workerd loads its code on the first request.
 */
export const sandboxWorker = ({ scriptPath, options, vars, networks = [] }: SandboxInput): V4WorkerOptions => {
  const { compatibilityDate, compatibilityFlags } = options
  return {
    name: SANDBOX,
    modules: true,
    modulesRoot: dirname(scriptPath),
    scriptPath,
    ...(compatibilityDate === undefined ? {} : { compatibilityDate }),
    ...(compatibilityFlags === undefined ? {} : { compatibilityFlags }),
    durableObjects: {
      SANDBOXES: { className: 'SandboxObject', useSQLite: true },
      SHELVES: { className: 'Shelf', useSQLite: true },
      DIRECTORY: { className: 'Directory', useSQLite: true },
    },
    serviceBindings: outboundBindings(networks),
    bindings: Object.fromEntries(
      SHARED.flatMap((name) => (vars[name] === undefined ? [] : [[name, vars[name] as string]])),
    ),
  }
}
