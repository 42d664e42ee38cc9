import { useState } from 'hono/jsx/dom'
import type { ExportRunAnswer, PageOf, ScheduledExportAnswer } from '../../shared/answers.ts'
import { useAsked } from '../parts/asking.ts'
import { Shown } from '../parts/states.tsx'
import { FromNow, FullTime } from '../parts/times.tsx'
import type { CalendarSession } from '../session.ts'
import { sizeWords } from './export-words.ts'

const RUNS_SHOWN = 20

const STATES: Record<ExportRunAnswer['status'], { look: string; label: string }> = {
  PENDING: { look: 'accent', label: 'Waiting' },
  RUNNING: { look: 'accent', label: 'Running' },
  SUCCEEDED: { look: 'good', label: 'Done' },
  FAILED: { look: 'bad', label: 'Failed' },
}

const Run = ({ run }: { run: ExportRunAnswer }) => {
  const { look, label } = STATES[run.status]
  return (
    <li class="meta">
      <span class={`tag ${look}`}>{label}</span>
      <FullTime at={run.scheduledFor} />
      {run.error !== null && <span>{run.error}</span>}
      {run.error === null && run.rowCount !== null && (
        <span>{run.rowCount === 1 ? '1 row' : `${run.rowCount} rows`}</span>
      )}
      {run.error === null && run.bytes !== null && <span>{sizeWords(run.bytes)}</span>}
      {run.attempts > 1 && <span class="quiet">{run.attempts} attempts</span>}
      {run.url !== null && (
        <span>
          <a href={run.url} download>
            Download
          </a>
          {run.expiresAt !== null && (
            <>
              {' '}
              (expires <FromNow at={run.expiresAt} />)
            </>
          )}
        </span>
      )}
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
          <p class="quiet">This export hasn’t run yet.</p>
        ) : (
          <>
            <ul class="run-list">
              {data.map((run) => (
                <Run key={run.id} run={run} />
              ))}
            </ul>
            {total > RUNS_SHOWN && (
              <p class="quiet">
                The newest {RUNS_SHOWN} of {total}.
              </p>
            )}
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
      <summary>Runs</summary>
      {isOpen && <RunList api={session.api} path={path} />}
    </details>
  )
}
