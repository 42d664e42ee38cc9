import { element, type Child } from '../../shared/element.ts'
import { loading } from '../../shared/loading.ts'
import { timeFromNow, timeOnClock } from '../../shared/times.ts'
import { sizeWords } from './export-words.ts'
import type { Scene } from './scene.ts'
import type { ExportRun, PageOf, ScheduledExport } from './wire.ts'

const SHOWN = 20

const STATES: Record<ExportRun['status'], { look: string; label: string }> = {
  PENDING: { look: 'accent', label: 'Waiting' },
  RUNNING: { look: 'accent', label: 'Running' },
  SUCCEEDED: { look: 'good', label: 'Done' },
  FAILED: { look: 'bad', label: 'Failed' },
}

const resultOf = ({ rowCount, bytes, error }: ExportRun): Child => {
  if (error !== null) return element('span', {}, error)
  return [
    rowCount !== null && element('span', {}, rowCount === 1 ? '1 row' : `${rowCount} rows`),
    bytes !== null && element('span', {}, sizeWords(bytes)),
  ]
}

const fileOf = ({ url, expiresAt }: ExportRun): Child => {
  if (url === null) return null
  return element(
    'span',
    {},
    element('a', { href: url, download: true }, 'Download'),
    expiresAt !== null && [' (ends ', timeFromNow(expiresAt), ')'],
  )
}

const runItem = (run: ExportRun) => {
  const { look, label } = STATES[run.status]
  return element(
    'li',
    { class: 'facts' },
    element('span', { class: `tag ${look}` }, label),
    element('span', {}, timeOnClock(run.scheduledFor)),
    resultOf(run),
    run.attempts > 1 && element('span', { class: 'quiet' }, `${run.attempts} attempts`),
    fileOf(run),
  )
}

/** The runs of one export, asked for when somebody opens them. */
export const runsOf = (schedule: ScheduledExport, scene: Scene) => {
  const place = element('div', {})
  const path = `/calendars/${scene.calendar.slug}/scheduled-exports/${schedule.id}/runs`
  const details = element('details', { class: 'runs' }, element('summary', {}, 'Runs'), place)
  details.addEventListener('toggle', () => {
    if (!details.open) return
    void loading(
      place,
      () => scene.api.get<PageOf<ExportRun>>(path, { limit: SHOWN }),
      ({ data, total }) =>
        data.length === 0
          ? element('p', { class: 'quiet' }, 'It has not run yet.')
          : [
              element('ul', { class: 'run-list' }, data.map(runItem)),
              total > SHOWN && element('p', { class: 'quiet' }, `The newest ${SHOWN} of ${total}.`),
            ],
    )
  })
  return details
}
