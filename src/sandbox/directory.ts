import { DurableObject } from 'cloudflare:workers'
import type { SandboxEnv } from './env.ts'

const TABLE = 'create table if not exists sandboxes (id text primary key)'

/** The ids of all sandboxes, in one object. A request for any other id must not create an object. */
export class Directory extends DurableObject<SandboxEnv> {
  get #sql() {
    const { sql } = this.ctx.storage
    sql.exec(TABLE)
    return sql
  }

  add(id: string): void {
    this.#sql.exec('insert or ignore into sandboxes values (?)', id)
  }

  has(id: string): boolean {
    return this.#sql.exec('select 1 from sandboxes where id = ?', id).toArray().length > 0
  }

  remove(id: string): void {
    this.#sql.exec('delete from sandboxes where id = ?', id)
  }
}
