import { DurableObject } from 'cloudflare:workers'
import type { RehearsalInfo, RehearsalRequest, SandboxInfo, SandboxRequest } from '../kernel/sandbox-port.ts'
import { randomBase62 } from '../kernel/ids.ts'
import { MINUTE_MS, systemClock, type Instant } from '../kernel/time.ts'
import type { SandboxEnv } from './env.ts'
import { endsAt } from './lifetime.ts'
import { directoryOf } from './way-in.ts'

const MAX_SANDBOXES = 3

interface ShelfRow extends Record<string, SqlStorageValue> {
  id: string
  name: string
  created_at: number
}

interface RehearsalRow extends Record<string, SqlStorageValue> {
  id: string
  event_id: string
  status: RehearsalInfo['status']
  guests: number
  seed: number
  created_at: number
  sandbox_id: string
  result: string | null
}

const listedRehearsal = (row: RehearsalRow): RehearsalInfo => ({
  id: row.id,
  eventId: row.event_id,
  status: row.status,
  guests: row.guests,
  seed: row.seed,
  createdAt: row.created_at,
})

/** A rehearsal that takes longer has failed, whatever happened to its object. */
const LONGEST_REHEARSAL_MS = 15 * MINUTE_MS
const REHEARSALS_KEPT_PER_EVENT = 5

const TABLES = `
create table if not exists sandboxes (id text primary key, name text not null, created_at integer not null);
create table if not exists rehearsals (
  id text primary key, event_id text not null, status text not null, guests integer not null, seed integer not null,
  created_at integer not null, sandbox_id text not null, result text);
`

/**
 * The sandboxes of one calendar, and the results of its rehearsals. A single object holds the list, so concurrent
 * requests can't exceed the limit.
 */
export class Shelf extends DurableObject<SandboxEnv> {
  get #sql() {
    const { sql } = this.ctx.storage
    sql.exec(TABLES)
    return sql
  }

  async create({ calendarId, name, now, seed, rows }: SandboxRequest): Promise<(SandboxInfo & { key: string }) | null> {
    await this.#forgetEnded()
    const { many } = this.#sql.exec<{ many: number }>('select count(*) as many from sandboxes').one()
    if (many >= MAX_SANDBOXES) return null
    const id = `sbx_${randomBase62(10)}`
    this.#sql.exec('insert into sandboxes values (?, ?, ?)', id, name, systemClock())
    await directoryOf(this.env).add(id)
    const { key } = await this.#stub(id).start({ id, calendarId, now, seed, sendsWebhooks: true, rows })
    const [listed] = await this.#listed('where id = ?', id)
    return listed === undefined ? null : { ...listed, key }
  }

  async list(): Promise<SandboxInfo[]> {
    await this.#forgetEnded()
    return this.#listed('order by created_at')
  }

  async remove(id: string): Promise<boolean> {
    const [row] = this.#sql.exec('select id from sandboxes where id = ?', id).toArray()
    if (row === undefined) return false
    await this.#stub(id).end()
    await this.#forget(id)
    return true
  }

  async removeAll(): Promise<void> {
    const ids = this.#sql.exec<{ id: string }>('select id from sandboxes').toArray()
    for (const { id } of ids) await this.remove(id)
    const running = this.#sql.exec<{ id: string }>("select sandbox_id as id from rehearsals where status = 'RUNNING'")
    for (const { id } of running.toArray()) await this.#stub(id).end()
    this.#sql.exec('delete from rehearsals')
  }

  async setClosed(isClosed: boolean): Promise<void> {
    const ids = this.#sql.exec<{ id: string }>('select id from sandboxes').toArray()
    for (const { id } of ids) await this.#stub(id).setClosed(isClosed)
  }

  async rehearse({ calendarId, eventId, guests, seed, now, rows }: RehearsalRequest): Promise<RehearsalInfo | null> {
    const createdAt = systemClock()
    this.#failOverdue()
    if (this.#sql.exec("select 1 from rehearsals where status = 'RUNNING'").toArray().length > 0) return null
    const [id, sandboxId] = [`rsl_${randomBase62(22)}`, `sbx_${randomBase62(10)}`]
    this.#sql.exec(
      "insert into rehearsals values (?, ?, 'RUNNING', ?, ?, ?, ?, null)",
      id,
      eventId,
      guests,
      seed,
      createdAt,
      sandboxId,
    )
    this.#sql.exec(
      `delete from rehearsals where event_id = ? and id not in (
        select id from rehearsals where event_id = ? order by created_at desc limit ${REHEARSALS_KEPT_PER_EVENT})`,
      eventId,
      eventId,
    )
    const rehearsal = { id, eventId, guests, seed }
    try {
      await this.#stub(sandboxId).start({ id: sandboxId, calendarId, now, seed, sendsWebhooks: false, rows, rehearsal })
    } catch (error) {
      this.finish(id, null)
      throw error
    }
    return { id, eventId, status: 'RUNNING', guests, seed, createdAt }
  }

  /** Clients poll until the status changes, so reads apply the time limit too. */
  #failOverdue() {
    this.#sql.exec(
      "update rehearsals set status = 'FAILED' where status = 'RUNNING' and created_at < ?",
      systemClock() - LONGEST_REHEARSAL_MS,
    )
  }

  rehearsals(eventId: string): RehearsalInfo[] {
    this.#failOverdue()
    return this.#sql
      .exec<RehearsalRow>('select * from rehearsals where event_id = ? order by created_at desc', eventId)
      .toArray()
      .map(listedRehearsal)
  }

  rehearsal(id: string): (RehearsalInfo & { result: string | null }) | null {
    this.#failOverdue()
    const [row] = this.#sql.exec<RehearsalRow>('select * from rehearsals where id = ?', id).toArray()
    return row === undefined ? null : { ...listedRehearsal(row), result: row.result }
  }

  /** Stores the result of a rehearsal. Null if it failed. */
  finish(id: string, result: string | null): void {
    this.#sql.exec(
      "update rehearsals set status = ?, result = ? where id = ? and status = 'RUNNING'",
      result === null ? 'FAILED' : 'DONE',
      result,
      id,
    )
  }

  #stub(id: string) {
    return this.env.SANDBOXES.getByName(id)
  }

  /** A sandbox deletes itself after 30 days without use. */
  async #forgetEnded() {
    for (const { id } of this.#sql.exec<{ id: string }>('select id from sandboxes').toArray())
      if ((await this.#stub(id).state()) === null) await this.#forget(id)
  }

  async #forget(id: string) {
    await directoryOf(this.env).remove(id)
    this.#sql.exec('delete from sandboxes where id = ?', id)
  }

  async #listed(where: string, ...values: string[]): Promise<SandboxInfo[]> {
    const rows = this.#sql.exec<ShelfRow>(`select * from sandboxes ${where}`, ...values).toArray()
    const listed = await Promise.all(
      rows.map(async ({ id, name, created_at: createdAt }) => {
        const state = await this.#stub(id).state()
        const lastUsedAt: Instant = state?.lastUsedAt ?? createdAt
        return { id, name, createdAt, lastUsedAt, expiresAt: endsAt(lastUsedAt), clock: state?.now ?? 0 }
      }),
    )
    return listed
  }
}
