import type { PageOf, ScheduledExportAnswer } from '../../shared/answers.ts'
import { Head } from '../frame/screen.tsx'
import { useAsked, useWork } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { OtherFault } from '../parts/form.tsx'
import { useOpened } from '../parts/state.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { FromNow } from '../parts/times.tsx'
import type { CalendarSession } from '../session.ts'
import { exportsWords } from '../words/en/exports.ts'
import { termsWords } from '../words/en/terms.ts'
import { titlesOf } from './events-of.ts'
import { ScheduleExport } from './export-dialog.tsx'
import { Runs } from './export-runs.tsx'
import { scheduleWords } from './export-words.ts'
import type { PanelProps, Section } from './section.ts'

const MAX_EXPORTS = 100

interface Loaded {
  schedules: ScheduledExportAnswer[]
  titles: Map<string, string>
}

type Chosen = { act: 'create' } | { act: 'change' | 'delete'; schedule: ScheduledExportAnswer }

interface Around {
  session: CalendarSession
  path: string
  reload: () => Promise<void>
  choose: (chosen: Chosen) => void
}

const titleOf = ({ dataset, format, eventId }: ScheduledExportAnswer, titles: Map<string, string>) => {
  const words = exportsWords()
  const parts = [words.datasets[dataset], format.toUpperCase()] as const
  return eventId === null ? words.file(...parts) : words.fileOfEvent(...parts, titles.get(eventId) ?? eventId)
}

const ExportState = ({ schedule }: { schedule: ScheduledExportAnswer }) => {
  const { isActive, consecutiveFailures, pausedReason } = schedule
  const { states } = exportsWords()
  const reasons = { FAILURES: states.pausedAfterFailures, CREATOR: states.pausedWithoutAccess }
  if (!isActive) return <span class="tag warn">{pausedReason === null ? states.paused : reasons[pausedReason]}</span>
  if (consecutiveFailures === 0) return <span class="tag good">{states.active}</span>
  return <span class="tag bad">{states.failed(consecutiveFailures)}</span>
}

const ExportActs = ({ schedule, session, path, reload, choose }: Around & { schedule: ScheduledExportAnswer }) => {
  const { isActive } = schedule
  const work = useWork()
  const words = exportsWords()
  const turn = () =>
    void work.run(async () => {
      await session.api.patch(`${path}/${schedule.id}`, { isActive: !isActive })
      session.toast(isActive ? words.paused : words.resumed)
      await reload()
    })
  return (
    <>
      <div class="row acts">
        <button type="button" class="button plain small" onClick={() => choose({ act: 'change', schedule })}>
          {termsWords().edit}
        </button>
        <button
          type="button"
          class="button plain small"
          aria-disabled={work.isUnderWay ? 'true' : 'false'}
          onClick={turn}
        >
          {isActive ? words.pause : words.resume}
        </button>
        <button type="button" class="button plain small bad" onClick={() => choose({ act: 'delete', schedule })}>
          {termsWords().delete}
        </button>
      </div>
      <OtherFault work={work} />
    </>
  )
}

const ExportCard = ({ schedule, title, ...around }: Around & { schedule: ScheduledExportAnswer; title: string }) => {
  const { recipients, nextRunAt, lastRunAt } = schedule
  const words = exportsWords()
  return (
    <li class="card item">
      <div class="row caption">
        <h2>{title}</h2>
        <ExportState schedule={schedule} />
      </div>
      <p class="meta quiet">
        <span>{scheduleWords(schedule)}</span>
        <span>{words.recipients(recipients.join(', '))}</span>
        {nextRunAt !== null && (
          <span>{Date.parse(nextRunAt) > Date.now() ? words.next(<FromNow at={nextRunAt} />) : words.due}</span>
        )}
        <span>{lastRunAt === null ? words.neverRan : words.lastRan(<FromNow at={lastRunAt} />)}</span>
      </p>
      <ExportActs schedule={schedule} {...around} />
      <Runs session={around.session} schedule={schedule} />
    </li>
  )
}

const load = async (session: CalendarSession, path: string): Promise<Loaded> => {
  const { data: schedules } = await session.api.get<PageOf<ScheduledExportAnswer>>(path, { limit: MAX_EXPORTS })
  const eventIds = schedules.flatMap(({ eventId }) => (eventId === null ? [] : [eventId]))
  return { schedules, titles: await titlesOf(session, eventIds) }
}

const Exports = ({ session }: PanelProps) => {
  const words = exportsWords()
  const path = `/calendars/${session.calendar.slug}/scheduled-exports`
  const asked = useAsked(() => load(session, path), [path])
  const [chosen, choose] = useOpened<Chosen | null>(null)
  const close = () => choose(null)
  return (
    <>
      <Head title={words.title} lead={words.lead}>
        <button type="button" class="button" onClick={() => choose({ act: 'create' })}>
          {words.schedule}
        </button>
      </Head>
      <Shown
        asked={asked}
        draw={({ schedules, titles }) =>
          schedules.length === 0 ? (
            <Empty title={words.empty.title}>{words.empty.about}</Empty>
          ) : (
            <ul class="items">
              {schedules.map((schedule) => (
                <ExportCard
                  key={schedule.id}
                  schedule={schedule}
                  title={titleOf(schedule, titles)}
                  session={session}
                  path={path}
                  reload={asked.again}
                  choose={choose}
                />
              ))}
            </ul>
          )
        }
      />
      {(chosen?.act === 'create' || chosen?.act === 'change') && (
        <ScheduleExport
          key="schedule"
          session={session}
          schedule={chosen.act === 'change' ? chosen.schedule : null}
          close={close}
          reload={asked.again}
        />
      )}
      {chosen?.act === 'delete' && (
        <Ask
          key="delete"
          title={words.deleting.title}
          action={words.deleting.action}
          isDangerous
          close={close}
          act={async () => {
            await session.api.delete(`${path}/${chosen.schedule.id}`)
            await asked.again()
          }}
        >
          <p>{words.deleting.about}</p>
        </Ask>
      )}
    </>
  )
}

export const exportsSection: Section = {
  id: 'exports',
  words: exportsWords,
  role: 'MANAGER',
  plan: 'PLUS',
  Panel: Exports,
}
