import { erasedAddressHash } from '../../access/derived.ts'
import { isKeyLost } from '../../db/personal/lost-key.ts'
import type { CalendarRow, EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { linesOfCsv } from '../../kernel/csv-reading.ts'
import { fromBase64 } from '../../kernel/crypto.ts'
import { invalid } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import type { LinkKey } from '../../kernel/vault.ts'
import { decode } from '../../kernel/text-decoding.ts'
import { ALONE, checkAnswers, namesOf } from '../guests/index.ts'
import { readTickets } from '../tickets/index.ts'
import { decimalMarkOf } from './amounts.ts'
import { withAcceptance } from './asks.ts'
import { dateOrderOf } from './dates.ts'
import type { GuestImport } from './imports.schema.ts'
import { NAME_MEANINGS } from './guest-changes.ts'
import { withFittingColumns } from './guest-columns.ts'
import { isNewLine, judgeLine, type ReportLine } from './judge-line.ts'
import { findKnownLines } from './known-lines.store.ts'
import { findColumns, isMeaning, readLine, type ImportLine, type Meaning } from './lines.ts'
import { joinOrders, refuseLate } from './orders-of-lines.ts'
import { fetchPretix } from './pretix-api.ts'
import { isJson, readPretix, type SourceTable } from './pretix.ts'
import { reason, type Reason } from './report-sentences.ts'
import { lackingIn, type ListSource } from './sources.ts'

const MAX_LINES = 2_000
const MAX_EXAMPLES = 3
const ZIP_MARK = 'PK'

type Body = Pick<
  SchemaOutput<typeof GuestImport>,
  | 'source'
  | 'columns'
  | 'timezone'
  | 'dateOrder'
  | 'decimalMark'
  | 'currency'
  | 'ticketId'
  | 'acceptRefused'
  | 'acceptErased'
>

export interface ReadSource extends SourceTable {
  encoding: string
  isPretix: boolean
  /** Currency of all amounts, if the source states one. */
  currency?: string
  /** Line of the file at which each row begins. Omitted if every row is one line. */
  lineNumbers?: readonly number[]
}

const tableIn = (bytes: Uint8Array<ArrayBuffer>, subevent: number | undefined): ReadSource => {
  const { text, encoding } = decode(bytes)
  if (text.startsWith(ZIP_MARK))
    throw invalid('file', 'is a spreadsheet or an archive. Save it as CSV and send that file')
  if (isJson(text)) return { ...readPretix(text, subevent), encoding, isPretix: true }
  const lines = linesOfCsv(text)
  const [rows, lineNumbers] = [lines.map(({ cells }) => cells), lines.map(({ line }) => line)]
  return { rows, lineNumbers, skipped: new Map(), notes: new Map(), buyers: new Map(), encoding, isPretix: false }
}

/** Reads the file, or the event at pretix. */
export const readSource = async (
  { file, pretix, subevent }: Pick<SchemaOutput<typeof GuestImport>, 'file' | 'pretix' | 'subevent'>,
  locale: string,
  deps: Deps,
): Promise<ReadSource> => {
  if ((file === undefined) === (pretix === undefined)) throw invalid('file', 'or `pretix` is required, but not both')
  const read =
    pretix === undefined
      ? tableIn(fromBase64(file ?? ''), subevent)
      : { ...(await fetchPretix(pretix, locale, deps)), encoding: 'UTF-8', isPretix: true }
  if (read.rows.length > MAX_LINES + 1)
    throw invalid('file', `has more than ${MAX_LINES} lines. Split it and import the parts one after the other`)
  return read
}

/** Throws if the file isn't from the product named in the request. */
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
    if (!isMeaning(text, event)) throw invalid(`columns.${index}`, 'isn’t a known column meaning')
    return text
  })

interface Checking {
  event: EventRow
  ticketNames: ReadonlyMap<string, string[]>
}

/** Returns the answers that fit the event's questions. Refuses the line if an answer isn't one of the options. */
const withAnswers = (each: ImportLine, { event, ticketNames }: Checking) => {
  if (each.person === null) return { ...each, stored: [] }
  const tickets = ticketNames.get(each.person.ticketId ?? '') ?? []
  const checked = checkAnswers(event.registrationQuestions, each.person.answers, { isOwn: false, of: ALONE, tickets })
  const [wrong] = checked.faults
  if (wrong === undefined) return { ...each, stored: checked.answers }
  const index = Number(/\d+/.exec(wrong.field)?.[0] ?? 0)
  const question = event.registrationQuestions.find(({ id }) => id === each.person?.answers[index]?.questionId)
  const why = reason('answer_invalid', { question: question?.label ?? '', message: wrong.message })
  return { ...each, person: null, reasons: [why, reason('guest_left_out')], stored: [] }
}

