import * as z from 'zod'
import { invalid } from '../../kernel/failure.ts'
import { lazy } from '../../kernel/lazy.ts'
import { Email } from '../../kernel/wire.ts'
import { reason, type Reason } from './report-sentences.ts'

const Id = lazy(() => z.union([z.int(), z.string()]))
const Text = lazy(() => z.string().nullish())
const Money = lazy(() => z.union([z.string(), z.number()]))

export const PretixOrder = lazy(() =>
  z.object({
    code: z.string(),
    status: z.enum(['n', 'p', 'e', 'c']),
    testmode: z.boolean().optional(),
    email: Text(),
    datetime: z.string(),
    fees: z.array(z.object({ value: Money(), canceled: z.boolean().optional() })).optional(),
    positions: z.array(
      z.object({
        id: Id(),
        item: Id(),
        variation: Id().nullish(),
        price: Money(),
        attendee_name: Text(),
        attendee_email: Text(),
        secret: z.string(),
        addon_to: Id().nullish(),
        subevent: z.int().nullish(),
        checkins: z.array(z.object({ datetime: z.string(), type: z.string().optional() })).optional(),
        answers: z.array(z.object({ question: Id(), answer: z.string() })),
      }),
    ),
  }),
)

/** The parts of pretix's export "Order data (JSON)" that an import reads, according to pretix's source code. */
const PretixExport = lazy(() =>
  z.object({
    event: z.object({
      items: z.array(
        z.object({
          id: Id(),
          name: z.string(),
          variations: z.array(z.object({ id: Id(), name: z.string() })).optional(),
        }),
      ),
      questions: z.array(z.object({ id: Id(), question: z.string() })),
      orders: z.array(PretixOrder()),
    }),
  }),
)
export type PretixEvent = z.infer<ReturnType<typeof PretixExport>>['event']

export const isJson = (text: string) => text.trimStart().startsWith('{')

export interface SourceTable {
  rows: string[][]
  /** Reasons why rows aren't imported, by index in `rows`. */
  skipped: ReadonlyMap<number, Reason>
  /** Notes about imported rows, by index in `rows`. */
  notes: ReadonlyMap<number, Reason>
  /** Email addresses of the buyers, by order number. */
  buyers: ReadonlyMap<string, string>
}

const HEADINGS = [
  'Order number',
  'Reference',
  'Order date',
  'Status',
  'Email',
  'Name',
  'Ticket',
  'Price',
  'QR code',
  'Checked in',
]

type Order = PretixEvent['orders'][number]
type Position = Order['positions'][number]

const whySkipped = ({ addon_to: addonTo = null, subevent = null }: Position, isTest: boolean, date: number | null) => {
  if (isTest) return reason('test_order')
  if (addonTo !== null) return reason('addon')
  return date === null || subevent === date ? null : reason('other_date')
}

const enteredAt = ({ checkins = [] }: Position) =>
  checkins
    .filter(({ type = 'entry' }) => type === 'entry')
    .map(({ datetime }) => datetime)
    .toSorted()[0] ?? ''

/** Adds decimals such as `12.50` without rounding. The sum has as many decimals as the longest of them. */
const sumOf = (amounts: readonly (string | number)[]) => {
  const digits = Math.max(...amounts.map((amount) => `${amount}`.split('.')[1]?.length ?? 0))
  const scale = 10 ** digits
  return (amounts.reduce((sum: number, amount) => sum + Math.round(Number(amount) * scale), 0) / scale).toFixed(digits)
}

const noteOn = (hasAddons: boolean, hasFees: boolean) => {
  if (!hasAddons && !hasFees) return null
  return reason(hasAddons ? (hasFees ? 'price_with_addons_and_fees' : 'price_with_addons') : 'price_with_fees')
}

/**
 * Returns the amount paid for a ticket: its price, its add-ons and, for the first ticket of the order, the fees, so
 * that the amounts add up to the order's total at pretix.
 */
const paidFor = ({ id, price }: Position, { positions, fees = [] }: Order) => {
  const addons = positions.filter(({ addon_to: parent = null }) => parent !== null && `${parent}` === `${id}`)
  const isFirst = positions.find(({ addon_to: parent = null }) => parent === null)?.id === id
  const charged = isFirst ? fees.filter(({ canceled = false, value }) => !canceled && Number(value) !== 0) : []
  return {
    amount: sumOf([price, ...addons.map((addon) => addon.price), ...charged.map(({ value }) => value)]),
    note: noteOn(addons.length > 0, charged.length > 0),
  }
}

/** Returns a table with one row per ticket. `date` selects the tickets of one date of a series. */
export const tableOfPretix = ({ items, questions, orders }: PretixEvent, date: number | null): SourceTable => {
  const names = new Map(
    items.flatMap(({ id, name, variations = [] }) => [
      [`${id}`, name] as const,
      ...variations.map((variation) => [`${id}/${variation.id}`, `${name} ${variation.name}`] as const),
    ]),
  )
  const [skipped, notes] = [new Map<number, Reason>(), new Map<number, Reason>()]
  const buyers = new Map<string, string>()
  const rows = [[...HEADINGS, ...questions.map(({ question }) => question)]]
  for (const order of orders) {
    const { code, status, testmode = false, email, datetime, positions } = order
    const buyer = Email().safeParse(email)
    if (buyer.success) buyers.set(code, buyer.data)
    const first = positions.find((position) => whySkipped(position, testmode, date) === null)
    for (const position of positions) {
      const { variation = null } = position
      const own = position.attendee_email ?? ''
      const why = whySkipped(position, testmode, date)
      if (why !== null) skipped.set(rows.length, why)
      const paid = paidFor(position, order)
      if (paid.note !== null) notes.set(rows.length, paid.note)
      rows.push([
        code,
        `${code}-${position.id}`,
        datetime,
        status,
        own === '' && position === first ? (email ?? '') : own,
        position.attendee_name ?? '',
        names.get(variation === null ? `${position.item}` : `${position.item}/${variation}`) ?? '',
        paid.amount,
        position.secret,
        enteredAt(position),
        ...questions.map(({ id }) => position.answers.find(({ question }) => `${question}` === `${id}`)?.answer ?? ''),
      ])
    }
  }
  return { rows, skipped, notes, buyers }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('file', 'isn’t valid JSON')
  }
}

/** Throws if the event is a series and the request doesn't name the date. */
export const checkDate = (orders: PretixEvent['orders'], subevent: number | undefined, field: string) => {
  const dates = new Set(orders.flatMap(({ positions }) => positions.map((position) => position.subevent ?? null)))
  if (subevent === undefined && dates.size > 1)
    throw invalid(field, 'is required, because the event at pretix is a series')
}

/** Reads pretix's order data. Throws if the file has an unexpected structure. */
export const readPretix = (text: string, subevent: number | undefined): SourceTable => {
  const result = PretixExport().safeParse(parsed(text))
  if (!result.success) {
    const at = result.error.issues[0]?.path.join('.') ?? ''
    throw invalid('file', `isn’t pretix’s export “Order data (JSON)”: \`${at}\` is missing or has another form`)
  }
  checkDate(result.data.event.orders, subevent, 'subevent')
  return tableOfPretix(result.data.event, subevent ?? null)
}
