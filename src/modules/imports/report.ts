import type { CalendarRow, EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { rowsOfCsv } from '../../kernel/csv-reading.ts'
import { invalid } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import { decode } from '../../kernel/text-decoding.ts'
import { ALONE, checkAnswers, namesOf } from '../guests/index.ts'
import { readTickets } from '../tickets/index.ts'
import { decimalMarkOf } from './amounts.ts'
import { dateOrderOf } from './dates.ts'
import type { GuestImport } from './imports.schema.ts'
import { findKnownLines } from './imports.store.ts'
import { findColumns, isMeaning, readLine, type ImportedPerson, type ImportLine, type Meaning } from './lines.ts'
import { joinOrders, refuseLate } from './orders-of-lines.ts'
import { isJson, readPretix, type SourceTable } from './pretix.ts'
import { lackingIn, type ListSource } from './sources.ts'

const MAX_LINES = 2_000
const MAX_EXAMPLES = 3
const ZIP_MARK = 'PK'

export interface ReportLine extends Omit<ImportLine, 'sourceKey'> {
  result: 'new' | 'same' | 'skipped' | 'refused'
  guestId: string | null
  sourceId: string
}

export const isNewLine = (line: ReportLine): line is ReportLine & { person: ImportedPerson } =>
  line.result === 'new' && line.person !== null

type Body = Pick<
  SchemaOutput<typeof GuestImport>,
  'source' | 'columns' | 'timezone' | 'dateOrder' | 'decimalMark' | 'currency' | 'ticketId'
>

const tableIn = (bytes: Uint8Array<ArrayBuffer>): SourceTable & { encoding: string; isPretix: boolean } => {
  const { text, encoding } = decode(bytes)
  if (text.startsWith(ZIP_MARK))
    throw invalid('file', 'is a spreadsheet or an archive. Save it as CSV and send that file')
  const isPretix = isJson(text)
  const table = isPretix ? readPretix(text) : { rows: rowsOfCsv(text), skipped: new Map<number, string>() }
  if (table.rows.length > MAX_LINES + 1)
    throw invalid('file', `has more than ${MAX_LINES} lines. Split it and import the parts one after the other`)
  return { ...table, encoding, isPretix }
}

/** Throws if the file isn't from the product that the caller named. */
const checkSource = (named: ListSource | undefined, found: ListSource, headings: readonly string[]) => {
  if (named === undefined || named === 'CSV' || named === found) return
  const lacking = lackingIn(headings, named)
  const why =
    lacking === null ? 'pretix’s export “Order data (JSON)”' : `${lacking.title}: it has no column '${lacking.heading}'`
  throw invalid('file', `isn’t ${why}. If the product has changed its export, send \`source: CSV\` and \`columns\``)
}

const meaningsIn = (given: NonNullable<Body['columns']>, event: Parameters<typeof isMeaning>[1]) =>
  given.map((text, index): Meaning | '' => {
    if (text === null || text === '') return ''
    if (!isMeaning(text, event)) throw invalid(`columns.${index}`, 'isn’t a known meaning of a column')
    return text
  })

interface Checking {
  event: EventRow
  ticketNames: ReadonlyMap<string, string[]>
}

/** Keeps the answers that fit the event's questions. An answer that is not among the options refuses the line. */
const withAnswers = (each: ImportLine, { event, ticketNames }: Checking) => {
  if (each.person === null) return { ...each, stored: [] }
  const tickets = ticketNames.get(each.person.ticketId ?? '') ?? []
  const checked = checkAnswers(event.registrationQuestions, each.person.answers, { isOwn: false, of: ALONE, tickets })
  const [wrong] = checked.faults
  if (wrong === undefined) return { ...each, stored: checked.answers }
  const index = Number(/\d+/.exec(wrong.field)?.[0] ?? 0)
  const question = event.registrationQuestions.find(({ id }) => id === each.person?.answers[index]?.questionId)
  const says = `Line ${each.line}: The answer to '${question?.label ?? ''}' ${wrong.message}. The guest is left out.`
  return { ...each, person: null, says, stored: [] }
}

/** Reads the file and compares each line with the guest list. Writes nothing. */
export const reportOf = async (
  { event, calendar }: { event: EventRow; calendar: CalendarRow },
  bytes: Uint8Array<ArrayBuffer>,
  body: Body,
  deps: Deps,
) => {
  const { tickets } = await readTickets(deps.db, event.id)
  const readable = { startAt: event.startAt, tickets, registrationQuestions: event.registrationQuestions }
  const { rows, skipped, encoding, isPretix } = tableIn(bytes)
  const found = findColumns(rows, readable)
  const source: ListSource = isPretix ? 'PRETIX' : (found?.source ?? 'CSV')
  checkSource(body.source, source, found?.headings ?? rows[0] ?? [])
  const meanings = body.columns === undefined ? found?.meanings : meaningsIn(body.columns, readable)
  if (meanings === undefined || !meanings.includes('email'))
    throw invalid('columns', 'has no column with email addresses. Add a heading such as Email, or set `columns`')
  const headerAt = found?.headerAt ?? -1
  const data = rows.slice(headerAt + 1)
  const timed = meanings.flatMap((meaning, at) => (meaning === 'registeredAt' || meaning === 'checkedInAt' ? [at] : []))
  const order = dateOrderOf(timed.flatMap((at) => data.map((cells) => cells[at] ?? '')))
  const given = tickets.find(({ id }) => id === body.ticketId)
  if (body.ticketId !== undefined && given === undefined) throw invalid('ticketId', 'isn’t a ticket of this event')
  const [only, ...others] = tickets.filter(({ isHidden }) => !isHidden).map(({ id }) => id)
  const amounts = meanings.flatMap((meaning, at) => (meaning === 'amount' ? data.map((cells) => cells[at] ?? '') : []))
  const mark = decimalMarkOf(amounts)
  const context = {
    event: readable,
    meanings,
    timezone: body.timezone ?? event.timezone,
    dateOrder: body.dateOrder ?? (order === 'none' ? null : order),
    ticketId: given?.id ?? (others.length === 0 ? (only ?? null) : null),
    decimalMark: body.decimalMark ?? (mark === 'none' ? null : mark),
    currency: body.currency ?? found?.currency ?? calendar.currency,
    now: deps.clock(),
  }
  const checking = { event, ticketNames: new Map(tickets.map((ticket) => [ticket.id, namesOf(ticket)])) }
  const read = joinOrders(
    data.map((cells, index) => {
      const line = readLine(cells, headerAt + index + 2, context)
      const why = skipped.get(headerAt + 1 + index)
      return why === undefined ? line : { ...line, person: null, isSkipped: true, says: `Line ${line.line}: ${why}` }
    }),
  )
  const key = await deps.vault.linkKeyOf(calendar.id, calendar.linkKeyCipher)
  const lines = await Promise.all(
    read.map(async ({ sourceKey, ...each }) => ({
      ...withAnswers({ ...each, sourceKey }, checking),
      sourceId: await key.derive('import source', `${event.id}:${sourceKey}`),
    })),
  )
  const sought = lines.flatMap(({ line, sourceId, person }) =>
    person === null ? [] : [{ line, sourceId, email: person.emailIsBuyers ? '' : person.email, code: person.code }],
  )
  const known = new Map((await findKnownLines(deps.db, event.id, sought)).map((row) => [row.line, row]))
  return {
    source,
    encoding,
    meanings,
    columns: meanings.map((meaning, at) => ({
      heading: found?.headings[at] ?? '',
      meaning: meaning === '' ? null : meaning,
      examples: data.flatMap((cells) => cells[at] || []).slice(0, MAX_EXAMPLES),
    })),
    asks: [
      ...(order === null && body.dateOrder === undefined ? ['dateOrder'] : []),
      ...(mark === null && body.decimalMark === undefined ? ['decimalMark'] : []),
    ],
    lines: refuseLate<ReportLine>(
      lines.map(({ stored, sourceKey: _key, ...each }) => judge({ ...each, stored }, known.get(each.line))),
      (each, says) => ({ ...each, result: 'refused', person: null, says }),
    ),
  }
}

type KnownLine = Awaited<ReturnType<typeof findKnownLines>>[number]
type Checked = ReturnType<typeof withAnswers>

const judge = (
  { stored, person, ...each }: Omit<Checked, 'sourceKey'> & { sourceId: string },
  known: KnownLine | undefined,
): ReportLine => {
  const line = { ...each, guestId: null, person: null }
  if (person === null || known === undefined)
    return { ...line, result: each.isSkipped === true ? 'skipped' : 'refused' }
  if (known.isErased === 1)
    return {
      ...line,
      title: '',
      result: 'refused',
      says: `Line ${each.line}: This person was erased from the event and stays erased. They can register again themselves.`,
    }
  const guestId = known.importedId ?? known.guestId
  if (guestId !== null)
    return { ...line, result: 'same', guestId, says: known.importedId === null ? 'Already on the guest list.' : null }
  const says =
    known.isCodeTaken === 1 ? `Line ${each.line}: Another guest has this code. The guest gets a new one.` : null
  return { ...line, result: 'new', person: { ...person, answers: stored }, says }
}
