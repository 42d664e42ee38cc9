import { actorId, profileOf } from '../../access/actor.ts'
import { signedIn } from '../../access/demands.ts'
import { rowIn } from '../../db/commit.ts'
import { onlyRow } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { refusal } from '../../kernel/failure.ts'
import { randomBase62 } from '../../kernel/ids.ts'
import { slugFrom } from '../../kernel/slug.ts'
import { quotaExceeded } from '../../kernel/quotas.ts'
import { isNullViolation, isUniqueViolation } from '../../kernel/violations.ts'
import { dashboard, one, operation } from '../../operation/operation.ts'
import { requireFeeRate } from '../tax-rates/index.ts'
import { toCalendar } from './calendars.ts'
import { Calendar, NewCalendar } from './calendars.schema.ts'
import { countCalendarsOf, findCalendar, insertCalendar, isSlugTaken } from './calendars.store.ts'

const freeSlug = async (name: string, deps: Deps) => {
  const slug = slugFrom(name, 'calendar')
  return (await isSlugTaken(deps.db, slug)) ? `${slug}-${randomBase62(6).toLowerCase()}` : slug
}

export const createCalendar = operation({
  id: 'calendars.create',
  summary: 'Create a calendar',
  description: 'The caller becomes the calendar’s owner. Fails with 409 if the slug is or was in use.',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('POST /calendars')],
  body: NewCalendar,
  answer: one(Calendar),
  refusals: ['slug_taken', 'quota_exceeded'],
  async recover(effectId, _call, { db, config }) {
    const calendar = await findCalendar(db, effectId)
    return calendar === null ? null : toCalendar(calendar, config)
  },
  async run({ body, actor }, deps) {
    const now = deps.clock()
    const id = deps.newId('cal')
    await requireFeeRate(body.serviceFee, id, deps.db)
    const calendar = {
      id,
      slug: body.slug ?? (await freeSlug(body.name, deps)),
      name: body.name,
      description: body.description ?? null,
      avatarUrl: body.avatarUrl ?? null,
      coverUrl: body.coverUrl ?? null,
      timezone: body.timezone,
      website: body.website ?? null,
      locale: body.locale ?? 'en',
      accent: body.accent ?? null,
      contactEmail: body.contactEmail ?? null,
      imprintUrl: body.imprintUrl ?? null,
      privacyUrl: body.privacyUrl ?? null,
      paymentInstructions: body.paymentInstructions ?? null,
      currency: body.currency ?? null,
      refundPolicy: body.refundPolicy ?? null,
      serviceFee: body.serviceFee ?? null,
      delayedPayments: body.delayedPayments ?? null,
      visibility: body.visibility ?? 'PUBLIC',
      plan: deps.config.defaultPlan,
      personIdsByLinkKey: true,
      contentChangedAt: now,
      createdAt: now,
      updatedAt: now,
    }
    const ownerId = actorId(actor)
    const most = deps.config.quotas.calendarsPerUser[calendar.plan]
    try {
      const { made } = await deps.commit({
        calendarId: calendar.id,
        seenBy: 'visitors',
        statements: insertCalendar(deps.db, calendar, { ownerId, profile: profileOf(actor), most }),
        effectId: rowIn('calendars', calendar.id),
      })
      return toCalendar(onlyRow(made), deps.config)
    } catch (error) {
      if (isUniqueViolation(error, 'taken_slugs')) return refusal('slug_taken')
      if (isNullViolation(error, 'calendars.id')) {
        const used = await countCalendarsOf(deps.db, ownerId)
        return quotaExceeded({ quota: 'calendarsPerUser', limit: most, used, resetsAt: null })
      }
      throw error
    }
  },
})
