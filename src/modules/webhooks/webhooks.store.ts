import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { guard, judgedBy, unless, type Judged } from '../../db/guard.ts'
import type { WebhookRow } from '../../db/rows.ts'
import { calendars, webhooks } from '../../db/schema.ts'
import { rowsOf, statement, preparedStatement, paramsOf } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import type { WebhookScope } from './webhooks.ts'

const MAX_WEBHOOKS = 20

const param = paramsOf()

const ownedBy = ({ calendarId, eventId, byKey, byApp }: WebhookScope) =>
  and(
    eq(webhooks.calendarId, calendarId),
    eventId === null ? isNull(webhooks.eventId) : eq(webhooks.eventId, eventId),
    byKey === null ? undefined : eq(webhooks.managedByKeys, true),
    byApp === null ? undefined : eq(webhooks.keyId, byApp),
  )

/** SQL condition: the webhook has this id and the caller has access to it. */
export const isWebhookOf = (owner: WebhookScope, id: string) => and(eq(webhooks.id, id), ownedBy(owner))

export const listWebhooks = (db: Database, owner: WebhookScope) =>
  db.select().from(webhooks).where(ownedBy(owner)).orderBy(asc(webhooks.createdAt), asc(webhooks.id))

/** Lists the calendar's own webhooks first, then those of its events. */
export const listWebhooksWithEvents = (db: Database, { calendarId }: WebhookScope) =>
  db
    .select()
    .from(webhooks)
    .where(eq(webhooks.calendarId, calendarId))
    .orderBy(sql`${webhooks.eventId} is not null`, asc(webhooks.createdAt), asc(webhooks.id))

export const findWebhook = async (db: Database, owner: WebhookScope, id: string) => {
  const [row] = await db.select().from(webhooks).where(isWebhookOf(owner, id))
  return row ?? null
}

/** An API key may subscribe only to types that it could also read. `allowed` is null for callers without a key. */
const maySubscribe = (types: SQL) =>
  unless(
    'scope_missing',
    sql`${param('allowed')} is null or not exists (select 1 from json_each(${types}) t
      where t.value not in (select value from json_each(${param('allowed')})))`,
    {
      says: sql`'This API key lacks the scope to receive ' || (select group_concat(t.value, ', ') from json_each(${types}) t
        where t.value not in (select value from json_each(${param('allowed')}))) || '.'`,
    },
  )

/**
 * The owner may have been removed, the key revoked or the app's grant ended since the gate checked them. A webhook has
 * no creator by which a later check could find it, and the triggers `webhooks_of_key` and `webhooks_of_grant` have
 * already run.
 */
const stillMayWrite = [
  unless(
    'role_insufficient',
    sql`${param('byMember')} is null or exists (select 1 from members m where m.calendar_id = ${param('calendarId')}
      and m.user_id = ${param('byMember')} and m.role = 'OWNER')`,
  ),
  unless(
    'scope_missing',
    sql`${param('byKey')} is null or exists (select 1 from api_keys k where k.id = ${param('byKey')} and k.is_active = 1
      and k.revoked_at is null)`,
    { says: 'This API key has been revoked or deactivated.' },
  ),
  unless(
    'scope_missing',
    sql`${param('byApp')} is null or exists (select 1 from app_grants g where g.id = ${param('byApp')}
      and g.ended_at is null)`,
    { says: 'The access of this app has ended.' },
  ),
] as const

export const mayCreateWebhook = guard([
  ...stillMayWrite,
  maySubscribe(sql`${param('events')}`),
  unless(
    'webhook_limit_reached',
    sql`(select count(*) from webhooks others where others.calendar_id = ${param('calendarId')}
      and others.event_id is ${param('eventId')}) < ${MAX_WEBHOOKS}`,
    { says: `The limit is ${MAX_WEBHOOKS} webhooks. Delete a webhook to add another.` },
  ),
])

type NewWebhook = Pick<WebhookRow, 'id' | 'form' | 'url' | 'events' | 'managedByKeys' | 'secretCipher' | 'createdAt'> &
  WebhookScope
type New = Omit<NewWebhook, 'events' | 'managedByKeys'> & {
  events: string
  managedByKeys: number
  allowed: string | null
}

