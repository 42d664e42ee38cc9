import { DurableObject } from 'cloudflare:workers'
import type { Holder } from '../access/actor.ts'
import { mayStillWatch } from '../access/watchers.store.ts'
import type { Query, RawRow } from '../db/statement.ts'
import { Turns, type BatchResult } from '../db/turns.ts'
import { deliveriesIn, idsIn, type DueRows } from '../db/commit.ts'
import type { Deps } from '../deps.ts'
import type { Instant } from '../kernel/time.ts'
import { depsOf } from './deps.ts'
import { drainLedger } from './event-ledger.store.ts'
import type { Env, EventRpc } from './env.ts'
import { Watchers } from './watchers.ts'

/**
 * The Durable Object of one event. It queues reads and writes and sends them to D1 in batches. Commits run one after
 * the other, so every guard sees the commits before it. D1 makes all decisions. The object itself stores only spent
 * live tickets and its live sockets.
 */
export class EventObject extends DurableObject<Env> implements Omit<EventRpc, keyof Rpc.DurableObjectBranded> {
  readonly #deps: Deps
  readonly #writes: Turns<D1PreparedStatement>
  readonly #reads: Turns<D1PreparedStatement>
  readonly #watchers: Watchers
  /**
   * Rows that became due in this turn of the event loop. The queues are notified once per turn, with a single `tell`.
   */
  #due: { deliveries: string[]; mails: string[] } | null = null

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    const deps = depsOf(env)
    const { $client } = deps.db
    const ports = {
      bind: ({ sql, params }: Query) => $client.prepare(sql).bind(...params),
      batch: async (statements: D1PreparedStatement[]) =>
        (await $client.batch<RawRow>(statements)).map(({ results }) => results),
    }
    this.#deps = deps
    this.#writes = new Turns(ports, { sharesStatements: false })
    this.#reads = new Turns(ports, { sharesStatements: true })
    this.#watchers = new Watchers({
      state,
      clock: deps.clock,
      log: deps.log,
      mayWatch: (holders) => mayStillWatch(deps.db, holders, deps.clock(), deps.config.opensTestKeys),
    })
    // Blocks all calls until D1 has the data that an earlier version stored in this object.
    void state.blockConcurrencyWhile(() => drainLedger(state.storage, deps))
  }

  ping(): 'pong' {
    return 'pong'
  }

  async write(queries: Query[], dueRows: DueRows): Promise<BatchResult> {
    const outcome = await this.#writes.take(queries)
    if ('rows' in outcome) this.#tell(outcome.rows, dueRows)
    return outcome
  }

  read(queries: Query[]): Promise<BatchResult> {
    return this.#reads.take(queries)
  }

  /** Returns true only for the first use of the nonce. */
  spendTicket(nonce: string, expiresAt: Instant): boolean {
    const { sql } = this.ctx.storage
    sql.exec('create table if not exists spent_tickets (nonce text primary key, expires_at integer not null)')
    sql.exec('delete from spent_tickets where expires_at < ?', this.#deps.clock())
    const spent = sql.exec('insert into spent_tickets values (?, ?) on conflict do nothing', nonce, expiresAt)
    return spent.rowsWritten > 0
  }

  recheckWatchers(): Promise<void> {
    return this.#watchers.recheck()
  }

  /** Closes the live sockets and deletes everything that the object has stored, for an event that is erased. */
  async erase(): Promise<void> {
    this.#watchers.closeAll()
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  /**
   * Opens a live socket, with `fetch` because RPC can't carry the WebSocket upgrade. The first message is read through
   * the write queue. Otherwise a check-in written during the upgrade could be missing from the message, or be sent
   * twice.
   */
  override async fetch(request: Request): Promise<Response> {
    const { holder, first, room } = JSON.parse(decodeURIComponent(request.headers.get('x-live') ?? '')) as {
      holder: Holder
      first: Query
      room: string | null
    }
    const outcome = await this.#writes.take([first])
    if ('failed' in outcome) return new Response(outcome.failed, { status: 503 })
    return this.#watchers.accept(holder, room, String(outcome.rows[0]?.[0]?.['live']))
  }

  override async alarm() {
    await this.#watchers.recheck()
  }

  override webSocketMessage() {
    // Live sockets only send messages to the client, so incoming messages are ignored.
  }

  override webSocketClose(socket: WebSocket, code: number) {
    // Reserved codes such as 1006 mean "closed without a close frame" and cannot be sent.
    socket.close(code >= 3000 || code === 1000 ? code : 1000)
  }

  /** Sends messages to live sockets in commit order, within the same turn of the event loop as the batch. */
  #tell(rows: RawRow[][], dueRows: DueRows) {
    const { mails, watched } = dueRows
    for (const index of watched) {
      for (const { live, room } of rows[index] ?? []) {
        if (typeof live === 'string') this.#watchers.send(live, typeof room === 'string' ? room : null)
      }
    }
    if (this.#due === null) {
      this.#due = { deliveries: [], mails: [] }
      queueMicrotask(() => {
        const due = this.#due
        this.#due = null
        if (due !== null && due.deliveries.length + due.mails.length > 0) this.#deps.tell(due)
      })
    }
    this.#due.deliveries.push(...deliveriesIn(rows, dueRows))
    this.#due.mails.push(...idsIn(rows, mails))
  }
}