const withNote = (each: ImportLine, note: Reason | undefined): ImportLine =>
  note === undefined ? each : { ...each, notes: [...each.notes, note] }

/**
 * Hashes that identify a line, its person, its buyer and its order in later imports. They include the product, because
 * two products may use the same reference.
 */
const hashesOf = async (
  key: LinkKey,
  { sourceKey, person }: ImportLine,
  { eventId, source }: { eventId: string; source: ListSource },
) => {
  const isReferenced = sourceKey.startsWith('#')
  return {
    isReferenced,
    sourceId: await key.derive('import source', `${eventId}:${isReferenced ? source : ''}${sourceKey}`),
    address: await erasedAddressHash(key, person?.email ?? ''),
    buyerHash: await erasedAddressHash(key, person?.buyerEmail ?? ''),
    orderHash:
      person === null || person.order === '' ? null : await key.derive('import order', `${eventId}:${person.order}`),
  }
}

/** Compares each line with the guest list. Writes nothing. */
export const reportOf = async (
  { event, calendar }: { event: EventRow; calendar: CalendarRow },
  { rows, lineNumbers, skipped, notes, buyers, encoding, isPretix, currency }: ReadSource,
  body: Body,
  deps: Deps,
) => {
  const { tickets } = await readTickets(deps.db, event.id)
  const readable = { startAt: event.startAt, tickets, registrationQuestions: event.registrationQuestions }
  const found = withFittingColumns(findColumns(rows, readable), rows, readable)
  const source: ListSource = isPretix ? 'PRETIX' : (found?.source ?? 'CSV')
  checkSource(body.source, source, found?.headings ?? rows[0] ?? [])
  const meanings = body.columns === undefined ? found?.meanings : meaningsIn(body.columns, readable)
  const isOfNames = body.columns !== undefined && NAME_MEANINGS.some((name) => meanings?.includes(name))
  if (meanings === undefined || (!meanings.includes('email') && !isOfNames))
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
      const why = isHeadings ? reason('headings') : skipped.get(at)
      return why === undefined ? line : { ...line, person: null, isSkipped: true, reasons: [why] }
    }),
    buyers,
  )
  const key = await deps.vault.linkKeyOf(calendar.id, calendar.linkKeyCipher)
  const lines = await Promise.all(
    read.map(async (each) => ({
      ...withAnswers(withNote(each, notes.get(each.line - 1)), checking),
      ...(await hashesOf(key, each, { eventId: event.id, source })),
    })),
  )
  const sought = lines.flatMap(({ line, sourceId, address, buyerHash, orderHash, person }) =>
    person === null
      ? []
      : [
          {
            line,
            sourceId,
            address,
            buyer: buyerHash,
            email: person.emailIsBuyers ? '' : person.email,
            code: person.code,
            order: orderHash,
          },
        ],
  )
  const known = new Map((await findKnownLines(deps.db, event, sought)).map((row) => [row.line, row]))
  const judged = await Promise.all(lines.map((each) => judgeLine(each, known.get(each.line), { meanings, source })))
  const asks = [
    ...(order === null && body.dateOrder === undefined ? ['dateOrder'] : []),
    ...(mark === null && body.decimalMark === undefined ? ['decimalMark'] : []),
  ]
  const reported = refuseLate<ReportLine>(judged, (each, reasons) => ({
    ...each,
    result: 'refused',
    person: null,
    reasons,
  }))
  const isAsked = body.acceptErased !== true && reported.some(isNewLine) && (await isKeyLost(deps.db, calendar.id))
  return {
    source,
    encoding,
    meanings,
    columns: meanings.map((meaning, at) => ({
      heading: found?.headings[at] ?? '',
      meaning: meaning === '' ? null : meaning,
      examples: data.flatMap((cells) => cells[at] || []).slice(0, MAX_EXAMPLES),
    })),
    asks: [...withAcceptance(asks, reported, body.acceptRefused), ...(isAsked ? ['acceptErased'] : [])],
    lines: reported,
  }
}
