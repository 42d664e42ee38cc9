import { env } from 'cloudflare:workers'

export type Columns = Record<string, string | number | null>

const PART = 1_000

/** Rows of one shape for each table, straight into the database, in the order in which they stand. */
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

/** What only time, or a hand in the tables, could have brought about. */
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

/** The whole of an event as the database has it, to compare whole states. */
export const eventsOf = ({ id }: { id: string }) => rowsWith('events', 'calendar_id', id)
export const guestsOf = ({ id }: { id: string }) => rowsWith('guests', 'event_id', id)
export const ordersOf = ({ id }: { id: string }) => rowsWith('orders', 'event_id', id)
export const mailsOf = ({ id }: { id: string }) => rowsWith('mails', 'event_id', id)
export const mailsTo = (email: string) => rowsWith('mails', 'recipient', email)

/** What a crash leaves behind between an effect and the keeping of its answer, of whatever was asked under a key. */
export const loseAnswers = () =>
  env.DB.prepare('update idempotency_claims set status = null, answer_cipher = null, claimed_until = 0').run()

/** Counters and rows must always say the same; whoever was erased is counted nowhere. */
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

/** Of the database itself, not of the service. */
const NOT_OURS = /^(?:d1_migrations|sqlite_|_cf_)/

/** Every table of the service with all of its rows, as they stand at one moment. */
export const everyTable = async () => {
  const { results } = await env.DB.prepare("select name from sqlite_master where type = 'table'").all<{
    name: string
  }>()
  const names = results.map(({ name }) => name).filter((name) => !NOT_OURS.test(name))
  const all = await env.DB.batch<Columns>(names.map((name) => env.DB.prepare(`select * from "${name}"`)))
  return names.map((name, index) => ({ name, rows: all[index]?.results ?? [] }))
}

/** What is written beside the state of a calendar whenever somebody calls. */
const NOT_STATE = 'idempotency_claims'

/** Every row of every table that holds one of these values in some column, to compare whole states. */
export const rowsHolding = async (values: readonly string[]) => {
  const wanted = new Set<unknown>(values)
  const found: Record<string, Columns[]> = {}
  for (const { name, rows } of await everyTable()) {
    const holding = rows.filter((row) => Object.values(row).some((value) => wanted.has(value)))
    if (name !== NOT_STATE && holding.length > 0) found[name] = holding
  }
  return found
}
