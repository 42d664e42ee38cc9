import { deliveriesIn, idsIn, type DueRows, type Tell } from '../db/commit.ts'
import type { Query, RawRow } from '../db/statement.ts'
import type { AtEvent } from '../deps.ts'
import type { Books } from './books.ts'
import type { SqliteD1 } from './sqlite-d1.ts'

/** The sandbox's object already runs its transactions one at a time, so it needs no `EventObject`. */
export const atEventOf = (books: Books, database: SqliteD1, tell: Tell): AtEvent => {
  const sockets = new Map<string, Set<{ socket: WebSocket; room: string | null }>>()
  const run = async (queries: readonly Query[]) =>
    (await database.batch(queries.map(({ sql, params }) => database.prepare(sql).bind(...params)))).map(
      ({ results }) => results,
    )
  const announce = (eventId: string, rows: RawRow[][], { watched }: DueRows) => {
    for (const { live, room = null } of watched.flatMap((index) => rows[index] ?? [])) {
      if (typeof live !== 'string') continue
      for (const open of sockets.get(eventId) ?? []) if (open.room === room) open.socket.send(live)
    }
  }
  return {
    write: async (eventId, queries, dueRows) => {
      const rows = await run(queries)
      announce(eventId, rows, dueRows)
      const due = { deliveries: deliveriesIn(rows, dueRows), mails: idsIn(rows, dueRows.mails) }
      if (due.deliveries.length + due.mails.length > 0) tell(due)
      return rows
    },
    read: (_eventId, queries) => run(queries),
    spendTicket: async (_eventId, nonce) =>
      books.rows('insert into sandbox_tickets values (?) on conflict do nothing returning nonce', nonce).length > 0,
    watch: async (eventId, _holder, first, room) => {
      const [rows] = await run([first.toSQL()])
      const { 0: client, 1: server } = new WebSocketPair()
      const open = { socket: server, room }
      server.accept()
      server.send(String(rows?.[0]?.['live']))
      const here = sockets.get(eventId) ?? new Set()
      sockets.set(eventId, here.add(open))
      server.addEventListener('close', () => here.delete(open))
      return new Response(null, { status: 101, webSocket: client })
    },
    recheckWatchers: async () => undefined,
    wake: async () => undefined,
    erase: async () => undefined,
  }
}
