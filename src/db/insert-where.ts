import { getTableColumns, is, sql, SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { rowsOf, statement } from './statement.ts'

type RowValues<Table extends SQLiteTable> = {
  [Name in keyof Table['$inferInsert']]: Table['$inferInsert'][Name] | SQL
}

/** Inserts one row if the guard holds. Encodes values in the same way as drizzle; any value may be SQL. */
export const insertWhere = <Table extends SQLiteTable>(table: Table, row: RowValues<Table>, holds: SQL) => {
  const columns = Object.entries(getTableColumns(table)).flatMap(([name, column]) => {
    const value: unknown = row[name as keyof typeof row]
    return value === undefined ? [] : [{ column, value: is(value, SQL) ? value : sql.param(value, column) }]
  })
  const list = (parts: SQL[]) => sql.join(parts, sql`, `)
  return rowsOf(
    table,
    statement(sql`
      insert into ${table} (${list(columns.map(({ column }) => sql`${sql.identifier(column.name)}`))})
      select ${list(columns.map(({ value }) => sql`${value}`))} where ${holds} returning *`),
  )
}
