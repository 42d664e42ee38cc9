import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { base64url, fromBase64url, utf8 } from '../../src/kernel/crypto.ts'
import type { Effect } from '../../src/operation/operation.ts'
import { deps } from './app.ts'
import { everyTable } from './database.ts'

/** Returns another quote with another summary, as if the effects had changed since. */
export const outdated = async (token: string) => {
  const sealed = JSON.parse(await deps.vault.open(new TextDecoder().decode(fromBase64url(token.slice(4)))))
  const changed = await deps.vault.seal(
    JSON.stringify({ ...sealed, id: `${sealed.id}0`, summary: `${sealed.summary}?` }),
  )
  return `quo_${base64url(utf8(changed))}`
}

/** Tables with full rows to compare. Queues change the rows of all other tables while a test runs. */
const COMPARED = [
  'events',
  'guests',
  'orders',
  'refunds',
  'tickets',
  'series',
  'communications',
  'change_feed',
  'quoting',
]

/** Prefix of the statements with which tests read whole tables. */
export const LOOK = '/* test */'

let names: string[] = []

/** Returns what a dry run must leave unchanged: the rows of some tables, and the number of rows of all others. */
export const storedState = async () => {
  if (names.length === 0) names = (await everyTable()).map(({ name }) => name)
  const read = names.filter((name) => name !== 'idempotency_claims')
  const results = await env.DB.batch(
    read.map((name) => env.DB.prepare(`${LOOK} select ${COMPARED.includes(name) ? '*' : 'count(*)'} from "${name}"`)),
  )
  return read.map((name, index) => [name, results[index]?.results])
}

const newest = async () => {
  const row = await env.DB.prepare(
    `${LOOK} select ${['mails', 'letters', 'communications', 'refunds', 'orders']
      .map((table) => `coalesce((select max(rowid) from ${table}), 0) as ${table}`)
      .join(', ')}, (select max(seq) from changes) as changes`,
  ).first<Record<string, number>>()
  if (row === null) throw new Error('no row')
  return row
}

/** Returns the effects that rows written since `before` show. Emails that a letter causes count as the letter. */
const effectsSince = async (before: Record<string, number>): Promise<Effect[]> => {
  const has = async (text: string, ...values: unknown[]) =>
    (
      await env.DB.prepare(`${LOOK} select exists (${text}) as found`)
        .bind(...values)
        .first<{ found: number }>()
    )?.found === 1
  const cancelled = (object: string, table: string, statuses: string) =>
    has(
      `select 1 from changes c join ${table} o on o.id = c.object_id where c.seq > ? and c.object = '${object}'
       and c.fields like '%status,%' and o.status in (${statuses})`,
      before['changes'],
    )
  const found: [Effect, boolean][] = [
    [
      'mails',
      (await has(
        `select 1 from mails where rowid > ? and cause not like 'ltr\\_%' escape '\\'
        and cause not like 'ann\\_%' escape '\\' and cause not like 'rem\\_%' escape '\\'`,
        before['mails'],
      )) ||
        (await has('select 1 from letters where rowid > ?', before['letters'])) ||
        (await has(`select 1 from communications where rowid > ? and trigger = 'MANUAL'`, before['communications'])),
    ],
    [
      'money',
      (await has('select 1 from refunds where rowid > ?', before['refunds'])) ||
        (await has('select 1 from orders where rowid > ? and total > 0', before['orders'])),
    ],
    [
      'cancels',
      (await cancelled('guest', 'guests', `'CANCELLED', 'DECLINED'`)) ||
        (await cancelled('event', 'events', `'CANCELLED'`)),
    ],
    [
      'deletes',
      await has(
        `select 1 from changes where seq > ? and op = 'delete' and object not in ('checkin', 'scan')`,
        before['changes'],
      ),
    ],
  ]
  return found.flatMap(([effect, isFound]) => (isFound ? [effect] : []))
}

/** Runs a write and fails if it had an effect that its operation does not declare. */
export const expectDeclaredEffects = async <Result>(
  { id, effects = [] }: { id: string; effects?: readonly Effect[] },
  run: () => Promise<Result>,
): Promise<Result> => {
  const before = await newest()
  const result = await run()
  const undeclared = (await effectsSince(before)).filter((effect) => !effects.includes(effect))
  expect(undeclared, `${id} has effects that its declaration doesn’t list`).toEqual([])
  return result
}

/** Sets the stored response of the newest claim: null while its request runs, '' once an erasure has deleted it. */
export const setNewestAnswer = (cipher: '' | null) =>
  env.DB.prepare(
    `${LOOK} update idempotency_claims set answer_cipher = ?, claimed_until = ? where rowid = (select max(rowid) from idempotency_claims)`,
  )
    .bind(cipher, Date.now() + 60_000)
    .run()
