import type { ExportRunAnswer, PageOf, ScheduledExportAnswer } from '../../shared/answers.ts'
import { useAsked } from '../parts/asking.ts'
import { useState } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { FromNow, FullTime } from '../parts/times.tsx'
import type { CalendarSession } from '../session.ts'
import { exportsWords } from '../words/en/exports.ts'
import { sizeWords } from './export-words.ts'

const RUNS_SHOWN = 20

const LOOKS: Record<ExportRunAnswer['status'], string> = {
  PENDING: 'accent',
  RUNNING: 'accent',
  SUCCEEDED: 'good',
  FAILED: 'bad',
}

const Download = ({ url, expiresAt }: { url: string; expiresAt: string | null }) => {
  const words = exportsWords().runs
  const link = (text: string) => (
    <a href={url} download>
      {text}
    </a>
  )
  return (
    <span>{expiresAt === null ? link(words.download) : words.downloadUntil(link, <FromNow at={expiresAt} />)}</span>
  )
}

const Run = ({ run }: { run: ExportRunAnswer }) => {
  const words = exportsWords().runs
  return (
    <li class="meta">
      <span class={`tag ${LOOKS[run.status]}`}>{words.states[run.status]}</span>
      <FullTime at={run.scheduledFor} />
      {run.error !== null && <span>{run.error}</span>}
      {run.error === null && run.rowCount !== null && <span>{words.rows(run.rowCount)}</span>}
      {run.error === null && run.bytes !== null && <span>{sizeWords(run.bytes)}</span>}
      {run.attempts > 1 && <span class="quiet">{words.attempts(run.attempts)}</span>}
      {run.url !== null && <Download url={run.url} expiresAt={run.expiresAt} />}
    </li>
  )
}

const RunList = ({ api, path }: Pick<CalendarSession, 'api'> & { path: string }) => {
  const asked = useAsked(() => api.get<PageOf<ExportRunAnswer>>(path, { limit: RUNS_SHOWN }), [path])
  return (
    <Shown
      asked={asked}
      rows={2}
      draw={({ data, total }) =>
        data.length === 0 ? (
          <p class="quiet">{exportsWords().runs.empty}</p>
        ) : (
          <>
            <ul class="run-list">
              {data.map((run) => (
                <Run key={run.id} run={run} />
              ))}
            </ul>
            {total > RUNS_SHOWN && <p class="quiet">{exportsWords().runs.newest(RUNS_SHOWN, total)}</p>}
          </>
        )
      }
    />
  )
}

/** The latest runs of an export. They are loaded each time the list is opened. */
export const Runs = ({ session, schedule }: { session: CalendarSession; schedule: ScheduledExportAnswer }) => {
  const [isOpen, open] = useState(false)
  const path = `/calendars/${session.calendar.slug}/scheduled-exports/${schedule.id}/runs`
  return (
    <details class="runs" onToggle={(event: Event) => open((event.currentTarget as HTMLDetailsElement).open)}>
      <summary>{exportsWords().runs.title}</summary>
      {isOpen && <RunList api={session.api} path={path} />}
    </details>
  )
}
