import { env } from 'cloudflare:workers'

/** Records the text of every SQL statement prepared in this runtime from now on. */
export const noteStatements = () => {
  const texts = new Set<string>()
  const prototype = Object.getPrototypeOf(env.DB) as D1Database
  const prepare = prototype.prepare
  prototype.prepare = function (this: D1Database, text: string) {
    texts.add(text)
    return prepare.call(this, text)
  }
  return { texts, end: () => void (prototype.prepare = prepare) }
}

/** Statements that may scan a whole table, with the reason. */
const MAY: readonly (readonly [table: string, text: RegExp, reason: string])[] = [
  ['change_feed', /./, 'has one row'],
  ['events_to_wake', /./, 'is what an older version left, and a few at a time are taken from it'],
  ['changes', /order by seq limit/, 'the oldest of them, so many at a time'],
  [
    '(?:member_invitations|invites|checkpoints|pass_devices|door_passes|communications)',
    /^delete from "calendars"|^insert into "calendars"/,
    'what hangs on a calendar: one that never had an event is deleted seldom, and comes to be without a look',
  ],
  [
    '(?:verifications|scheduled_exports|idempotency_claims)',
    /^select id from verifications$|where is_active = 0$|set status = null, answer_cipher = null, claimed_until = \?/,
    'asked for by the test itself',
  ],
]

/** Counts the parameters of a statement, ignoring quoted text. */
const valuesIn = (text: string) => {
  let [count, most] = [0, 0]
  for (const [whole, number] of text.matchAll(/'(?:[^']|'')*'|\?(\d*)/g)) {
    if (whole.startsWith("'")) continue
    count = number === '' || number === undefined ? count + 1 : Number(number)
    most = Math.max(most, count)
  }
  return most
}

/** Returns the table that a query plan refers to by name or alias; undefined for a derived table. */
const tableNamed = (name: string, text: string, tables: ReadonlySet<string>) => {
  if (tables.has(name)) return name
  const isDerived = new RegExp(String.raw`\)\s*(?:as\s+)?"?${name}"?\b`).test(text)
  const named = [...tables].find((table) => new RegExp(String.raw`\b${table}"?\s+(?:as\s+)?"?${name}"?\b`).test(text))
  return isDerived ? undefined : named
}

/**
 * Returns every statement that scans a whole table or a full index. Scans of partial indexes are allowed: these contain
 * only the rows that wait for something.
 */
export const scansIn = async (texts: ReadonlySet<string>): Promise<string[]> => {
  const { results: named } = await env.DB.prepare(
    `select name, type, sql like '%where%' as is_partial from sqlite_master where type in ('table', 'index')`,
  ).all<{ name: string; type: 'table' | 'index'; is_partial: number | null }>()
  const tables = new Set(named.filter(({ type }) => type === 'table').map(({ name }) => name))
  const ofSome = new Set(
    named.filter(({ type, is_partial }) => type === 'index' && is_partial === 1).map(({ name }) => name),
  )
  const scans: string[] = []
  for (const text of texts) {
    const { results } = await env.DB.prepare(`explain query plan ${text}`)
      .bind(...Array.from({ length: valuesIn(text) }, () => null))
      .all<{ detail: string }>()
    for (const { detail } of results) {
      const [, name, index] = /^SCAN (\w+)(?!.*VIRTUAL TABLE)(?:.* INDEX (\w+))?/.exec(detail) ?? []
      if (name === undefined || (index !== undefined && ofSome.has(index))) continue
      const table = tableNamed(name, text, tables)
      const line = text.replaceAll(/\s+/g, ' ').trim()
      if (table === undefined || MAY.some(([which, where]) => new RegExp(`^${which}$`).test(table) && where.test(line)))
        continue
      scans.push(`${table}: ${line}`)
    }
  }
  return scans
}
