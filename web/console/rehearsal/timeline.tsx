import { Icon, type IconName } from '../parts/icon.tsx'
import { clockOf, numberOf, shortDayOf } from '../parts/words.ts'
import { rehearsalWords } from '../words/en/rehearsal.ts'
import { nameOfMail } from './mail-kinds.ts'
import type { RehearsalResult } from './rehearsed.ts'

type Entry = RehearsalResult['timeline'][number]

const ICONS: Readonly<Record<string, IconName>> = { mail: 'messages', money: 'money', milestone: 'events' }

const dayOf = ({ at }: Entry, zone: string) => shortDayOf({ startAt: at, endAt: at, timezone: zone, allDay: false })

const nameOf = ({ kind, name }: Entry) => {
  const milestones: Readonly<Record<string, string>> = rehearsalWords().timeline.milestones
  return kind === 'mail' ? nameOfMail(name) : (milestones[name] ?? name)
}

const byDay = (entries: readonly Entry[], zone: string) => {
  const days = new Map<string, Entry[]>()
  for (const entry of entries) days.set(dayOf(entry, zone), [...(days.get(dayOf(entry, zone)) ?? []), entry])
  return [...days]
}

interface Shown {
  result: RehearsalResult
  zone: string
  /** Shows an email of this kind. */
  show: (kind: string) => void
}

/** What happened, day by day. Emails open beside it. */
export const Timeline = ({ result, zone, show }: Shown) => {
  const words = rehearsalWords()
  return (
    <section class="stack">
      <h2 class="h2">{words.timeline.title}</h2>
      <ol class="rehearsal-days">
        {byDay(result.timeline, zone).map(([day, entries]) => (
          <li key={day}>
            <h3>{day}</h3>
            <ul>
              {entries.map((entry) => (
                <li key={`${entry.at} ${entry.name}`} class={entry.kind}>
                  <time datetime={entry.at}>{clockOf(entry.at, zone)}</time>
                  <Icon name={ICONS[entry.kind] ?? 'events'} />
                  {entry.kind === 'mail' ? (
                    <button type="button" class="link" onClick={() => show(entry.name)}>
                      {nameOf(entry)}
                    </button>
                  ) : (
                    <b>{nameOf(entry)}</b>
                  )}
                  {entry.count > 0 && <span class="count">{numberOf(entry.count)}</span>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}
