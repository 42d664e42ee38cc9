import type { One, QuotaAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Bars } from '../parts/chart.tsx'
import { Shown } from '../parts/states.tsx'
import { fromNow, numberOf } from '../parts/words.ts'

const NAMES: Readonly<Record<string, string>> = {
  eventsPerCalendar: 'Upcoming events',
  guestsPerEvent: 'Guests per event',
  messagesPerEventAndDay: 'Messages per event and day',
  recipientsPerDay: 'Message recipients today',
  imagesPerCalendar: 'Images',
  imagesPerDay: 'Uploads today',
}

/** The limits of the plan and how much of them is used. */
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
                      ...(resetsAt === null ? {} : { more: `resets ${fromNow(resetsAt)}` }),
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
