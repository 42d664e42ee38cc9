import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { apiKeys, appGrants, calendars, doorPasses, members } from '../db/schema.ts'
import type { Instant } from '../kernel/time.ts'
import type { Holder } from './actor.ts'
import { isPassUsable, isUsable } from './credentials.store.ts'
import { planCovers } from '../kernel/ranks.ts'

/** D1 binds at most 100 values per statement. */
const MAX_PER_READ = 90

const readInParts = async <Row>(values: string[], read: (part: string[]) => PromiseLike<Row[]>) => {
  const rows: Row[] = []
  for (let start = 0; start < values.length; start += MAX_PER_READ)
    rows.push(...(await read(values.slice(start, start + MAX_PER_READ))))
  return rows
}

const usableKeyIds = async (db: Database, ids: string[], now: Instant, opensTestKeys: boolean) => {
  const rows = await readInParts(ids, (part) =>
    db
      .select({ key: apiKeys, plan: calendars.plan })
      .from(apiKeys)
      .innerJoin(calendars, eq(calendars.id, apiKeys.calendarId))
      .where(inArray(apiKeys.id, part)),
  )
  const isUsableHere = ({ key, plan }: (typeof rows)[number]) =>
    isUsable(key, now, opensTestKeys) && planCovers(plan, 'PRO') && key.scopes.includes('checkins:read')
  return rows.filter(isUsableHere).map(({ key }) => key.id)
}

const usablePassIds = async (db: Database, ids: string[], now: Instant) => {
  const rows = await readInParts(ids, (part) =>
    db
      .select({ pass: doorPasses, plan: calendars.plan })
      .from(doorPasses)
      .innerJoin(calendars, eq(calendars.id, doorPasses.calendarId))
      .where(inArray(doorPasses.id, part)),
  )
  return rows.filter(({ pass, plan }) => isPassUsable(pass, now) && planCovers(plan, 'PRO')).map(({ pass }) => pass.id)
}

const usableGrantIds = async (db: Database, ids: string[]) => {
  const rows = await readInParts(ids, (part) =>
    db
      .select({ id: appGrants.id, scopes: appGrants.scopes, plan: calendars.plan })
      .from(appGrants)
      .innerJoin(calendars, eq(calendars.id, appGrants.calendarId))
      .where(and(inArray(appGrants.id, part), isNull(appGrants.endedAt))),
  )
  const usable = rows.filter(({ scopes, plan }) => planCovers(plan, 'PRO') && scopes.includes('checkins:read'))
  return usable.map(({ id }) => id)
}

const memberIds = async (db: Database, calendarId: string, ids: string[]) => {
  const rows = await readInParts(ids, (part) =>
    db
      .select({ userId: members.userId })
      .from(members)
      .where(and(eq(members.calendarId, calendarId), inArray(members.userId, part))),
  )
  return rows.map(({ userId }) => userId)
}

const idOf = (holder: Holder) => {
  if (holder.kind === 'key') return holder.keyId
  if (holder.kind === 'app') return holder.grantId
  return holder.kind === 'pass' ? holder.passId : holder.userId
}

/**
 * Returns, for each holder of a credential, whether it may still have a live socket open. All holders share one
 * calendar.
 */
export const mayStillWatch = async (db: Database, holders: readonly Holder[], now: Instant, opensTestKeys: boolean) => {
  const idsOf = (kind: Holder['kind']) => [
    ...new Set(holders.filter((holder) => holder.kind === kind).map((holder) => idOf(holder))),
  ]
  const [keys, apps, passes, users] = await Promise.all([
    usableKeyIds(db, idsOf('key'), now, opensTestKeys),
    usableGrantIds(db, idsOf('app')),
    usablePassIds(db, idsOf('pass'), now),
    memberIds(db, holders[0]?.calendarId ?? '', idsOf('session')),
  ])
  const usable = { key: new Set(keys), app: new Set(apps), pass: new Set(passes), session: new Set(users) }
  return holders.map(
    (holder) => usable[holder.kind].has(idOf(holder)) && (holder.kind !== 'session' || holder.expiresAt > now),
  )
}