const whyNotMade = preparedStatement<New, Judged>(() => judgedBy(mayCreateWebhook))
const insert = preparedStatement<New, WebhookRow>(() =>
  rowsOf(
    webhooks,
    statement(sql`
      insert into webhooks (id, calendar_id, event_id, form, url, events, is_active, managed_by_keys, key_id,
        secret_cipher, created_at, updated_at)
      select ${param('id')}, ${param('calendarId')}, ${param('eventId')}, ${param('form')}, ${param('url')},
        ${param('events')}, 1, ${param('managedByKeys')}, coalesce(${param('byKey')}, ${param('byApp')}), ${param('secretCipher')}, ${param('createdAt')}, ${param('createdAt')}
      where ${mayCreateWebhook.holds} returning *`),
  ),
)

const jsonOrNull = (list: readonly string[] | null | undefined) =>
  list === null || list === undefined ? null : JSON.stringify(list)

export const insertWebhook = (webhook: NewWebhook, allowed: readonly string[] | null) => {
  const values = {
    ...webhook,
    events: JSON.stringify(webhook.events),
    managedByKeys: Number(webhook.managedByKeys),
    allowed: jsonOrNull(allowed),
  }
  return { judged: whyNotMade(values), made: insert(values) }
}

/** The `update` itself checks `If-Match`, so no concurrent edit can slip in between. */
export const mayChangeWebhook = guard([
  ...stillMayWrite,
  maySubscribe(sql`coalesce(${param('events')}, events)`),
  unless(
    'precondition_failed',
    sql`${param('ifMatch')} is null or instr(',' || ${param('ifMatch')} || ',', ',' || revision || ',') > 0`,
    { says: 'The webhook has changed since you read it. Read it again and repeat your change.' },
  ),
])

interface Edit extends Record<string, unknown>, WebhookScope {
  id: string
  ifMatch: string | null
  now: Instant
  /** Types that the caller may subscribe to. Null allows all types. */
  allowed: readonly string[] | null
}

interface Judging extends Record<string, unknown> {
  allowed: string | null
  /** The new types. Null keeps the current ones. */
  events: string | null
}

const judging = (edit: Edit, events?: readonly string[]) => ({
  ...edit,
  allowed: jsonOrNull(edit.allowed),
  events: jsonOrNull(events),
})

const chosen = sql`id = ${param('id')} and calendar_id = ${param('calendarId')} and event_id is ${param('eventId')}
  and (${param('byKey')} is null or managed_by_keys = 1) and (${param('byApp')} is null or key_id = ${param('byApp')})`

/** Returns no row if the caller has no such webhook. */
const whyNotChanged = preparedStatement<Judging, Judged>(() =>
  statement(sql`select ${mayChangeWebhook.why} as why from webhooks where ${chosen}`),
)

interface Changed extends Judging {
  url: string | null
  isActive: number | null
  managedByKeys: number | null
  /** 0 for an empty edit, which leaves `revision` unchanged. */
  edits: 0 | 1
}

/**
 * Reactivating a webhook resets `consecutive_failures` and `disabled_reason`. An API key that edits a webhook becomes
 * its `key_id`. If the webhook had been disabled with `key_revoked`, this also reactivates it. If an owner reactivates
 * a webhook, its `key_id` becomes null.
 */
const update = preparedStatement<Changed, WebhookRow>(() =>
  rowsOf(
    webhooks,
    statement(sql`
      update webhooks set url = coalesce(${param('url')}, url), events = coalesce(${param('events')}, events),
        is_active = coalesce(${param('isActive')}, case when ${param('byKey')} is not null and disabled_reason = 'key_revoked' then 1 end,
          is_active),
        disabled_reason = case when ${param('isActive')} is null
          and not (${param('byKey')} is not null and disabled_reason = 'key_revoked') then disabled_reason end,
        key_id = case when ${param('byKey')} is not null then ${param('byKey')} when ${param('isActive')} = 1 and ${param('byApp')} is null then null else key_id end,
        managed_by_keys = coalesce(${param('managedByKeys')}, managed_by_keys),
        consecutive_failures = case when ${param('isActive')} = 1 then 0 else consecutive_failures end,
        updated_at = case when ${param('edits')} = 1 then ${param('now')} else updated_at end,
        revision = revision + ${param('edits')}
      where ${chosen} and ${mayChangeWebhook.holds} returning *`),
  ),
)

