import { HEADING_MEANINGS, meaningOfHeading, resolveNames, type HeadingMeaning } from '../../kernel/column-headings.ts'
import { foldForSearch, splitName } from '../../kernel/person-name.ts'
import type { RegistrationAnswer, RegistrationQuestion } from '../../db/rows.ts'
import { Email } from '../../kernel/wire.ts'
import type { Instant } from '../../kernel/time.ts'
import { toInstant, type DateOrder } from './dates.ts'
import { isCurrency } from '../../kernel/money.ts'
import { currencyIn, isFree, minorUnitsIn, type DecimalMark } from './amounts.ts'
import { currencyOfHeadings, meaningInSource, listSourceOf, type ListSource } from './sources.ts'
import { fault, LineFault, LineSkip } from './line-faults.ts'
import { reason, type Reason } from './report-sentences.ts'

export type Meaning = HeadingMeaning | `question:${string}`

/** Statuses that an imported guest can have. */
export type ImportedStatus = 'CONFIRMED' | 'CHECKED_IN' | 'PENDING' | 'WAITLISTED' | 'CANCELLED'

/** A line of the file, read as a guest, or with the reasons why it can't be. */
export interface ImportLine {
  line: number
  title: string
  /** Reasons why the line isn't imported. Empty if it is. */
  reasons: readonly Reason[]
  /** Notes about an imported line. */
  notes: readonly Reason[]
  /** `#` and the line's own id. If empty, `joinOrders` replaces it. */
  sourceKey: string
  person: ImportedPerson | null
  /** The same value for all guests of a party. Null for a single guest. */
  party: string | null
  /** Whether the line is a valid guest that this service doesn't import. */
  isSkipped?: boolean
}

export interface ImportedPerson {
  firstName: string
  lastName: string
  email: string
  ticketId: string | null
  status: ImportedStatus
  registeredAt: Instant
  checkedInAt: Instant | null
  code: string | null
  /** Price of the seat, in minor units of `currency`. */
  amount: number
  currency: string | null
  /** Order number in the file, or ''. Guests with the same number become a party. */
  order: string
  /** True for a guest without an email address. `email` is then the buyer's, or empty if the buyer has none either. */
  emailIsBuyers: boolean
  /** Email address of the order's buyer, or ''. */
  buyerEmail: string
  answers: { questionId: string; answer: string | string[] | boolean }[]
}

/** A person, with answers in stored form that fit the event's questions. */
export type CheckedPerson = Omit<ImportedPerson, 'answers'> & { answers: RegistrationAnswer[] }

export interface ReadableEvent {
  startAt: Instant
  tickets: readonly { id: string; name: string; currency?: string | null }[]
  registrationQuestions: readonly Pick<RegistrationQuestion, 'id' | 'label' | 'type'>[]
}

const YES = new Set(
  'true yes y x 1 on ✓ ✔ agreed accepted ja oui si sí sì sim tak はい نعم'
    .split(' ')
    .map((word) => foldForSearch(word)),
)
const NO = new Set('false no n 0 off nein non não nie nee いいえ لا -'.split(' ').map((word) => foldForSearch(word)))

const STATUS_WORDS: Readonly<Record<ImportedStatus, string>> = {
  CONFIRMED:
    'confirmed, approved, going, paid, p, yes, attending, registered, complete, completed, bestätigt, bezahlt, confirmé, payé, confirmado, pagado, confermato, pagato, bevestigd, betaald, pago, potwierdzony, opłacony, 確認済み, مؤكد',
  CHECKED_IN: 'checked in, checked_in, attended, present, eingecheckt, présent, ingecheckt, obecny, 入場済み',
  PENDING:
    'pending, pending_approval, pending approval, waiting for approval, unpaid, n, ausstehend, offen, en attente, pendiente, in attesa, in afwachting, pendente, oczekujący, 保留中, قيد الانتظار',
  WAITLISTED:
    "waitlist, waitlisted, waiting list, warteliste, liste d'attente, lista de espera, lista d'attesa, wachtlijst, lista oczekujących, キャンセル待ち, قائمة الانتظار",
  CANCELLED:
    'cancelled, canceled, void, refunded, declined, not going, not attending, deleted, no, c, e, expired, storniert, abgesagt, annulé, remboursé, cancelado, reembolsado, annullato, rimborsato, geannuleerd, anulowany, キャンセル, ملغى',
}

