import { readFileSync } from 'node:fs'
import type { GuestImport, GuestImportReport } from '../../../sdk-typescript/src/index.ts'
import { command } from '../context.ts'
import { UsageError } from '../usage-error.ts'

const fileIn = (path: string) => {
  try {
    return readFileSync(path).toString('base64')
  } catch (error) {
    throw new UsageError(`${path} can't be read: ${(error as Error).message}`)
  }
}

const dateOrderOf = (text: unknown) => {
  if (text === undefined || text === 'DMY' || text === 'MDY') return text
  throw new UsageError('--date-order is DMY or MDY')
}

const guestsOf = (count: number) => `${count} ${count === 1 ? 'guest' : 'guests'}`

/** Returns one line per line of the file that needs attention, then the totals. */
const linesOf = ({ lines, counts, overCapacity }: GuestImportReport) => [
  ...lines.flatMap(({ line, result, title, says }) =>
    says === null ? [] : [`line ${line}  ${result}  ${title}: ${says}`],
  ),
  `${counts.new} new, ${counts.changed} changed, ${counts.same} known, ${counts.refused} refused`,
  ...(overCapacity > 0 ? [`${overCapacity} guests are beyond the capacity of the event.`] : []),
]

export const importGuests = command({
  name: 'guests import',
  takes: ['EVENT', 'FILE'],
  options: {
    ticket: { type: 'string' },
    timezone: { type: 'string' },
    'date-order': { type: 'string' },
    'accept-refused': { type: 'boolean' },
    'accept-erased': { type: 'boolean' },
  },
  summary: 'Report a CSV file line by line, ask, and import its guests',
  async run({ calendar, confirm, note, print }, [eventId = '', path = ''], values) {
    const { ticket: ticketId, timezone, 'date-order': order } = values
    const dateOrder = dateOrderOf(order)
    const body: GuestImport = {
      file: fileIn(path),
      ...(typeof ticketId === 'string' ? { ticketId } : {}),
      ...(typeof timezone === 'string' ? { timezone } : {}),
      ...(dateOrder === undefined ? {} : { dateOrder }),
      ...(values['accept-refused'] === true ? { acceptRefused: true } : {}),
      ...(values['accept-erased'] === true ? { acceptErased: true } : {}),
    }
    const { guests } = calendar()
    const report = await guests.import(eventId, { ...body, dryRun: true })
    const writes = report.counts.new + report.counts.changed
    if (writes === 0) {
      print(report, linesOf(report))
      return report.counts.refused === 0 ? 0 : 1
    }
    for (const line of linesOf(report)) note(line)
    if (report.asks.includes('acceptRefused')) {
      note('More than 20 % of the lines are refused. To import the others, add --accept-refused.')
      return 1
    }
    if (report.asks.includes('acceptErased')) {
      note('The calendar was restored without its key, so this list may bring back people you erased.')
      note('To import it anyway, add --accept-erased.')
      return 1
    }
    if (!(await confirm(`Import ${guestsOf(writes)}? This sends no email.`))) return 1
    const done = await guests.import(eventId, { ...body, confirm: report.digest })
    print(done, `Imported ${guestsOf(done.counts.new + done.counts.changed)}.`)
    return done.counts.refused === 0 ? 0 : 1
  },
})
