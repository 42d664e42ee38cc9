import type { Call } from '../../operation/operation.ts'
import { actorId } from '../../access/actor.ts'
import { onlyRow } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { refusal } from '../../kernel/failure.ts'
import { randomBase62 } from '../../kernel/ids.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { slugFrom } from '../../kernel/slug.ts'
import { isUniqueViolation } from '../../kernel/violations.ts'
import { toCalendar } from './calendars.ts'
import type { NewCalendar } from './calendars.schema.ts'
import { findCalendar, insertCalendar, isSlugTaken } from './calendars.store.ts'

const slugTaken = () => refusal('slug_taken')

const freeSlug = async (name: string, deps: Deps) => {
  const slug = slugFrom(name, 'calendar')
  return (await isSlugTaken(deps.db, slug)) ? `${slug}-${randomBase62(6).toLowerCase()}` : slug
}

export const createCalendar = async (
  { body, actor }: Call<unknown, unknown, Parsed<typeof NewCalendar>>,
  deps: Deps,
) => {
  const now = deps.clock()
  const calendar = {
    id: deps.newId('cal'),
    slug: body.slug ?? (await freeSlug(body.name, deps)),
    name: body.name,
    description: body.description ?? null,
    avatarUrl: body.avatarUrl ?? null,
    coverUrl: body.coverUrl ?? null,
    timezone: body.timezone,
    website: body.website ?? null,
    visibility: body.visibility ?? 'PUBLIC',
    plan: deps.config.defaultPlan,
    contentChangedAt: now,
    createdAt: now,
    updatedAt: now,
  }
  try {
    const [, rows] = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: insertCalendar(deps.db, calendar, actorId(actor)),
      effectId: calendar.id,
    })
    return toCalendar(onlyRow(rows), deps.config)
  } catch (error) {
    if (isUniqueViolation(error, 'taken_slugs')) throw slugTaken()
    throw error
  }
}

export const recoverCalendar = async (effectId: string, _call: unknown, deps: Deps) => {
  const calendar = await findCalendar(deps.db, effectId)
  return calendar === null ? null : toCalendar(calendar, deps.config)
}
