import { env } from 'cloudflare:workers'

/** What is written beside the state of a calendar whenever somebody calls. */
const NOT_STATE = new Set(['d1_migrations', 'idempotency_claims', '_cf_KV', '_cf_METADATA', 'sqlite_sequence'])

/** Every row of every table that holds one of these values in some column, to compare whole states. */
export const rowsHolding = async (values: readonly string[]) => {
  const { results: tables } = await env.DB.prepare("select name from sqlite_master where type = 'table'").all<{
    name: string
  }>()
  const found: Record<string, unknown[]> = {}
  for (const { name } of tables.filter((table) => !NOT_STATE.has(table.name))) {
    const { results } = await env.DB.prepare(`select * from "${name}"`).all()
    const rows = results.filter((row) => Object.values(row).some((value) => values.includes(value as string)))
    if (rows.length > 0) found[name] = rows
  }
  return found
}
