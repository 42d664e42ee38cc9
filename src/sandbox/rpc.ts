import type {
  CopiedRows,
  RehearsalInfo,
  RehearsalRequest,
  SandboxInfo,
  SandboxRequest,
} from '../kernel/sandbox-port.ts'
import type { Instant } from '../kernel/time.ts'

export interface SandboxStart {
  id: string
  calendarId: string
  now: Instant
  seed: number | null
  sendsWebhooks: boolean
  /** Rows by table, in the order in which they can be inserted. */
  rows: CopiedRows
  /** Set for the sandbox of a rehearsal, which plays it, returns the result and deletes itself. */
  rehearsal?: { id: string; eventId: string; guests: number; seed: number; attempt?: number }
}

export interface SandboxState {
  calendarId: string
  now: Instant
  lastUsedAt: Instant
}

/** RPC methods of one sandbox. Requests use `fetch`. */
export interface SandboxRpc extends Rpc.DurableObjectBranded {
  start(start: SandboxStart): Promise<{ key: string }>
  state(): SandboxState | null
  /** A closed sandbox refuses every request but keeps all its data. */
  setClosed(isClosed: boolean): void
  end(): Promise<void>
}

/** RPC methods of the list of a calendar's sandboxes. */
export interface ShelfRpc extends Rpc.DurableObjectBranded {
  create(wish: SandboxRequest): Promise<(SandboxInfo & { key: string }) | null>
  list(): Promise<SandboxInfo[]>
  remove(id: string): Promise<boolean>
  removeAll(): Promise<void>
  setClosed(isClosed: boolean): Promise<void>
  rehearse(wish: RehearsalRequest): Promise<RehearsalInfo | null>
  rehearsals(eventId: string): RehearsalInfo[]
  rehearsal(id: string): (RehearsalInfo & { result: string | null }) | null
  finish(id: string, result: string | null): void
}

/** RPC methods of the list of all sandboxes. */
export interface DirectoryRpc extends Rpc.DurableObjectBranded {
  add(id: string): void
  has(id: string): boolean
  remove(id: string): void
}
