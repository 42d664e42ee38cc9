import type { CalendarRow, EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { rowsOfCsv } from '../../kernel/csv-reading.ts'
import { invalid } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import { decode } from '../../kernel/text-decoding.ts'
import { ALONE, checkAnswers, namesOf } from '../guests/index.ts'
import { readTickets } from '../tickets/index.ts'
import { dateOrderOf } from './dates.ts'
import type { GuestImport } from './imports.schema.ts'
import { findKnownLines } from './imports.store.ts'
import { findColumns, isMeaning, readLine, type ImportedPerson, type ImportLine, type Meaning } from './lines.ts'

const MAX_LINES = 2_000
const MAX_EXAMPLES = 3
const ZIP_MARK = 'PK'

export interface ReportLine extends Omit<ImportLine, 'sourceKey'> {
  result: 'new' | 'same' | 'refused'
  guestId: string | null
  sourceId: string
}

export const isNewLine = (line: ReportLine): line is ReportLine & { person: ImportedPerson } =>
  line.result === 'new' && line.person !== null

type Body = Pick<SchemaOutput<typeof GuestImport>, 'columns' | 'timezone' | 'dateOrder' | 'ticketId'>

const tableIn = (bytes: Uint8Array<ArrayBuffer>) => {
  const { text, encoding } = decode(bytes)
  if (text.startsWith(ZIP_MARK))
    throw invalid('file', 'is a spreadsheet or an archive. Save it as CSV and send that file')
  const rows = rowsOfCsv(text)
  if (rows.length > MAX_LINES + 1)
    throw invalid('file', `has more than ${MAX_LINES} lines. Split it and import the parts one after the other`)
  return { rows, encoding }
}

const meaningsIn = (given: NonNullable<Body['columns']>, event: Parameters<typeof isMeaning>[1]) =>
  given.map((text, index): Meaning | '' => {
    if (text === null || text === '') return ''
    if (!isMeaning(text, event)) throw invalid(`columns.${index}`, 'isn’t a known meaning of a column')
    return text
  })

/** Marks lines whose reference or address an earlier line of the file has. */
const refuseRepeated = (lines: readonly ImportLine[]): ImportLine[] => {
  const [seenKeys, seenAddresses] = [new Map<string, number>(), new Map<string, number>()]
  return lines.map((each) => {
    if (each.person === null) return each
    const sameKey = seenKeys.get(each.sourceKey)
    const sameAddress = seenAddresses.get(each.person.email)
    if (sameKey === undefined) seenKeys.set(each.sourceKey, each.line)
    if (sameAddress === undefined) seenAddresses.set(each.person.email, each.line)
    const first = sameKey ?? sameAddress
    if (first === undefined) return each
    const what = sameKey === undefined || each.sourceKey === each.person.email ? 'email address' : 'reference'
    const says = `Line ${each.line}: The ${what} is also in line ${first}. The guest is left out. Add another ticket of the same person by hand.`
    return { ...each, person: null, says }
  })
}

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
  const { rows, encoding } = tableIn(bytes)
  const found = findColumns(rows, readable)
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
  const context = {
    event: readable,
    meanings,
    timezone: body.timezone ?? event.timezone,
    dateOrder: body.dateOrder ?? (order === 'none' ? null : order),
    ticketId: given?.id ?? (others.length === 0 ? (only ?? null) : null),
    now: deps.clock(),
  }
  const checking = { event, ticketNames: new Map(tickets.map((ticket) => [ticket.id, namesOf(ticket)])) }
  const read = refuseRepeated(data.map((cells, index) => readLine(cells, headerAt + index + 2, context)))
  const key = await deps.vault.linkKeyOf(calendar.id, calendar.linkKeyCipher)
  const lines = await Promise.all(
    read.map(async ({ sourceKey, ...each }) => ({
      ...withAnswers({ ...each, sourceKey }, checking),
      sourceId: await key.derive('import source', `${event.id}:${sourceKey}`),
    })),
  )
  const sought = lines.flatMap(({ line, sourceId, person }) =>
    person === null ? [] : [{ line, sourceId, email: person.email, code: person.code }],
  )
  const known = new Map((await findKnownLines(deps.db, event.id, sought)).map((row) => [row.line, row]))
  return {
    encoding,
    meanings,
    columns: meanings.map((meaning, at) => ({
      heading: found?.headings[at] ?? '',
      meaning: meaning === '' ? null : meaning,
      examples: data.flatMap((cells) => cells[at] || []).slice(0, MAX_EXAMPLES),
    })),
    asks: order === null && body.dateOrder === undefined ? ['dateOrder'] : [],
    lines: lines.map(({ stored, sourceKey: _key, ...each }) => judge({ ...each, stored }, known.get(each.line))),
  }
}

type KnownLine = Awaited<ReturnType<typeof findKnownLines>>[number]
type Checked = ReturnType<typeof withAnswers>

const judge = (
  { stored, person, ...each }: Omit<Checked, 'sourceKey'> & { sourceId: string },
  known: KnownLine | undefined,
): ReportLine => {
  const line = { ...each, guestId: null, person: null }
  if (person === null || known === undefined) return { ...line, result: 'refused' }
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
