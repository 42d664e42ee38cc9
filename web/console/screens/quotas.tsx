import type { One, QuotaAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Bars } from '../parts/chart.tsx'
import { Shown } from '../parts/states.tsx'
import { fromNow, numberOf } from '../parts/words.ts'
import { settingsWords } from '../words/en/settings.ts'

/** Returns the name of a quota, or its code if this version of the page doesn't have a name for it. */
const nameOf = (names: Readonly<Record<string, string>>, quota: string) => names[quota] ?? quota

/** The limits of the plan and how much of them is used. */
export const Quotas = ({ session }: { session: CalendarSession }) => {
  const words = settingsWords().quotas
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
                      name: nameOf(words.names, quota),
                      taken: used,
                      of: limit,
                      ...(resetsAt === null ? {} : { more: words.resets(fromNow(resetsAt)) }),
                    },
                  ],
            )}
          />
          <p class="soft small">
            {quotas
              .filter(({ used }) => used === null)
              .map(({ quota, limit }) => words.atMost(nameOf(words.names, quota), numberOf(limit)))
              .join(' · ')}
          </p>
        </div>
      )}
    />
  )
}
