import { env } from 'cloudflare:workers'

export type Columns = Record<string, string | number | null>

const PART = 1_000

/** Inserts rows directly, table by table in the given order. All rows of a table need the same columns. */
export const insertAll = async (tables: Record<string, readonly Columns[]>) => {
  const statements = Object.entries(tables).flatMap(([table, rows]) => {
    const names = Object.keys(rows[0] ?? {})
    const values = names.map((name) => `value ->> '${name}'`).join()
    const insert = env.DB.prepare(`insert into ${table} (${names.join()}) select ${values} from json_each(?)`)
    return Array.from({ length: Math.ceil(rows.length / PART) }, (_, part) =>
      insert.bind(JSON.stringify(rows.slice(part * PART, (part + 1) * PART))),
    )
  })
  await env.DB.batch(statements)
}

/** Sets columns that only the passage of time or manual SQL could change. */
export const setColumns = async (table: string, id: string, columns: Columns) => {
  const names = Object.keys(columns)
  if (names.length === 0) return
  const sql = `update ${table} set ${names.map((name) => `${name} = ?`).join()} where id = ?`
  await env.DB.prepare(sql)
    .bind(...Object.values(columns), id)
    .run()
}

export const deleteRow = (table: string, id: string) =>
  env.DB.prepare(`delete from ${table} where id = ?`).bind(id).run()

export const rowOf = (table: string, id: string) =>
  env.DB.prepare(`select * from ${table} where id = ?`).bind(id).first<Columns>()

const rowsWith = async (table: string, column: string, value: string) =>
  (
    await env.DB.prepare(`select rowid, * from ${table} where ${column} = ? order by created_at, rowid`)
      .bind(value)
      .all<Columns>()
  ).results

/** Returns all events of a calendar as stored, to compare states. */
export const eventsOf = ({ id }: { id: string }) => rowsWith('events', 'calendar_id', id)
export const guestsOf = ({ id }: { id: string }) => rowsWith('guests', 'event_id', id)
export const ordersOf = ({ id }: { id: string }) => rowsWith('orders', 'event_id', id)
export const refundsOf = ({ id }: { id: string }) => rowsWith('refunds', 'order_id', id)
export const mailsOf = ({ id }: { id: string }) => rowsWith('mails', 'event_id', id)
export const deliveriesOfWebhook = ({ id }: { id: string }) => rowsWith('deliveries', 'webhook_id', id)
export const mailsTo = (email: string) => rowsWith('mails', 'recipient', email)

/** Simulates a crash between an effect and the storing of its answer, for all idempotency keys. */
export const loseAnswers = () =>
  env.DB.prepare('update idempotency_claims set status = null, answer_cipher = null, claimed_until = 0').run()

/** Returns the seats taken. Throws if the counters disagree with the rows; erased guests must not be counted. */
export const seatsHeld = async ({ id }: { id: string }) => {
  const sum = (seat: string, guest: string, table: string) =>
    env.DB.prepare(`select coalesce(sum(${seat}), 0) as seats, ${guest} as guests from ${table} where event_id = ?`)
      .bind(id)
      .first<{ seats: number; guests: number }>()
  const counted = await sum('seats', 'coalesce(sum(guests), 0)', 'guest_counts')
  const stored = await sum('takes_seat', 'count(*) filter (where erased_at is null)', 'guests')
  if (stored === null || JSON.stringify(counted) !== JSON.stringify(stored))
    throw new Error(`the counters say ${JSON.stringify(counted)}, the rows ${JSON.stringify(stored)}`)
  return stored.seats
}

/** Tables of D1 and SQLite. */
const NOT_OURS = /^(?:d1_migrations|sqlite_|_cf_)/

/** Returns all tables of the service with their rows, read in one batch. */
export const everyTable = async () => {
  const { results } = await env.DB.prepare("select name from sqlite_master where type = 'table'").all<{
    name: string
  }>()
  const names = results.map(({ name }) => name).filter((name) => !NOT_OURS.test(name))
  const all = await env.DB.batch<Columns>(names.map((name) => env.DB.prepare(`select * from "${name}"`)))
  return names.map((name, index) => ({ name, rows: all[index]?.results ?? [] }))
}

/** Written with every call, so not part of a calendar's state. */
const NOT_STATE = 'idempotency_claims'

/** Returns all rows that contain one of the values in any column, to compare states. */
export const rowsHolding = async (values: readonly string[]) => {
  const wanted = new Set<unknown>(values)
  const found: Record<string, Columns[]> = {}
  for (const { name, rows } of await everyTable()) {
    const holding = rows.filter((row) => Object.values(row).some((value) => wanted.has(value)))
    if (name !== NOT_STATE && holding.length > 0) found[name] = holding
  }
  return found
}

/** The calendar of a guest or an event, as the functions that create links need it. */
export const linkCalendarOf = async (table: 'guests' | 'events' | 'member_invitations', id: string) => ({
  id: String((await rowOf(table, id))?.['calendar_id']),
  linkKeyCipher: null,
})
