import * as z from 'zod'
import { invalid } from '../../kernel/failure.ts'
import { lazy } from '../../kernel/lazy.ts'

const Id = lazy(() => z.union([z.int(), z.string()]))
const Text = lazy(() => z.string().nullish())

export const PretixOrder = lazy(() =>
  z.object({
    code: z.string(),
    status: z.enum(['n', 'p', 'e', 'c']),
    testmode: z.boolean().optional(),
    email: Text(),
    datetime: z.string(),
    positions: z.array(
      z.object({
        id: Id(),
        item: Id(),
        variation: Id().nullish(),
        price: z.union([z.string(), z.number()]),
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

/** Parts of pretix's export "Order data (JSON)" that an import reads, as its source code writes them. */
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
  /** Why a row isn't imported, by its index in `rows`. */
  skipped: ReadonlyMap<number, string>
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

type Position = PretixEvent['orders'][number]['positions'][number]

const whySkipped = ({ addon_to: addonTo = null, subevent = null }: Position, isTest: boolean, date: number | null) => {
  if (isTest) return 'It belongs to an order in test mode.'
  if (addonTo !== null) return 'It is an add-on. Add-ons aren’t imported.'
  return date === null || subevent === date ? null : 'It belongs to another date of the series.'
}

const enteredAt = ({ checkins = [] }: Position) =>
  checkins
    .filter(({ type = 'entry' }) => type === 'entry')
    .map(({ datetime }) => datetime)
    .toSorted()[0] ?? ''

/** Returns a table with a row per ticket. `date` is the date of a series whose tickets are imported. */
export const tableOfPretix = ({ items, questions, orders }: PretixEvent, date: number | null): SourceTable => {
  const names = new Map(
    items.flatMap(({ id, name, variations = [] }) => [
      [`${id}`, name] as const,
      ...variations.map((variation) => [`${id}/${variation.id}`, `${name} ${variation.name}`] as const),
    ]),
  )
  const skipped = new Map<number, string>()
  const rows = [[...HEADINGS, ...questions.map(({ question }) => question)]]
  for (const { code, status, testmode = false, email, datetime, positions } of orders)
    for (const [place, position] of positions.entries()) {
      const { variation = null } = position
      const own = position.attendee_email ?? ''
      const why = whySkipped(position, testmode, date)
      if (why !== null) skipped.set(rows.length, why)
      rows.push([
        code,
        `${code}-${position.id}`,
        datetime,
        status,
        own === '' && place === 0 ? (email ?? '') : own,
        position.attendee_name ?? '',
        names.get(variation === null ? `${position.item}` : `${position.item}/${variation}`) ?? '',
        `${position.price}`,
        position.secret,
        enteredAt(position),
        ...questions.map(({ id }) => position.answers.find(({ question }) => `${question}` === `${id}`)?.answer ?? ''),
      ])
    }
  return { rows, skipped }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('file', 'isn’t valid JSON')
  }
}

/** Reads pretix's order data. Throws if the file has another form. */
export const readPretix = (text: string): SourceTable => {
  const result = PretixExport().safeParse(parsed(text))
  if (!result.success) {
    const at = result.error.issues[0]?.path.join('.') ?? ''
    throw invalid('file', `isn’t pretix’s export “Order data (JSON)”: \`${at}\` is missing or has another form`)
  }
  return tableOfPretix(result.data.event, null)
}
