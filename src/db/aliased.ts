import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/**
 * The columns of a joined table under names of their own. In a batch D1 hands rows over as objects, in which
 * two columns of one name are one: whatever joins tables there must tell them apart.
 */
export const aliased = <Table extends SQLiteTable>(table: Table, prefix: string) =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([key, column]) => [
      key,
      sql`${column}`.mapWith(column).as(`${prefix}_${column.name}`),
    ]),
  ) as { [Key in keyof Table['$inferSelect']]: SQL.Aliased<Table['$inferSelect'][Key]> }

/** The joined row, or null where the left join found none. */
export const joined = <Row extends { id: string }>(row: Row): Row | null => (row.id === null ? null : row)
