import { getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { LOGGED } from './change-fields.ts'
import {
  CHECKIN_UNDONE,
  DISPUTE_UPDATED,
  DOCUMENT_ISSUED,
  EVENT_CREATED,
  EVENT_PUBLISHED,
  GUEST_UPDATED,
  ORDER_UPDATED,
  REFUND_UPDATED,
  type ChangeWebhook,
} from './change-webhooks.ts'
import type { Logged } from './logged.ts'
import { checkins, documents, events, guests, orders, paymentDifferences, refunds } from './schema.ts'

/** The current time in epoch milliseconds, for writes outside a commit. */
const NOW = `CAST(unixepoch('subsec') * 1000 AS INTEGER)`
const feedState = (column: string) => `(SELECT ${column} FROM change_feed)`

const AT = `coalesce(${feedState('acted_at')}, ${NOW})`
const over = (row: 'OLD' | 'NEW', sql: string) => sql.replaceAll('$.', `${row}.`)

/** Returns the statement that inserts a row into `changes`, attributed to the current actor. */
const insertFor = ({ object, calendarId, eventId }: Logged, row: 'OLD' | 'NEW', op: string, fields: string) =>
  `INSERT INTO changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id, via)
  VALUES (${over(row, calendarId)}, ${AT}, ${over(row, object)}, ${row}.id,
    ${over(row, eventId)}, ${op}, ${fields}, coalesce(${feedState('actor_type')}, 'system'), ${feedState('actor_id')},
    ${feedState('via')});`

/** Webhook events that triggers send when a row is inserted or updated, in addition to the row in the feed. */
const WEBHOOKS_BY_TABLE = new Map<SQLiteTable, readonly ChangeWebhook[]>([
  [events, [EVENT_CREATED, ...EVENT_PUBLISHED]],
  [guests, [GUEST_UPDATED]],
  [checkins, [CHECKIN_UNDONE]],
  [orders, [ORDER_UPDATED]],
  [refunds, REFUND_UPDATED],
  [paymentDifferences, DISPUTE_UPDATED],
  [documents, [DOCUMENT_ISSUED]],
])

/**
 * Returns one insert per webhook type. It runs after the insert into `changes`, so that each delivery gets that row's
 * `seq`.
 */
const webhookInserts = (
  { table, calendarId, eventId }: Pick<Logged, 'table' | 'calendarId' | 'eventId'>,
  on: ChangeWebhook['on'],
) =>
  (WEBHOOKS_BY_TABLE.get(table) ?? [])
    .filter((webhook) => webhook.on === on)
    .map(
      ({ type, when, data }) => `
  INSERT INTO deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  SELECT 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, '${type}', ${data}, 'pending', ${AT}, ${AT}
  FROM webhooks w JOIN calendars c ON c.id = w.calendar_id AND c.plan <> 'FREE' JOIN events e ON e.id = ${over('NEW', eventId)}
  WHERE (${when}) AND w.calendar_id = ${over('NEW', calendarId)} AND w.is_active = 1
    AND (w.event_id IS NULL OR w.event_id = e.id) AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = '${type}');`,
    )
    .join('')

const differs = (column: string) => `NEW.${column} IS NOT OLD.${column}`

/** Returns SQL that lists the changed fields. A field that maps to several columns appears only once. */
const changedFieldNames = ({ fields }: Logged) =>
  [...Map.groupBy(Object.entries(fields), ([, field]) => field)]
    .map(([field, columns]) => `iif(${columns.map(([column]) => differs(column)).join(' OR ')}, '${field},', '')`)
    .join('\n      || ')

const trigger = (name: string, when: string, body: string) => ({
  name,
  sql: `CREATE TRIGGER \`${name}\` ${when} BEGIN\n  ${body}\nEND;`,
})

/** Returns the update trigger. It ignores rows that exist as an API object neither before nor after the update. */
const updatesOf = (logged: Logged, name: string) => {
  const { existsWhen, fields } = logged
  const names = changedFieldNames(logged)
  if (existsWhen === undefined) {
    const columns = Object.keys(fields)
    const when = `AFTER UPDATE OF ${columns.join(', ')} ON \`${name}\`\nWHEN ${columns.map(differs).join(' OR ')}`
    return trigger(
      `changes_${name}_over`,
      when,
      insertFor(logged, 'NEW', `'upsert'`, `\n    ${names}`) + webhookInserts(logged, 'over'),
    )
  }
  const [before, after] = [over('OLD', existsWhen), over('NEW', existsWhen)]
  const columns = [
    ...Object.keys(fields),
    ...[...existsWhen.matchAll(/\$\.(\w+)/g)].map(([, column]) => column as string),
  ]
  const when = `AFTER UPDATE OF ${columns.join(', ')} ON \`${name}\`
WHEN (${before} OR ${after}) AND (${columns.map(differs).join(' OR ')})`
  const [op, named] = [`iif(${after}, 'upsert', 'delete')`, `\n    CASE WHEN ${before} AND ${after} THEN ${names} END`]
  return trigger(`changes_${name}_over`, when, insertFor(logged, 'NEW', op, named) + webhookInserts(logged, 'over'))
}

/**
 * Returns the triggers of one table. They run in the statement that changes a row, so no operation can forget to write
 * to the feed.
 */
const triggersOf = (logged: Logged) => {
  const { table, existsWhen, deletesFirst = [] } = logged
  const name = getTableName(table)
  const where = (row: 'OLD' | 'NEW') => (existsWhen === undefined ? '' : `\nWHEN ${over(row, existsWhen)}`)
  return [
    ...deletesFirst.map((child) => {
      const other = getTableName(child.table)
      const body = `DELETE FROM \`${other}\` WHERE ${child.by} = OLD.id;`
      return trigger(`changes_${name}_${other}`, `BEFORE DELETE ON \`${name}\``, body)
    }),
    trigger(
      `changes_${name}_in`,
      `AFTER INSERT ON \`${name}\`${where('NEW')}`,
      insertFor(logged, 'NEW', `'upsert'`, 'NULL') + webhookInserts(logged, 'in'),
    ),
    updatesOf(logged, name),
    trigger(
      `changes_${name}_out`,
      `AFTER DELETE ON \`${name}\`${where('OLD')}`,
      insertFor(logged, 'OLD', `'delete'`, 'NULL'),
    ),
  ]
}

/**
 * Copies `changes.seq` to a new delivery, using the change to the first object named in `data`. Test deliveries have no
 * associated change.
 */
const deliverySeqTrigger = trigger(
  'changes_deliveries_in',
  `AFTER INSERT ON \`deliveries\`\nWHEN NEW.data ->> 'test' IS NULL`,
  `UPDATE deliveries SET seq = (SELECT max(seq) FROM changes WHERE object_id = coalesce(NEW.data ->> 'checkinId',
    NEW.data ->> 'guestId', iif(NEW.event_type = 'refund.updated', NEW.data ->> 'refundId', NULL), NEW.data ->> 'documentId', NEW.data ->> 'orderId', NEW.data ->> 'id', NEW.data ->> 'eventId')) WHERE id = NEW.id;`,
)

const disputes = {
  table: paymentDifferences,
  calendarId: '(SELECT o.calendar_id FROM orders o WHERE o.id = $.order_id)',
  eventId: '(SELECT o.event_id FROM orders o WHERE o.id = $.order_id)',
}

/** Send the type about disputes, which are no objects of the feed. Its deliveries have the `seq` of the order. */
const disputeTriggers = [
  trigger(
    'changes_disputes_in',
    "AFTER INSERT ON `payment_differences`\nWHEN NEW.kind = 'DISPUTED'",
    webhookInserts(disputes, 'in').trimStart(),
  ),
  trigger(
    'changes_disputes_over',
    "AFTER UPDATE OF status ON `payment_differences`\nWHEN NEW.kind = 'DISPUTED' AND NEW.status IS NOT OLD.status",
    webhookInserts(disputes, 'over').trimStart(),
  ),
]

/** All triggers of the feed. A test compares them with the migrations. */
export const changeTriggers = [...LOGGED.flatMap(triggersOf), ...disputeTriggers, deliverySeqTrigger]
