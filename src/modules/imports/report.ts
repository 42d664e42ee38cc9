import { erasedAddressHash } from '../../access/derived.ts'
import type { CalendarRow, EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { linesOfCsv } from '../../kernel/csv-reading.ts'
import { fromBase64 } from '../../kernel/crypto.ts'
import { invalid } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import { decode } from '../../kernel/text-decoding.ts'
import { ALONE, checkAnswers, namesOf } from '../guests/index.ts'
import { readTickets } from '../tickets/index.ts'
import { decimalMarkOf } from './amounts.ts'
import { withAcceptance } from './asks.ts'
import { dateOrderOf } from './dates.ts'
import type { GuestImport } from './imports.schema.ts'
import { findKnownLines, importedGuestOf } from './known-lines.store.ts'
import { compareGuest, digestsOf, fieldsIn, NAME_MEANINGS, type Digests, type ImportedGuest } from './guest-changes.ts'
import { withFittingColumns } from './guest-columns.ts'
import { findColumns, isMeaning, readLine, type CheckedPerson, type ImportLine, type Meaning } from './lines.ts'
import { isSameName, joinOrders, nameOf, refuseLate } from './orders-of-lines.ts'
import { fetchPretix } from './pretix-api.ts'
import { isJson, readPretix, type SourceTable } from './pretix.ts'
import { HEADINGS_LEFT_OUT } from './line-faults.ts'
import { lackingIn, type ListSource } from './sources.ts'

const MAX_LINES = 2_000
const MAX_EXAMPLES = 3
const ZIP_MARK = 'PK'

export interface ReportLine extends Omit<ImportLine, 'sourceKey' | 'person'> {
  result: 'new' | 'changed' | 'same' | 'skipped' | 'refused'
  person: CheckedPerson | null
  guestId: string | null
  sourceId: string
  /** Fields that the import changes. */
  fields: string[]
  /** Digests to store for the line. */
  digests: Digests
  /** The guest of a changed line, as the report found them. */
  before: ImportedGuest | null
}

export const isNewLine = (line: ReportLine): line is ReportLine & { person: CheckedPerson } =>
  line.result === 'new' && line.person !== null

type Body = Pick<
  SchemaOutput<typeof GuestImport>,
  'source' | 'columns' | 'timezone' | 'dateOrder' | 'decimalMark' | 'currency' | 'ticketId' | 'acceptRefused'
>

export interface ReadSource extends SourceTable {
  encoding: string
  isPretix: boolean
  /** Currency that the source states for all amounts. */
  currency?: string
  /** Line of the file at which each row begins. By default, rows and lines are the same. */
  lineNumbers?: readonly number[]
}

const tableIn = (bytes: Uint8Array<ArrayBuffer>): ReadSource => {
  const { text, encoding } = decode(bytes)
  if (text.startsWith(ZIP_MARK))
    throw invalid('file', 'is a spreadsheet or an archive. Save it as CSV and send that file')
  if (isJson(text)) return { ...readPretix(text), encoding, isPretix: true }
  const lines = linesOfCsv(text)
  const [rows, lineNumbers] = [lines.map(({ cells }) => cells), lines.map(({ line }) => line)]
  return { rows, lineNumbers, skipped: new Map(), encoding, isPretix: false }
}

/** Reads the file, or the event at pretix. */
export const readSource = async (
  { file, pretix }: Pick<SchemaOutput<typeof GuestImport>, 'file' | 'pretix'>,
  locale: string,
  deps: Deps,
): Promise<ReadSource> => {
  if ((file === undefined) === (pretix === undefined)) throw invalid('file', 'or `pretix` is required, but not both')
  const read =
    pretix === undefined
      ? tableIn(fromBase64(file ?? ''))
      : { ...(await fetchPretix(pretix, locale, deps)), encoding: 'UTF-8', isPretix: true }
  if (read.rows.length > MAX_LINES + 1)
    throw invalid('file', `has more than ${MAX_LINES} lines. Split it and import the parts one after the other`)
  return read
}

/** Throws if the file isn't from the product that the caller named. */
const checkSource = (named: ListSource | undefined, found: ListSource, headings: readonly string[]) => {
  if (named === undefined || named === 'CSV' || named === found) return
  const lacking = lackingIn(headings, named)
  const why =
    lacking === null ? 'pretix’s export “Order data (JSON)”' : `${lacking.title}: it has no column '${lacking.heading}'`
  throw invalid(
    'file',
    `isn’t ${why}. If the product has changed its export, import the file as another list (\`CSV\`)`,
  )
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

/** Compares each line with the guest list. Writes nothing. */
export const reportOf = async (
  { event, calendar }: { event: EventRow; calendar: CalendarRow },
  { rows, lineNumbers, skipped, encoding, isPretix, currency }: ReadSource,
  body: Body,
  deps: Deps,
) => {
  const { tickets } = await readTickets(deps.db, event.id)
  const readable = { startAt: event.startAt, tickets, registrationQuestions: event.registrationQuestions }
  const found = withFittingColumns(findColumns(rows, readable), rows, readable)
  const source: ListSource = isPretix ? 'PRETIX' : (found?.source ?? 'CSV')
  checkSource(body.source, source, found?.headings ?? rows[0] ?? [])
  const meanings = body.columns === undefined ? found?.meanings : meaningsIn(body.columns, readable)
  if (meanings === undefined || !meanings.includes('email'))
    throw invalid(
      'columns',
      'has no column with email addresses. Add a heading such as Email, or choose what each column contains',
    )
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
    currency: body.currency ?? currency ?? found?.currency ?? calendar.currency,
    now: deps.clock(),
  }
  const checking = { event, ticketNames: new Map(tickets.map((ticket) => [ticket.id, namesOf(ticket)])) }
  const read = joinOrders(
    data.map((cells, index) => {
      const at = headerAt + 1 + index
      const line = readLine(cells, lineNumbers?.[at] ?? at + 1, context)
      const isHeadings =
        found === null && index === 0 && line.person === null && !cells.some((cell) => cell.includes('@'))
      const why = isHeadings ? HEADINGS_LEFT_OUT : skipped.get(at)
      return why === undefined ? line : { ...line, person: null, isSkipped: true, says: `Line ${line.line}: ${why}` }
    }),
  )
  const key = await deps.vault.linkKeyOf(calendar.id, calendar.linkKeyCipher)
  const lines = await Promise.all(
    read.map(async ({ sourceKey, ...each }) => ({
      ...withAnswers({ ...each, sourceKey }, checking),
      sourceId: await key.derive('import source', `${event.id}:${sourceKey}`),
      address: await erasedAddressHash(key, each.person?.email ?? ''),
    })),
  )
  const sought = lines.flatMap(({ line, sourceId, address, person }) =>
    person === null
      ? []
      : [{ line, sourceId, address, email: person.emailIsBuyers ? '' : person.email, code: person.code }],
  )
  const known = new Map((await findKnownLines(deps.db, event, sought)).map((row) => [row.line, row]))
  const judged = await Promise.all(
    lines.map(({ stored, sourceKey: _key, address: _address, ...each }) =>
      judge({ ...each, stored }, known.get(each.line), meanings),
    ),
  )
  const asks = [
    ...(order === null && body.dateOrder === undefined ? ['dateOrder'] : []),
    ...(mark === null && body.decimalMark === undefined ? ['decimalMark'] : []),
  ]
  const reported = refuseLate<ReportLine>(judged, (each, says) => ({ ...each, result: 'refused', person: null, says }))
  return {
    source,
    encoding,
    meanings,
    columns: meanings.map((meaning, at) => ({
      heading: found?.headings[at] ?? '',
      meaning: meaning === '' ? null : meaning,
      examples: data.flatMap((cells) => cells[at] || []).slice(0, MAX_EXAMPLES),
    })),
    asks: withAcceptance(asks, reported, body.acceptRefused),
    lines: reported,
  }
}

type KnownLine = Awaited<ReturnType<typeof findKnownLines>>[number]
type Checked = Omit<ReturnType<typeof withAnswers>, 'sourceKey'> & { sourceId: string }

const onTheList = (line: number, name: string | null, person: Parameters<typeof nameOf>[0]) =>
  name === null || isSameName(name, nameOf(person))
    ? 'Already on the guest list.'
    : `Line ${line}: Already on the guest list as '${name}', which stays. The file says '${nameOf(person)}'.`

const judge = async (
  { stored, person, ...each }: Checked,
  known: KnownLine | undefined,
  meanings: readonly (Meaning | '')[],
): Promise<ReportLine> => {
  const line = { ...each, guestId: null, person: null, fields: [], digests: {}, before: null }
  if (person === null || known === undefined)
    return { ...line, result: each.isSkipped === true ? 'skipped' : 'refused' }
  if (known.isErased === 1)
    return {
      ...line,
      title: '',
      result: 'refused',
      says: `Line ${each.line}: This person was erased and stays erased. They can register again themselves.`,
    }
  const checked = { ...person, answers: stored }
  const before = importedGuestOf(known)
  if (before !== null) {
    const { says, ...compared } = await compareGuest(checked, before, meanings)
    const said = { ...line, ...compared, guestId: before.id, says: says === null ? null : `Line ${each.line}: ${says}` }
    return compared.fields.length === 0
      ? { ...said, result: 'same' }
      : { ...said, result: 'changed', person: checked, before }
  }
  const hasNames = NAME_MEANINGS.some((name) => meanings.includes(name))
  if (known.guestId !== null)
    return {
      ...line,
      result: 'same',
      guestId: known.guestId,
      says: onTheList(each.line, hasNames ? known.guestName : null, person),
    }
  const newCode =
    known.isCodeTaken === 1 ? `Line ${each.line}: Another guest has this code. The guest gets a new one.` : null
  const says = [each.says, newCode].filter((sentence) => sentence !== null).join(' ') || null
  const digests = await digestsOf(fieldsIn(checked, meanings))
  return { ...line, result: 'new', person: checked, digests, says }
}