type Changes = { [Name in 'url' | 'events' | 'isActive' | 'managedByKeys']?: WebhookRow[Name] | undefined }

export const updateWebhookStatement = (edit: Edit, { url, events, isActive, managedByKeys }: Changes) => {
  const isEdit = [url, events, isActive, managedByKeys].some((field) => field !== undefined)
  const changed = update({
    ...judging(edit, events),
    url: url ?? null,
    isActive: isActive === undefined ? null : Number(isActive),
    managedByKeys: managedByKeys === undefined ? null : Number(managedByKeys),
    edits: isEdit ? 1 : 0,
  })
  return { judged: whyNotChanged(judging(edit, events)), changed }
}

interface Rotated extends Judging {
  secretCipher: string
  previousUntil: Instant
}

/**
 * The statement itself moves `secret_cipher` to `previous_secret_cipher`. If two rotations overlap, each therefore
 * keeps the secret that was current immediately before it.
 */
const rotate = preparedStatement<Rotated, WebhookRow>(() =>
  rowsOf(
    webhooks,
    statement(sql`
      update webhooks set previous_secret_cipher = secret_cipher, previous_secret_until = ${param('previousUntil')},
        secret_cipher = ${param('secretCipher')}, updated_at = ${param('now')}, revision = revision + 1
      where ${chosen} and ${mayChangeWebhook.holds} returning *`),
  ),
)

type Rotation = Edit & Pick<Rotated, 'secretCipher' | 'previousUntil'>

export const rotateSecretStatement = (rotation: Rotation) => {
  const { secretCipher, previousUntil } = rotation
  const judged = judging(rotation)
  return { judged: whyNotChanged(judged), changed: rotate({ ...judged, secretCipher, previousUntil }) }
}

/**
 * Selects the webhook's id if it has this `secret_cipher`. Encrypting the same secret twice gives two different
 * ciphers.
 */
export const sealedWith = (id: string, secretCipher: string) =>
  sql`(select w.id from webhooks w where w.id = ${id} and w.secret_cipher = ${secretCipher})`

/** Disables webhooks whose key has expired. The trigger `webhooks_of_key` handles deactivated and revoked keys. */
export const disableExpired = (db: Database, now: Instant) =>
  db
    .update(webhooks)
    .set({ isActive: false, disabledReason: 'key_revoked' })
    .where(
      sql`key_id is not null and is_active = 1 and exists (select 1 from api_keys k
        where k.id = webhooks.key_id and k.expires_at <= ${now})`,
    )

/** Lists webhooks whose secret is not sealed with the key `keyName`. */
export const listSealedOtherwise = (db: Database, keyName: string, most: number) =>
  db
    .select({ id: webhooks.id, secretCipher: webhooks.secretCipher })
    .from(webhooks)
    .where(sql`substr(${webhooks.secretCipher}, 1, ${keyName.length + 1}) <> ${`${keyName}.`}`)
    .limit(most)

/** Changes nothing if the secret has been rotated since `seen` was read. */
export const sealedAnew = (id: string, seen: string, secretCipher: string) =>
  statement(sql`update webhooks set secret_cipher = ${secretCipher} where id = ${id} and secret_cipher = ${seen}`)

/** Lists restored calendars whose link key is not sealed with the key `keyName`. */
export const listLinkKeysSealedOtherwise = (db: Database, keyName: string, most: number) =>
  db
    .select({ id: calendars.id, linkKeyCipher: sql<string>`${calendars.linkKeyCipher}` })
    .from(calendars)
    .where(sql`substr(${calendars.linkKeyCipher}, 1, ${keyName.length + 1}) <> ${`${keyName}.`}`)
    .limit(most)

export const linkKeySealedAnew = (id: string, seen: string, linkKeyCipher: string) =>
  statement(sql`update calendars set link_key_cipher = ${linkKeyCipher} where id = ${id} and link_key_cipher = ${seen}`)

export const deleteWebhookStatement = (db: Database, owner: WebhookScope, id: string) =>
  db.delete(webhooks).where(isWebhookOf(owner, id)).returning({ id: webhooks.id })
