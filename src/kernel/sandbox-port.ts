import type { Instant } from './time.ts'

/** A row with the names of its columns, to copy a calendar or an event into a sandbox. */
export type CopiedRow = Record<string, string | number | null>
export type CopiedRows = readonly (readonly [table: string, rows: readonly CopiedRow[]])[]

export interface SandboxRequest {
  calendarId: string
  name: string
  /** Initial time of its clock. */
  now: Instant
  /** Seed of the row ids; null for random ids. */
  seed: number | null
  rows: CopiedRows
}

export interface SandboxInfo {
  id: string
  name: string
  createdAt: Instant
  lastUsedAt: Instant
  expiresAt: Instant
  clock: Instant
}

export interface RehearsalRequest {
  calendarId: string
  eventId: string
  guests: number
  seed: number
  /** Initial time of the clock. */
  now: Instant
  rows: CopiedRows
}

export interface RehearsalInfo {
  id: string
  eventId: string
  status: 'RUNNING' | 'DONE' | 'FAILED'
  guests: number
  seed: number
  createdAt: Instant
}

/** The sandbox Worker. It has no binding to live data. */
export interface Sandboxes {
  /** Returns null if the calendar has the maximum number of sandboxes. */
  create(wish: SandboxRequest): Promise<(SandboxInfo & { key: string }) | null>
  list(calendarId: string): Promise<SandboxInfo[]>
  remove(calendarId: string, id: string): Promise<boolean>
  /** Deletes all sandboxes of a calendar, because it was deleted or suspended. */
  removeAll(calendarId: string): Promise<void>
  /** Closes the sandboxes of a calendar whose plan no longer includes them, or reopens them. */
  setClosed(calendarId: string, isClosed: boolean): Promise<void>
  /** Starts a rehearsal. Returns null while another one of the calendar is running. */
  rehearse(wish: RehearsalRequest): Promise<RehearsalInfo | null>
  /** Newest first. */
  rehearsals(calendarId: string, eventId: string): Promise<RehearsalInfo[]>
  /** `result` is JSON; null unless the rehearsal is DONE. */
  rehearsal(calendarId: string, id: string): Promise<(RehearsalInfo & { result: string | null }) | null>
  /** Returns the calendar that a sandbox belongs to, or null if there is no such sandbox. */
  calendarOf(id: string): Promise<string | null>
}
