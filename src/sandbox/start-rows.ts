import { migrations } from 'sandbox:migrations'
import type { CopiedRow } from '../kernel/sandbox-port.ts'
import type { Books } from './books.ts'
import { limitGuests } from './limits.ts'

/** Migrations that a later version of the service brings are run when the object wakes. */
export const migrate = (books: Books) => {
  const known = new Set(books.rows<{ name: string }>('select name from sandbox_migrations').map(({ name }) => name))
  for (const { name, sql } of migrations) {
    if (known.has(name)) continue
    books.sql.exec(sql)
    books.run('insert into sandbox_migrations values (?)', name)
  }
  limitGuests(books)
}

export const insertRow = (books: Books, table: string, row: CopiedRow) => {
  const stored = books.rows<{ name: string }>('select name from pragma_table_xinfo(?) where hidden = 0', table)
  const names = stored.map(({ name }) => name).filter((name) => row[name] !== undefined)
  books.run(
    `insert into "${table}" (${names.map((name) => `"${name}"`).join()}) values (${names.map(() => '?').join()})`,
    ...names.map((name) => row[name] ?? null),
  )
}
