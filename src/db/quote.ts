import { sql, type SQL } from 'drizzle-orm'
import { rootOf } from '../kernel/violations.ts'
import type { ChangeObject } from '../kernel/vocabulary.ts'
import { LETTER_STATUSES, RECIPIENT } from './outgoing.ts'
import { statement, type Statement } from './statement.ts'

/** Maximum number of addresses, and of deleted objects, in a quote. */
export const MAX_QUOTED = 1_000

/**
 * The effects that a commit is compared with, in its own transaction. `expected` is null in a dry run, which is always
 * rolled back. `after` is then the last address of the previous page.
 */
export interface QuoteCheck {
  expected: string | null
  after?: string | undefined
}

export interface QuoteDetails {
  /** The effects that must be the same when the quote is carried out, as text. */
  summary: string
  people: { count: number; mailed: number; list: string[] }
  money: { currency: string; refunded: number; charged: number }[]
  changes: Record<string, number>
  deleted: { object: ChangeObject; id: string }[]
  webhooks: number
  /** Number of rows written, including rows that the other properties leave out. */
  writes: number
}

/** Summary of a commit without effects. */
export const NO_EFFECTS = '[[0,0,[0,0]],[],{},[0,[0,0]]]'

const TABLES = [
  ['changes', 'seq', 'changes_after'],
  ['mails', 'rowid', 'mails_after'],
  ['letters', 'rowid', 'letters_after'],
  ['deliveries', 'rowid', 'deliveries_after'],
  ['refunds', 'rowid', 'refunds_after'],
  ['orders', 'rowid', 'orders_after'],
] as const

/** Stores the highest row number of each table, so that the last statement of the commit finds the new rows. */
export const openQuote = (id: string, { expected }: QuoteCheck) =>
  statement(sql`
    insert into quoting (id, ${sql.raw(TABLES.map(([, , column]) => column).join(', '))}, writes_before, expected)
    values (${id}, ${sql.raw(TABLES.map(([table, row]) => `coalesce((select max(${row}) from ${table}), 0)`).join(', '))}, total_changes(), ${expected})`)

const PRIME = 2_147_483_647
/** Length of all ids and most email addresses. Reading positions from a list would take several times as long. */
const SHORT = 48
/** Maximum length of an email address. */
const LONGEST = 320
const PLACES = Array.from({ length: LONGEST }, (_, index) => index + 1)

/** Adds terms in groups, because D1 limits the depth of an expression. */
const sumOf = (terms: readonly string[]) => {
  const groups = Array.from({ length: Math.ceil(terms.length / 8) }, (_, index) =>
    terms.slice(index * 8, index * 8 + 8),
  )
  return groups.map((group) => `(${group.join(' + ')})`).join(' + ')
}

/** SQL for a hash of a text, because SQLite has no hash function. It covers every character. */
const checksumOf = (text: string) => {
  let factor = 31
  const terms = PLACES.slice(0, SHORT).map((place) => {
    factor = (factor * 131) % PRIME
    return `coalesce(unicode(substr(${text}, ${place}, 1)), 0) * ${factor}`
  })
  const rest = `coalesce((select sum(unicode(substr(${text}, value, 1)) * (value * value * 48271 % ${PRIME}))
    from json_each('${JSON.stringify(PLACES.slice(SHORT))}') where value <= length(${text})), 0)`
  return `((length(${text}) + ${sumOf(terms)} + case when length(${text}) > ${SHORT} then ${rest} else 0 end) % ${PRIME})`
}

/** The sum and the sum of squares do not depend on the order of the rows. */
const digestOf = (column: string) =>
  sql.raw(`json_array(coalesce(sum(${column}), 0), coalesce(sum(${column} * ${column} % ${PRIME}), 0))`)