const STATUSES = new Map(
  Object.entries(STATUS_WORDS).flatMap(([status, words]) =>
    words.split(', ').map((word) => [foldForSearch(word), status as ImportedStatus] as const),
  ),
)

/** An invitation isn't a registration, so its line is skipped rather than refused. */
const INVITED = new Set(
  'invited eingeladen invité invitado invitato uitgenodigd convidado zaproszony 招待済み مدعو'
    .split(' ')
    .map((word) => foldForSearch(word)),
)

export const isStatus = (text: string) => STATUSES.has(foldForSearch(text))

const CONTROL = /\p{Cc}/u
const MAX_NAME_LENGTH = 200
const MIN_CODE_LENGTH = 4
const MAX_CODE_LENGTH = 200
const MAX_HEADER_ROW = 10
const MAX_AMOUNT = 100_000_000_000

const meaningOf = (heading: string, { registrationQuestions }: ReadableEvent, source: ListSource): Meaning | null => {
  const own = meaningInSource(heading, source)
  if (own !== undefined) return own
  const folded = foldForSearch(heading.trim())
  const question = registrationQuestions.find(({ label }) => foldForSearch(label.trim()) === folded)
  if (question !== undefined) return `question:${question.id}`
  return source === 'LUMA' || source === 'EVENTBRITE' ? null : meaningOfHeading(heading)
}

const headerIn = (row: readonly string[], at: number, event: ReadableEvent) => {
  const source = listSourceOf(row)
  const meanings = row.map((cell) => meaningOf(cell, event, source))
  const known = meanings.filter((meaning) => meaning !== null).length
  const isKnown = source !== 'CSV' || known * 2 >= row.filter((cell) => cell !== '').length
  if (!isKnown) return []
  const resolved = resolveNames(meanings.map((meaning) => meaning ?? ''))
  return [{ headerAt: at, headings: row, meanings: resolved, source, currency: currencyOfHeadings(row) }]
}

/**
 * Finds the row with the headings, because exports often start with a title. It is the first of ten rows that has the
 * columns of a product, or in which half of all non-empty cells are known headings, including an email address or,
 * failing that, a name.
 */
export const findColumns = (rows: readonly (readonly string[])[], event: ReadableEvent) => {
  const headers = rows.slice(0, MAX_HEADER_ROW).flatMap((row, at) => headerIn(row, at, event))
  const has = (names: readonly (Meaning | '')[]) =>
    headers.find(({ meanings }) => meanings.some((meaning) => names.includes(meaning)))
  return has(['email']) ?? has(['name', 'firstName', 'lastName']) ?? null
}

export const isMeaning = (text: string, { registrationQuestions }: ReadableEvent): text is Meaning =>
  HEADING_MEANINGS.some((meaning) => meaning === text) ||
  registrationQuestions.some(({ id }) => text === `question:${id}`)

/** A cancelled guest stays cancelled even if the file has a check-in, because they were refunded. */
const statusIn = (text: string, isIn: boolean): ImportedStatus => {
  const stated = text === '' ? 'CONFIRMED' : STATUSES.get(foldForSearch(text))
  if (isIn) return stated === 'CANCELLED' ? stated : 'CHECKED_IN'
  if (INVITED.has(foldForSearch(text))) throw new LineSkip(reason('invited'))
  return stated ?? fault('status_unknown', { value: text })
}

const answerIn = (type: RegistrationQuestion['type'], text: string) => {
  if (type === 'CHECKBOX') {
    const folded = foldForSearch(text.trim())
    return YES.has(folded) || (NO.has(folded) ? false : fault('neither_yes_nor_no', { value: text }))
  }
  return type === 'MULTISELECT' ? text.split(/[,;|]/).map((part) => part.trim()) : text
}

export interface LineContext {
  event: ReadableEvent
  meanings: readonly (Meaning | '')[]
  timezone: string
  dateOrder: DateOrder | null
  ticketId: string | null
  decimalMark: DecimalMark | null
  /** Currency of amounts without one, if the ticket has no price. */
  currency: string | null
  now: Instant
}

