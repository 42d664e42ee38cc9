import { useState } from 'hono/jsx/dom'
import type { PageOf, ScheduledExportAnswer } from '../../shared/answers.ts'
import { Head } from '../frame/screen.tsx'
import { useAsked, useWork } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { OtherFault } from '../parts/form.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { FromNow } from '../parts/times.tsx'
import type { CalendarSession } from '../session.ts'
import { titlesOf } from './events-of.ts'
import { ScheduleExport } from './export-dialog.tsx'
import { Runs } from './export-runs.tsx'
import { DATASETS, scheduleWords } from './export-words.ts'
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

const titleOf = ({ dataset, format, eventId }: ScheduledExportAnswer, titles: Map<string, string>) =>
  `${DATASETS[dataset]} as ${format.toUpperCase()}${eventId === null ? '' : ` · ${titles.get(eventId) ?? eventId}`}`

const PAUSED = { FAILURES: 'Paused: it failed too often', CREATOR: 'Paused: its creator lost access to this data' }

const ExportState = ({ schedule }: { schedule: ScheduledExportAnswer }) => {
  const { isActive, consecutiveFailures, pausedReason } = schedule
  if (!isActive) return <span class="tag warn">{pausedReason === null ? 'Paused' : PAUSED[pausedReason]}</span>
  if (consecutiveFailures === 0) return <span class="tag good">Active</span>
  return (
    <span class="tag bad">
      {consecutiveFailures === 1 ? 'Failed last time' : `Failed ${consecutiveFailures} times`}
    </span>
  )
}

const ExportActs = ({ schedule, session, path, reload, choose }: Around & { schedule: ScheduledExportAnswer }) => {
  const { isActive } = schedule
  const work = useWork()
  const turn = () =>
    void work.run(async () => {
      await session.api.patch(`${path}/${schedule.id}`, { isActive: !isActive })
      session.toast(isActive ? 'Export paused.' : 'Export resumed.')
      await reload()
    })
  return (
    <>
      <div class="row acts">
        <button type="button" class="button plain small" onClick={() => choose({ act: 'change', schedule })}>
          Edit
        </button>
        <button
          type="button"
          class="button plain small"
          aria-disabled={work.isUnderWay ? 'true' : 'false'}
          onClick={turn}
        >
          {isActive ? 'Pause' : 'Resume'}
        </button>
        <button type="button" class="button plain small bad" onClick={() => choose({ act: 'delete', schedule })}>
          Delete
        </button>
      </div>
      <OtherFault work={work} />
    </>
  )
}

const NextRun = ({ at }: { at: string }) =>
  Date.parse(at) > Date.now() ? (
    <span>
      Next <FromNow at={at} />
    </span>
  ) : (
    <span>Due now</span>
  )

const ExportCard = ({ schedule, title, ...around }: Around & { schedule: ScheduledExportAnswer; title: string }) => (
  <li class="card item">
    <div class="row caption">
      <h2>{title}</h2>
      <ExportState schedule={schedule} />
    </div>
    <p class="meta quiet">
      <span>{scheduleWords(schedule)}</span>
      <span>To {schedule.recipients.join(', ')}</span>
      {schedule.nextRunAt !== null && <NextRun at={schedule.nextRunAt} />}
      {schedule.lastRunAt === null ? (
        <span>Never ran</span>
      ) : (
        <span>
          Last ran <FromNow at={schedule.lastRunAt} />
        </span>
      )}
    </p>
    <ExportActs schedule={schedule} {...around} />
    <Runs session={around.session} schedule={schedule} />
  </li>
)

const load = async (session: CalendarSession, path: string): Promise<Loaded> => {
  const { data: schedules } = await session.api.get<PageOf<ScheduledExportAnswer>>(path, { limit: MAX_EXPORTS })
  const eventIds = schedules.flatMap(({ eventId }) => (eventId === null ? [] : [eventId]))
  return { schedules, titles: await titlesOf(session, eventIds) }
}

const Exports = ({ session, section }: PanelProps) => {
  const path = `/calendars/${session.calendar.slug}/scheduled-exports`
  const asked = useAsked(() => load(session, path), [path])
  const [chosen, choose] = useState<Chosen | null>(null)
  const close = () => choose(null)
  return (
    <>
      <Head title={section.title} lead={section.lead}>
        <button type="button" class="button" onClick={() => choose({ act: 'create' })}>
          Schedule an export
        </button>
      </Head>
      <Shown
        asked={asked}
        draw={({ schedules, titles }) =>
          schedules.length === 0 ? (
            <Empty title="No exports yet">
              Get guests, orders, check-ins or events as a file. We email you a link every day, week or month.
            </Empty>
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
          title="Delete this export?"
          action="Delete export"
          isDangerous
          close={close}
          act={async () => {
            await session.api.delete(`${path}/${chosen.schedule.id}`)
            await asked.again()
          }}
        >
          <p>We delete its runs and their files too. Links we emailed stop working.</p>
        </Ask>
      )}
    </>
  )
}

export const exportsSection: Section = {
  id: 'exports',
  title: 'Exports',
  lead: 'Files created on a schedule and emailed as a link.',
  role: 'MANAGER',
  plan: 'PLUS',
  Panel: Exports,
}
