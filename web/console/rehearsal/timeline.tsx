import { clockOf, numberOf, shortDayOf } from '../parts/words.ts'
import { rehearsalWords } from '../words/en/rehearsal.ts'
import { nameOfMail } from './mail-kinds.ts'
import type { RehearsalResult } from './rehearsed.ts'

type Entry = RehearsalResult['timeline'][number]

/** An email to this many guests shows its time. */
const BIG = 10

interface DayMails {
  count: number
  at: string
  isOnce: boolean
}

interface Day {
  name: string
  moments: Entry[]
  /** Actions of guests and of the organiser that day, by name. */
  acts: Map<string, number>
  /** By kind: the emails of the day. */
  mails: Map<string, DayMails>
}

const dayOf = ({ at }: Entry, zone: string) => shortDayOf({ startAt: at, endAt: at, timezone: zone, allDay: false })

const daysOf = (entries: readonly Entry[], zone: string): Day[] => {
  const days = new Map<string, Day>()
  for (const entry of entries) {
    const name = dayOf(entry, zone)
    const day = days.get(name) ?? {
      name,
      moments: [],
      acts: new Map<string, number>(),
      mails: new Map<string, DayMails>(),
    }
    days.set(name, day)
    if (entry.kind === 'mail') {
      const before = day.mails.get(entry.name)
      day.mails.set(entry.name, {
        count: (before?.count ?? 0) + entry.count,
        at: before?.at ?? entry.at,
        isOnce: before === undefined,
      })
    } else if (entry.kind === 'guests') day.acts.set(entry.name, (day.acts.get(entry.name) ?? 0) + entry.count)
    else day.moments.push(entry)
  }
  return [...days.values()]
}

interface Shown {
  result: RehearsalResult
  zone: string
  /** Shows an email of this kind. */
  show: (kind: string) => void
}

/** The milestones, actions and emails of each day. A click on an email shows it. */
export const Timeline = ({ result, zone, show }: Shown) => {
  const words = rehearsalWords()
  const names: Readonly<Record<string, string>> = words.timeline.milestones
  const ofActs: Readonly<Record<string, string>> = words.timeline.acts
  return (
    <section class="stack">
      <h2 class="h2">{words.timeline.title}</h2>
      <ol class="rehearsal-days">
        {daysOf(result.timeline, zone).map(({ name, moments, acts, mails }) => (
          <li key={name} class={moments.length > 0 ? 'eventful' : undefined}>
            <h3>{name}</h3>
            {moments.length > 0 && (
              <ul class="moments">
                {moments.map((entry) => (
                  <li key={`${entry.at} ${entry.name}`}>
                    <time datetime={entry.at}>{clockOf(entry.at, zone)}</time> {names[entry.name] ?? entry.name}
                    {entry.kind === 'money' && <span class="count"> {numberOf(entry.count)}</span>}
                  </li>
                ))}
              </ul>
            )}
            {acts.size > 0 && (
              <ul class="acts">
                {[...acts].map(([act, count]) => (
                  <li key={act}>
                    {ofActs[act] ?? act} <b class="count">{numberOf(count)}</b>
                  </li>
                ))}
              </ul>
            )}
            {mails.size > 0 && (
              <ul class="emails">
                {[...mails].map(([kind, { count, at, isOnce }]) => (
                  <li key={kind}>
                    <button type="button" class="link" onClick={() => show(kind)}>
                      {isOnce && count >= BIG && <time datetime={at}>{clockOf(at, zone)}</time>} {nameOfMail(kind)}{' '}
                      <b class="count">{numberOf(count)}</b>
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
