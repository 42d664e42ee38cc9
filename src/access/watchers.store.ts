import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { apiKeys, calendars, members } from '../db/schema.ts'
import type { Holder } from '../desk.ts'
import type { Instant } from '../kernel/time.ts'
import { isUsable } from './credentials.store.ts'
import { planCovers } from './ranks.ts'

const valuesIn = (values: Iterable<string>) => [...new Set(values)]
/** D1 binds a hundred values at most. */
const MOST_A_READ = 90

const inParts = async <Row>(values: string[], read: (part: string[]) => PromiseLike<Row[]>) => {
  const rows: Row[] = []
  for (let start = 0; start < values.length; start += MOST_A_READ)
    rows.push(...(await read(values.slice(start, start + MOST_A_READ))))
  return rows
}

/** Whether those who watch a door may still do so, by the rules that let them in. */
export const mayStillWatch = async (db: Database, holders: readonly Holder[], now: Instant, environment: string) => {
  const keyIds = valuesIn(holders.flatMap((holder) => (holder.kind === 'key' ? [holder.keyId] : [])))
  const userIds = valuesIn(holders.flatMap((holder) => (holder.kind === 'session' ? [holder.userId] : [])))
  const keys = await inParts(keyIds, (part) =>
    db
      .select({ key: apiKeys, plan: calendars.plan })
      .from(apiKeys)
      .innerJoin(calendars, eq(calendars.id, apiKeys.calendarId))
      .where(inArray(apiKeys.id, part)),
  )
  const calendarId = holders[0]?.calendarId ?? ''
  const users = await inParts(userIds, (part) =>
    db
      .select({ userId: members.userId })
      .from(members)
      .where(and(eq(members.calendarId, calendarId), inArray(members.userId, part))),
  )
  const goodKeys = new Set(
    keys
      .filter(
        ({ key, plan }) =>
          isUsable(key, now, environment) && planCovers(plan, 'PRO') && key.scopes.includes('checkins:read'),
      )
      .map(({ key }) => key.id),
  )
  const goodUsers = new Set(users.map(({ userId }) => userId))
  return holders.map((holder) =>
    holder.kind === 'key' ? goodKeys.has(holder.keyId) : goodUsers.has(holder.userId) && holder.expiresAt > now,
  )
}
