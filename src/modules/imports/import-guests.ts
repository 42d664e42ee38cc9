import { actorId, isProgram } from '../../access/actor.ts'
import { guestsWrite } from '../../access/demands.ts'
import type { Deps } from '../../deps.ts'
import { sha256Hex } from '../../kernel/crypto.ts'
import { Failure, invalid, refusal } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { mustAnswer } from './asks.ts'
import { GuestImport, GuestImportReport } from './imports.schema.ts'
import { findSeatsTaken } from './imports.store.ts'
import type { ReportLine } from './judge-line.ts'
import { readSource, reportOf, type ReadSource } from './report.ts'
import { saysOf } from './report-sentences.ts'
import { reportCompletion } from './report-completion.ts'
import { writeAll, type At } from './write-guests.ts'

const digestOfImport = async (
  { rows }: ReadSource,
  { timezone, dateOrder, decimalMark, currency, ticketId }: SchemaOutput<typeof GuestImport>,
  { meanings, lines }: Awaited<ReturnType<typeof reportOf>>,
) => {
  const results = lines.map(({ line, result, guestId, fields, reasons, before }) => [
    line,
    result,
    guestId,
    fields,
    reasons,
    before?.updatedAt ?? null,
  ])
  return sha256Hex(
    JSON.stringify([
      await sha256Hex(JSON.stringify(rows)),
      timezone,
      dateOrder,
      decimalMark,
      currency,
      ticketId,
      meanings,
      results,
    ]),
  )
}

const shown = ({ line, result, guestId, title, fields, reasons }: ReportLine) => ({
  line,
  result,
  guestId,
  title,
  fields,
  says: saysOf(line, reasons),
  reasons: [...reasons],
})

const SEATED: readonly string[] = ['CONFIRMED', 'CHECKED_IN']

/** Returns the number of seats that a line takes. Negative if it frees seats. */
const seatsTakenBy = ({ result, person, before, fields }: ReportLine) => {
  const after = Number(person !== null && SEATED.includes(person.status))
  if (result === 'new') return after
  return result === 'changed' && fields.includes('status') ? after - Number(SEATED.includes(before?.status ?? '')) : 0
}

/** Whether the import creates orders with a number or an amount. */
const hasOrders = (lines: readonly ReportLine[]) =>
  lines.some(
    ({ result, person }) =>
      (result === 'new' || result === 'changed') && person !== null && (person.order !== '' || person.amount > 0),
  )

const answerOf = async (
  { event }: At,
  read: Awaited<ReturnType<typeof reportOf>>,
  { digest, isImported }: { digest: string; isImported: boolean },
  deps: Deps,
) => {
  const count = (result: ReportLine['result']) => read.lines.filter((line) => line.result === result).length
  const taken = await findSeatsTaken(deps.db, event.id)
  const after = taken + (isImported ? 0 : read.lines.reduce((seats, line) => seats + seatsTakenBy(line), 0))
  return {
    digest,
    isImported,
    source: read.source,
    encoding: read.encoding,
    columns: read.columns,
    asks: read.asks,
    counts: {
      new: count('new'),
      changed: count('changed'),
      same: count('same'),
      skipped: count('skipped'),
      refused: count('refused'),
    },
    overCapacity: event.capacity === null ? 0 : Math.max(0, after - event.capacity),
    lines: read.lines.map(shown),
  }
}

export const importGuests = operation({
  id: 'guests.import',
  summary: 'Import guests from a file',
  description:
    'Send `dryRun` first: it reports for each line whether it is new, the same as before, or refused and why. Then send the same file with `confirm`. Statuses, times, check-ins and QR codes come from the file. Sends no email, and no webhook except `import.completed`. Importing a file again adds no guest twice. A changed line updates name, status and answers, except for those that were edited here since. Erased persons stay erased. Lines with the same order number become a party with one order. Orders are paid, with the amounts of the file, and their refunds are made by hand. Capacity doesn’t limit an import, but the plan’s quota does.',
  routes: both('POST /events/:eventId/guests/import'),
  access: guestsWrite,
  subject: 'event',
  body: GuestImport,
  bodyLimitBytes: 1_500_000,
  answer: one(GuestImportReport),
  refusals: ['import_stale', 'quota_exceeded', 'role_insufficient', 'scope_missing'],
  async run({ event, calendar, body, actor, role, surface }, deps) {
    const at = { event, calendar }
    const source = await readSource(body, calendar.locale, deps)
    const read = await reportOf(at, source, body, deps)
    if (hasOrders(read.lines)) {
      if (isProgram(actor) && !actor.scopes.includes('billing:write'))
        return refusal('scope_missing', { says: 'This list has orders or amounts. They need the scope billing:write.' })
      if (!isProgram(actor) && role !== 'OWNER')
        return refusal('role_insufficient', {
          says: 'This list has orders or amounts. Ask an owner to import it, or remove these columns.',
        })
    }
    const digest = await digestOfImport(source, body, read)
    if (body.dryRun === true) return answerOf(at, read, { digest, isImported: false }, deps)
    mustAnswer(read.asks)
    if (body.confirm === undefined) throw invalid('confirm', 'must be the digest of a dry run')
    if (body.confirm !== digest) return refusal('import_stale')
    const by = {
      by: actorId(actor),
      source: surface === 'v1' ? ('API' as const) : ('DASHBOARD' as const),
      product: read.source,
    }
    const lines = await writeAll(at, read.lines, by, deps)
    if (lines instanceof Failure) return lines
    const answer = await answerOf(at, { ...read, lines }, { digest, isImported: true }, deps)
    const { source: from, counts } = answer
    await reportCompletion({ calendarId: calendar.id, eventId: event.id, source: from, digest, counts }, deps)
    return answer
  },
})
