import * as z from 'zod'
import { eventsRead } from '../../access/demands.ts'
import { inOneBatch } from '../../db/statement.ts'
import { lazy } from '../../kernel/lazy.ts'
import { resetOf, type QuotaName } from '../../kernel/quotas.ts'
import { InstantOutput } from '../../kernel/wire.ts'
import { both, listOf, operation } from '../../operation/operation.ts'
import { eventQuotaUse } from '../events/index.ts'
import { usedOf } from './quotas.store.ts'

export const Quota = lazy(() =>
  z
    .object({
      quota: z.string().meta({ description: 'Name of the quota, as in a `quota_exceeded` error.' }),
      limit: z.int(),
      used: z.int().nullable().describe('Current usage. Null for quotas that apply per event.'),
      resetsAt: InstantOutput().nullable(),
    })
    .meta({ id: 'Quota' }),
)

export const readQuotas = operation({
  id: 'calendars.quotas',
  summary: 'List quotas',
  description: 'Returns the plan’s limits and their current usage.',
  subject: 'calendar',
  access: eventsRead,
  routes: both('GET /calendars/:slug/quotas'),
  answer: listOf(Quota),
  async run({ calendar }, { db, clock, config }) {
    const now = clock()
    const {
      events: [events],
      others: [others],
    } = await inOneBatch(db, {
      events: eventQuotaUse(calendar.id, config.quotas, now),
      others: usedOf(calendar.id, now),
    })
    const of = (quota: QuotaName, used: number | null, resetsAt: string | null = null) => ({
      quota,
      limit: config.quotas[quota][calendar.plan],
      used,
      resetsAt,
    })
    return [
      of('eventsPerCalendar', events?.used ?? 0),
      of('guestsPerEvent', null),
      of('messagesPerEventAndDay', null, resetOf(now)),
      of('recipientsPerDay', others?.recipients ?? 0, resetOf(now)),
      of('imagesPerCalendar', others?.images ?? 0),
      of('imagesPerDay', others?.imagesToday ?? 0, resetOf(now)),
      of('archivesPerDay', others?.archives ?? 0, resetOf(now)),
    ]
  },
})
