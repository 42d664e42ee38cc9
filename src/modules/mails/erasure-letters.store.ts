import { sql } from 'drizzle-orm'
import type { MailRow } from '../../db/rows.ts'
import { rowsFrom, statement } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import type { Locale } from '../../kernel/vocabulary.ts'

const SOURCES: Readonly<Record<string, string>> = {
  event: 'select null as locale from events where id',
  calendar: 'select null as locale from calendars where id',
  account: 'select locale from accounts where user_id',
}

/** Finds what the email is about, unless its erasure was cancelled or has started. */
export const findPendingErasure = async ({ data }: MailRow, { db }: Deps) => {
  const source = SOURCES[String(data['what'])]
  if (source === undefined) return null
  const [row] = await rowsFrom(
    db,
    statement<{ locale: Locale | null }>(
      sql`${sql.raw(source)} = ${String(data['id'])} and erase_at = ${Number(data['eraseAt'])}`,
    ),
  )
  return row ?? null
}
