import type { DirectoryRpc, SandboxRpc, ShelfRpc } from './rpc.ts'

/** Bindings of the sandbox Worker. None of them leads to live data. */
export interface SandboxEnv {
  SANDBOXES: DurableObjectNamespace<SandboxRpc>
  /** One object per calendar: the list of its sandboxes. */
  SHELVES: DurableObjectNamespace<ShelfRpc>
  /** A single object: the ids of all existing sandboxes. */
  DIRECTORY: DurableObjectNamespace<DirectoryRpc>
  ENVIRONMENT: string
  PUBLIC_BASE_URL: string
  MAIL_FROM: string
  ICS_DOMAIN: string
  LOG_LEVEL?: string
  VERSION?: string
  TRUST_PROXY?: string
  ALLOW_INSECURE_WEBHOOKS?: string
  OUTBOUND_PUBLIC?: Fetcher
  OUTBOUND_LOOPBACK?: Fetcher
}
