import type { Deps } from '../../deps.ts'
import type { MailRow } from '../../db/rows.ts'
import { exportUrlOf, findRun } from '../exports/index.ts'
import { deadlineOf } from './event-facts.ts'
import type { Letter } from './layout.ts'

type Writer = (mail: MailRow, deps: Deps) => Promise<Letter | null>

const runOf = (mail: MailRow, deps: Deps) =>
  typeof mail.data.runId === 'string' ? findRun(deps.db, mail.data.runId) : Promise.resolve(null)

const footerOf = (calendarName: string) =>
  `You get this because your address is among the recipients of a scheduled export of ${calendarName}.`

/** Mail about files, to addresses that belong to no guest. */
export const exportLetters: Readonly<Record<string, Writer>> = {
  'export-ready': async (mail, deps) => {
    const found = await runOf(mail, deps)
    if (found === null || found.run.fileExpiresAt === null) return null
    const { run, schedule, calendar } = found
    const what = `${schedule.dataset.toLowerCase()} (${schedule.format.toUpperCase()})`
    const until = deadlineOf(found.run.fileExpiresAt, calendar.timezone)
    return {
      subject: `Your export of ${calendar.name} is ready`,
      preview: `The link works until ${until}.`,
      heading: 'Your export is ready',
      paragraphs: ['The file that you scheduled is ready. Whoever has the link can open it, so pass it on with care.'],
      facts: [
        ['Calendar', calendar.name],
        ['What', what],
        ...(run.rowCount === null ? [] : [['Rows', String(run.rowCount)] as [string, string]]),
        ['Link ends', until],
      ],
      action: { label: 'Download', url: await exportUrlOf(run.id, found.run.fileExpiresAt, deps) },
      footer: footerOf(calendar.name),
    }
  },
  'export-paused': async (mail, deps) => {
    const found = await runOf(mail, deps)
    if (found === null) return null
    const { schedule, calendar } = found
    return {
      subject: `A scheduled export of ${calendar.name} is paused`,
      preview: 'It failed too many times in a row.',
      heading: 'A scheduled export is paused',
      paragraphs: [
        `The export of ${schedule.dataset.toLowerCase()} failed ${schedule.consecutiveFailures} times in a row and is paused.`,
        'Switch it on again in the settings of the calendar.',
      ],
      facts: [['Calendar', calendar.name]],
      footer: footerOf(calendar.name),
    }
  },
}