/** Deletes the row, unless the trigger `quoting_end` rolls the transaction back. */
export const closeQuote = (id: string, { expected, after }: QuoteCheck, reaches?: SQL): Statement[] => {
  const from = (column: string) => sql`(select ${sql.raw(column)} from quoting where id = ${id})`
  const people = sql`
    mailed(address) as (
      select m.recipient from mails m where m.rowid > ${from('mails_after')}
      union select ${RECIPIENT} from letters l join guests g on g.event_id = l.event_id
        left join parties y on y.id = g.party_id and y.event_id = g.event_id
        where l.rowid > ${from('letters_after')} and g.status in ${LETTER_STATUSES} and g.erased_at is null
          and (y.erased_at is null or g.email_is_buyers = 0)
      ${reaches === undefined ? sql`` : sql`union ${reaches}`}
    ), concerned(address, is_mailed) as (
      select address, 1 from mailed
      union all select g.email, 0 from changes c join guests g on g.id = c.object_id
        where c.seq > ${from('changes_after')} and c.object = 'guest'
    ), people(address, is_mailed, checksum) as (
      select address, max(is_mailed), ${sql.raw(checksumOf('address'))} * (1 + max(is_mailed)) % ${sql.raw(String(PRIME))} from concerned
      where address <> '' and address not like '%@erased.invalid' group by address
    )`
  const objects = sql`
    upserted(object, objects) as (
      select object, count(distinct object_id) from changes
      where seq > ${from('changes_after')} and op = 'upsert' group by object order by object
    ), deleted(object, id, checksum) as (
      select object, object_id, ${sql.raw(checksumOf('object_id'))} from changes
      where seq > ${from('changes_after')} and op = 'delete' group by object, object_id
    )`
  const money = sql`
    amounts(currency, refunded, charged) as (
      select currency, amount, 0 from refunds where rowid > ${from('refunds_after')}
      union all select currency, 0, total from orders where rowid > ${from('orders_after')} and total > 0
    ), money(text) as (
      select json_object('currency', currency, 'refunded', sum(refunded), 'charged', sum(charged)) from amounts
      group by currency order by currency
    )`
  const moneyList = sql`json((select json_group_array(json(text)) from money))`
  const changes = sql`json((select json_group_object(object, objects) from upserted))`
  const summary = sql`json_array(
    json((select json_array(count(*), coalesce(sum(is_mailed), 0), ${digestOf('checksum')}) from people)), ${moneyList}, ${changes},
    json((select json_array(count(*), ${digestOf('checksum')}) from deleted)))`
  const listed = sql`select address from people where address > ${after ?? ''} order by address limit ${sql.raw(String(MAX_QUOTED + 1))}`
  const details =
    expected === null
      ? sql`json_object(
          'summary', ${summary},
          'people', json_object('count', (select count(*) from people), 'mailed', (select coalesce(sum(is_mailed), 0) from people),
            'list', json((select json_group_array(address) from (${listed})))),
          'money', ${moneyList}, 'changes', ${changes},
          'deleted', json((select json_group_array(json_object('object', object, 'id', id)) from
            (select object, id from deleted order by object, id limit ${sql.raw(String(MAX_QUOTED))}))),
          'webhooks', (select count(*) from deliveries where rowid > ${from('deliveries_after')}),
          'writes', total_changes() - 1 - ${from('writes_before')})`
      : sql`'{}'`
  return [
    statement(sql`
      update quoting set (summary, details) = (
        with ${people}, ${objects}, ${money} select ${summary}, ${details}
      ) where id = ${id}`),
    statement(sql`delete from quoting where id = ${id}`),
  ]
}

const MARK = /quote:(\{.*\}):quote/s

/** Thrown by a commit that was rolled back because of its quote. `details` is null unless it was a dry run. */
export class Quoted extends Error {
  readonly details: QuoteDetails | null

  constructor(details: QuoteDetails | null) {
    super('the commit was rolled back by its quote')
    this.details = details
  }

  /** Returns null for any other error. */
  static from(error: unknown): Quoted | null {
    const text = MARK.exec(String(rootOf(error)))?.[1]
    if (text === undefined) return null
    return new Quoted(text === '{}' ? null : readDetails(text))
  }
}

const readDetails = (text: string): QuoteDetails => {
  const { summary, ...details } = JSON.parse(text) as Omit<QuoteDetails, 'summary'> & { summary: unknown }
  return { ...details, summary: JSON.stringify(summary) }
}

/** Runs a batch that the trigger always rolls back. Throws its effects as `Quoted`, unless it wrote no row. */
export const throwQuote = async (run: () => Promise<unknown>): Promise<void> => {
  try {
    await run()
  } catch (error) {
    const quoted = Quoted.from(error)
    if (quoted === null || quoted.details === null) throw error
    if (quoted.details.writes > 0) throw quoted
    return
  }
  throw new Error('a dry run was not rolled back')
}

const WRITES = /\b(?:insert\s+into|insert\s+or|update\s+["`\w]+\s+set|delete\s+from|replace\s+into)\b/i
export const isReadText = (text: string) => /^\s*(?:select|with)\b/i.test(text) && !WRITES.test(text)
export const isRead = (each: Statement) => isReadText(each.toSQL().sql)