const moneyIn = (of: (meaning: Meaning) => string, ofTicket: string | null, { decimalMark, currency }: LineContext) => {
  const text = of('amount')
  if (text === '' || isFree(text)) return { amount: 0, currency: null }
  const stated = of('currency').toUpperCase() || (currencyIn(text) ?? ofTicket ?? currency)
  if (stated === null || !isCurrency(stated)) return fault('currency_missing', { value: text })
  const amount = minorUnitsIn(text, decimalMark ?? '.', stated)
  if (amount === null || amount > MAX_AMOUNT) return fault('amount_unreadable', { value: text, currency: stated })
  return { amount, currency: stated }
}

const personIn = (of: (meaning: Meaning) => string, context: LineContext): ImportedPerson => {
  const { event, timezone, dateOrder, now } = context
  const order = of('orderReference')
  const address = Email().safeParse(of('email'))
  if (!address.success && of('email') !== '') return fault('address_invalid', { value: of('email') })
  const email = address.data ?? ''
  const whole = splitName(of('name') === '' ? undefined : of('name'), email)
  const isSplit = of('firstName') !== '' || of('lastName') !== ''
  const names = isSplit ? { firstName: of('firstName'), lastName: of('lastName') } : whole
  if ([names.firstName, names.lastName, of('code')].some((text) => CONTROL.test(text))) fault('control_characters')
  if (names.firstName.length > MAX_NAME_LENGTH || names.lastName.length > MAX_NAME_LENGTH)
    fault('name_too_long', { max: MAX_NAME_LENGTH })
  const ticket = event.tickets.find(({ name }) => foldForSearch(name) === foldForSearch(of('ticket')))
  if (of('ticket') !== '' && ticket === undefined) fault('ticket_unknown', { value: of('ticket') })
  const at = (meaning: 'registeredAt' | 'checkedInAt', text: string) => {
    const instant = toInstant(text, timezone, dateOrder)
    if (instant === null) return fault('date_unreadable', { value: text, field: meaning })
    return instant > now ? fault('date_in_future', { value: text, field: meaning }) : instant
  }
  const entered = foldForSearch(of('checkedInAt'))
  const checkedInAt =
    entered === '' || NO.has(entered)
      ? null
      : YES.has(entered)
        ? Math.min(event.startAt, now)
        : at('checkedInAt', of('checkedInAt'))
  const code = of('code')
  if (code !== '' && (code.length < MIN_CODE_LENGTH || code.length > MAX_CODE_LENGTH))
    fault('code_length', { min: MIN_CODE_LENGTH, max: MAX_CODE_LENGTH })
  const status = statusIn(of('status'), checkedInAt !== null)
  return {
    ...names,
    email,
    emailIsBuyers: false,
    buyerEmail: email,
    order,
    ...moneyIn(of, ticket?.currency ?? null, context),
    ticketId: ticket?.id ?? context.ticketId ?? fault('ticket_missing'),
    status,
    registeredAt: of('registeredAt') === '' ? now : at('registeredAt', of('registeredAt')),
    checkedInAt: status === 'CHECKED_IN' ? (checkedInAt ?? Math.min(event.startAt, now)) : null,
    code: code === '' ? null : code,
    answers: event.registrationQuestions.flatMap(({ id, type }) => {
      const text = of(`question:${id}`)
      return text === '' ? [] : [{ questionId: id, answer: answerIn(type, text) }]
    }),
  }
}

/** Reads one line. A fault leaves out only this line. */
export const readLine = (cells: readonly string[], line: number, context: LineContext): ImportLine => {
  const of = (meaning: Meaning) => cells[context.meanings.indexOf(meaning)] ?? ''
  const named = of('email') === '' ? `${of('firstName')} ${of('lastName')} ${of('name')}`.trim() : of('email')
  const reference = of('reference')
  const known = { line, title: named, party: null, sourceKey: `#${reference}`, reasons: [], notes: [] }
  try {
    const person = personIn(of, context)
    const hasLeft =
      person.status === 'CANCELLED' && of('checkedInAt') !== '' && !NO.has(foldForSearch(of('checkedInAt')))
    const notes = hasLeft ? [reason('cancelled_and_checked_in')] : []
    return { ...known, notes, person }
  } catch (error) {
    if (!(error instanceof LineFault)) throw error
    const reasons = [error.reason, reason('guest_left_out')]
    return { ...known, reasons, person: null, ...(error instanceof LineSkip ? { isSkipped: true } : {}) }
  }
}
