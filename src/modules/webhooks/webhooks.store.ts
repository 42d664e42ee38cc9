import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { guard, unless, type Judged } from '../../db/guard.ts'
import type { WebhookRow } from '../../db/rows.ts'
import { webhooks } from '../../db/schema.ts'
import { rowsOf, written, writtenOnce } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import type { Owner } from './webhooks.ts'

const MOST_WEBHOOKS = 20

const value = (name: string) => sql.placeholder(name)

const ownedBy = ({ calendarId, eventId }: Owner) =>
  and(eq(webhooks.calendarId, calendarId), eventId === null ? isNull(webhooks.eventId) : eq(webhooks.eventId, eventId))

const owned = (owner: Owner, id: string) => and(eq(webhooks.id, id), ownedBy(owner))

export const listWebhooks = (db: Database, owner: Owner) =>
  db.select().from(webhooks).where(ownedBy(owner)).orderBy(asc(webhooks.createdAt), asc(webhooks.id))

/** Those of a calendar's own first. */
export const listWebhooksWithEvents = (db: Database, { calendarId }: Owner) =>
  db
    .select()
    .from(webhooks)
    .where(eq(webhooks.calendarId, calendarId))
    .orderBy(sql`${webhooks.eventId} is not null`, asc(webhooks.createdAt), asc(webhooks.id))

export const findWebhook = async (db: Database, owner: Owner, id: string) => {
  const [row] = await db.select().from(webhooks).where(owned(owner, id))
  return row ?? null
}

export const mayBeMade = guard([
  unless(
    'webhook_limit_reached',
    sql`(select count(*) from webhooks others where others.calendar_id = ${value('calendarId')}
      and others.event_id is ${value('eventId')}) < ${MOST_WEBHOOKS}`,
    { says: `There can be ${MOST_WEBHOOKS} webhooks here at most.` },
  ),
])

type NewWebhook = Pick<
  WebhookRow,
  'id' | 'calendarId' | 'eventId' | 'form' | 'url' | 'events' | 'secretCipher' | 'createdAt'
>
type New = Omit<NewWebhook, 'events'> & { events: string }

const whyNotMade = writtenOnce<New, Judged>(() => written(sql`select ${mayBeMade.why} as why`))
const insert = writtenOnce<New, WebhookRow>(() =>
  rowsOf(
    webhooks,
    written(sql`
      insert into webhooks (id, calendar_id, event_id, form, url, events, is_active, secret_cipher, created_at, updated_at)
      select ${value('id')}, ${value('calendarId')}, ${value('eventId')}, ${value('form')}, ${value('url')},
        ${value('events')}, 1, ${value('secretCipher')}, ${value('createdAt')}, ${value('createdAt')}
      where ${mayBeMade.holds} returning *`),
  ),
)

export const insertWebhook = (webhook: NewWebhook) => {
  const values = { ...webhook, events: JSON.stringify(webhook.events) }
  return { judged: whyNotMade(values), made: insert(values) }
}

/** `If-Match` holds inside the statement that writes, so no edit slips in between. */
export const mayBeChanged = guard([
  unless('precondition_failed', sql`${value('ifMatch')} is null or cast(revision as text) = ${value('ifMatch')}`, {
    says: 'The webhook was changed since you read it.',
  }),
])

interface Edit extends Record<string, unknown>, Owner {
  id: string
  ifMatch: string | null
  now: Instant
}

const chosen = sql`id = ${value('id')} and calendar_id = ${value('calendarId')} and event_id is ${value('eventId')}`

/** No row is judged where there is no such webhook here. */
const whyNotChanged = writtenOnce<Edit, Judged>(() =>
  written(sql`select ${mayBeChanged.why} as why from webhooks where ${chosen}`),
)

interface Changed extends Edit {
  url: string | null
  events: string | null
  isActive: number | null
  /** 0 for an edit of nothing, which leaves the revision as it is. */
  edits: 0 | 1
}

/** Whoever switches a webhook on again starts afresh with it. */
const update = writtenOnce<Changed, WebhookRow>(() =>
  rowsOf(
    webhooks,
    written(sql`
      update webhooks set url = coalesce(${value('url')}, url), events = coalesce(${value('events')}, events),
        is_active = coalesce(${value('isActive')}, is_active),
        disabled_reason = case when ${value('isActive')} is null then disabled_reason end,
        consecutive_failures = case when ${value('isActive')} = 1 then 0 else consecutive_failures end,
        updated_at = case when ${value('edits')} = 1 then ${value('now')} else updated_at end,
        revision = revision + ${value('edits')}
      where ${chosen} and ${mayBeChanged.holds} returning *`),
  ),
)

type Changes = { [Name in 'url' | 'events' | 'isActive']?: WebhookRow[Name] | undefined }

export const updateWebhook = (edit: Edit, { url, events, isActive }: Changes) => {
  const isEdit = url !== undefined || events !== undefined || isActive !== undefined
  const changed = update({
    ...edit,
    url: url ?? null,
    events: events === undefined ? null : JSON.stringify(events),
    isActive: isActive === undefined ? null : Number(isActive),
    edits: isEdit ? 1 : 0,
  })
  return { judged: whyNotChanged(edit), changed }
}

interface Rotated extends Edit {
  secretCipher: string
  previousUntil: Instant
}

/** The secret in force becomes the previous one inside the statement, whoever else rotates at the same time. */
const rotate = writtenOnce<Rotated, WebhookRow>(() =>
  rowsOf(
    webhooks,
    written(sql`
      update webhooks set previous_secret_cipher = secret_cipher, previous_secret_until = ${value('previousUntil')},
        secret_cipher = ${value('secretCipher')}, updated_at = ${value('now')}, revision = revision + 1
      where ${chosen} and ${mayBeChanged.holds} returning *`),
  ),
)

export const rotateSecret = (rotated: Rotated) => ({ judged: whyNotChanged(rotated), changed: rotate(rotated) })

/** Webhooks whose secret another key than the one named has sealed. */
export const listSealedOtherwise = (db: Database, keyName: string, most: number) =>
  db
    .select({ id: webhooks.id, secretCipher: webhooks.secretCipher })
    .from(webhooks)
    .where(sql`substr(${webhooks.secretCipher}, 1, ${keyName.length + 1}) <> ${`${keyName}.`}`)
    .limit(most)

/** Unless it was rotated meanwhile. */
export const sealedAnew = (id: string, seen: string, secretCipher: string) =>
  written(sql`update webhooks set secret_cipher = ${secretCipher} where id = ${id} and secret_cipher = ${seen}`)

export const deleteWebhook = (db: Database, owner: Owner, id: string) =>
  db.delete(webhooks).where(owned(owner, id)).returning({ id: webhooks.id })
