import type { ChangeAnswer, ChangesAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { mayDo, orTell } from '../session.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { csvOf, save } from '../parts/files.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { More } from '../parts/more.tsx'
import { useState } from '../parts/state.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { Pick } from '../parts/tools.tsx'
import { clockOf, weekdayOf } from '../parts/words.ts'
import { eventHash, hashOf } from '../place.ts'
import { historyWords } from '../words/en/history.ts'
import { groupsOf, withoutEchoes } from './change-groups.ts'
import { proofOf, sentenceOf, type Group } from './change-sentences.ts'
import { actorWords, deedOf, latestOf, subjectOf } from './change-words.ts'

const ICONS: Record<ChangeAnswer['actor']['type'], IconName> = {
  user: 'team',
  key: 'developers',
  app: 'developers',
  pass: 'door',
  guest: 'people',
  provider: 'money',
  system: 'clock',
}

const OBJECTS = [
  'event',
  'guest',
  'checkin',
  'scan',
  'ticket',
  'addon',
  'series',
  'announcement',
  'reminder',
  'coupon',
  'checkpoint',
  'calendar',
  'order',
  'refund',
  'document',
  'job',
] as const
const OF_OWNERS: readonly string[] = ['order', 'refund', 'document']

const ACTORS = ['user', 'guest', 'key', 'app', 'pass', 'system'] as const

const dayOf = (at: string) => {
  const text = weekdayOf(at)
  const words = historyWords()
  if (text === weekdayOf(Date.now())) return words.today
  return text === weekdayOf(Date.now() - 86_400_000) ? words.yesterday : text
}

const whereOf = (slug: string, change: ChangeAnswer, areSeveral: boolean) => {
  const { object, id, eventId, op } = change
  if (op === 'delete') return null
  if (object === 'event') return areSeveral ? hashOf(slug, 'events') : eventHash(slug, id)
  if (object === 'series') return hashOf(slug, 'series', { open: id })
  if (eventId === null) return null
  if (object === 'job') return eventHash(slug, eventId, 'guests')
  if (object === 'guest') return eventHash(slug, eventId, 'guests', areSeveral ? {} : { guest: id })
  if (object === 'order') return eventHash(slug, eventId, 'orders', { order: id })
  if (object === 'checkin' || object === 'scan' || object === 'checkpoint') return eventHash(slug, eventId, 'door')
  if (object === 'ticket' || object === 'addon') return eventHash(slug, eventId, 'tickets')
  return object === 'announcement' || object === 'reminder' ? eventHash(slug, eventId, 'messages') : null
}

/** Maximum number of guests named in a line about several scans. */
const MOST_SUBJECTS = 3

const subjectsOf = (changes: readonly ChangeAnswer[]) => {
  const words = historyWords().subjects
  const subjects = [...new Set(changes.map(subjectOf))]
  const more = subjects.length - MOST_SUBJECTS
  const some = subjects.slice(0, MOST_SUBJECTS)
  return more > 0 ? words.severalAndMore(some, more) : words.several(some)
}

const Line = ({ session, group, latest }: { session: CalendarSession; group: Group; latest: ReadonlySet<number> }) => {
  const [change] = group
  const href = whereOf(session.calendar.slug, change, group.length > 1)
  const subject = <bdi>{subjectsOf(group)}</bdi>
  const what = href === null ? subject : <a href={href}>{subject}</a>
  const who = (
    <b>
      <bdi>{actorWords(change, session.me.userId)}</bdi>
    </b>
  )
  const proof = proofOf(change)
  const isOfSeveral = group.length > 1 && (change.object === 'checkin' || change.object === 'scan')
  return (
    <li>
      <span class="initials" aria-hidden="true">
        <Icon name={ICONS[change.actor.type]} />
      </span>
      <span class="grow">
        {sentenceOf(group, latest, { who, what })}
        {isOfSeveral && <span class="under">{what}</span>}
        {proof !== null && <span class="under">{proof}</span>}
      </span>
      <time class="soft" datetime={change.at}>
        {clockOf(change.at)}
      </time>
    </li>
  )
}

const MOST_OF_A_PAGE = 100
const MOST_SAVED = 10_000
const HEAD = ['at', 'who', 'actor', 'what', 'object', 'id', 'about', 'fields']

const rowOf = (change: ChangeAnswer, me: string, latest: ReadonlySet<number>) => [
  change.at,
  actorWords(change, me),
  change.actor.type,
  deedOf(change, latest),
  change.object,
  change.id,
  subjectOf(change),
  change.fields.join(' '),
]

/** Change log with the newest change first. It shows field names, but never guests' answers. */
export const HistoryList = ({ session, eventId }: { session: CalendarSession; eventId?: string }) => {
  const { api, calendar } = session
  const words = historyWords()
  const [object, setObject] = useState('')
  const [actor, setActor] = useState(session.place.query.get('by') ?? '')
  const path = `/calendars/${calendar.slug}/changes`
  const query = { object, actor, id: eventId, limit: 40 }
  const asked = useAsked(() => api.get<ChangesAnswer>(path, query), [eventId ?? calendar.slug, object, actor])
  const all = asked.data?.data ?? []
  const latest = latestOf(all)
  const meta = asked.data?.meta
  const more = useWork()
  const older = () =>
    void more.run(async () => {
      const next = await api.get<ChangesAnswer>(path, { ...query, cursor: meta?.cursor })
      asked.put({ ...next, data: [...all, ...next.data] })
    })
  const download = () =>
    void orTell(session, async () => {
      const rows: ChangeAnswer[] = []
      for (let cursor: string | undefined; ;) {
        const { data, meta: last } = await api.get<ChangesAnswer>(path, { ...query, limit: MOST_OF_A_PAGE, cursor })
        rows.push(...data)
        if (!last.hasMore || rows.length >= MOST_SAVED) break
        cursor = last.cursor
      }
      const seen = latestOf(rows)
      save(
        `${calendar.slug}-history.csv`,
        csvOf([HEAD, ...rows.map((change) => rowOf(change, session.me.userId, seen))]),
      )
    })
  const lines = withoutEchoes(all)
  // A link to the history can name one actor by id, such as an app.
  const [first] = all
  const isOne = actor !== '' && !ACTORS.some((name) => name === actor)
  const one = isOne
    ? [
        {
          value: actor,
          label: first === undefined ? words.actors.app : actorWords(first, session.me.userId),
        },
      ]
    : []
  const days = [...new Set(lines.map(({ at }) => dayOf(at)))]
  return (
    <>
      <div class="tools">
        {eventId === undefined && (
          <Pick
            label={words.objectFilter.any}
            value={object}
            set={setObject}
            options={OBJECTS.filter((name) => mayDo(session, 'OWNER') || !OF_OWNERS.includes(name)).map((value) => ({
              value,
              label: words.objectFilter.objects[value],
            }))}
          />
        )}
        <Pick
          label={words.actorFilter.any}
          value={actor}
          set={setActor}
          options={[...ACTORS.map((value) => ({ value, label: words.actorFilter.actors[value] })), ...one]}
        />
        <span class="push" />
        <button type="button" class="button plain" onClick={download}>
          <Icon name="download" /> CSV
        </button>
      </div>
      <Shown
        asked={asked}
        draw={() =>
          all.length === 0 ? (
            <Empty title={words.empty.title}>{words.empty.text}</Empty>
          ) : (
            <div class="history">
              {days.map((day) => (
                <section key={day}>
                  <h2 class="soft small">{day}</h2>
                  <ul class="lines">
                    {groupsOf(
                      lines.filter(({ at }) => dayOf(at) === day),
                      (change) => deedOf(change, latest),
                    ).map((group) => (
                      <Line key={String(group[0].seq)} session={session} group={group} latest={latest} />
                    ))}
                  </ul>
                </section>
              ))}
              {/* While new filters load, the cursor is still that of the old list. */}
              {!asked.isUnderWay && (
                <More work={more} hasMore={meta?.hasMore === true} words={words.loadOlder} read={older} />
              )}
            </div>
          )
        }
      />
    </>
  )
}
