import type { One, QuotaAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Bars } from '../parts/chart.tsx'
import { Shown } from '../parts/states.tsx'
import { fromNow, numberOf } from '../parts/words.ts'

const NAMES: Readonly<Record<string, string>> = {
  eventsPerCalendar: 'Events ahead',
  guestsPerEvent: 'Guests of an event',
  messagesPerEventAndDay: 'Messages of an event in a day',
  recipientsPerDay: 'People written to today',
  imagesPerCalendar: 'Pictures',
  imagesPerDay: 'Pictures put here today',
}

/** What the plan allows, and what is used of it. */
export const Quotas = ({ session }: { session: CalendarSession }) => {
  const asked = useAsked(
    async () => (await session.api.get<One<QuotaAnswer[]>>(`/calendars/${session.calendar.slug}/quotas`)).data,
    [session.calendar.slug],
  )
  return (
    <Shown
      asked={asked}
      rows={4}
      draw={(quotas) => (
        <div class="stack">
          <Bars
            rows={quotas.flatMap(({ quota, limit, used, resetsAt }) =>
              used === null
                ? []
                : [
                    {
                      id: quota,
                      name: NAMES[quota] ?? quota,
                      taken: used,
                      of: limit,
                      ...(resetsAt === null ? {} : { more: `begins anew ${fromNow(resetsAt)}` }),
                    },
                  ],
            )}
          />
          <p class="soft small">
            {quotas
              .filter(({ used }) => used === null)
              .map(({ quota, limit }) => `${NAMES[quota] ?? quota}: at most ${numberOf(limit)}`)
              .join(' · ')}
          </p>
        </div>
      )}
    />
  )
}
