import type { ScheduledExportRow } from '../../db/rows.ts'
import type { Cell } from '../../kernel/csv.ts'
import { amountOf } from '../../kernel/money.ts'
import { nextDate, wallTimeOf } from '../../kernel/zoned-time.ts'
import { sheetWordsIn } from '../../words/sheets.ts'
import type { Language } from '../../words/words.ts'
import { withQuestions, type Dataset } from './exports.ts'

type DatasetName = ScheduledExportRow['dataset']

/** The headings of each file by column, in the order of the file. Names come before ids. */
const headingsIn = ({ locale, words: { form, ticket } }: Language): Record<DatasetName, Record<string, string>> => {
  const words = sheetWordsIn(locale)
  const person = { firstName: form.firstName, lastName: form.lastName, email: form.email }
  const event = { eventTitle: words.event, timezone: words.timezone }
  return {
    GUESTS: {
      ...person,
      status: words.status,
      ticketName: ticket.ticket,
      orderNumber: words.orderNumber,
      createdAt: words.registeredAt,
      checkedInAt: words.checkedInAt,
      ...event,
      qrCode: words.qrCode,
      source: words.source,
      id: words.guestId,
      ticketId: words.ticketId,
      orderId: words.orderId,
      partyId: words.partyId,
      addons: ticket.addons,
      eventId: words.eventId,
      eventSlug: words.eventSlug,
    },
    ORDERS: {
      number: words.orderNumber,
      status: words.status,
      createdAt: words.orderedAt,
      paidAt: words.paidAt,
      ...event,
      ...person,
      ticketName: ticket.ticket,
      currency: words.currency,
      subtotal: words.subtotal,
      discount: ticket.discount,
      total: ticket.total,
      refunded: words.refunded,
      net: words.net,
      couponCode: form.coupon,
      provider: words.provider,
      paymentReference: words.paymentReference,
      id: words.orderId,
      guestId: words.guestId,
      ticketId: words.ticketId,
      eventId: words.eventId,
    },
    CHECKINS: {
      checkedInAt: words.scannedAt,
      ...event,
      ...person,
      ticketName: ticket.ticket,
      checkpointName: words.checkpoint,
      direction: words.direction,
      gate: words.gate,
      checkedInBy: words.scannedBy,
      id: words.checkinId,
      guestId: words.guestId,
      eventId: words.eventId,
      checkpointId: words.checkpointId,
      deviceId: words.deviceId,
    },
    EVENTS: {
      title: words.title,
      startAt: words.startAt,
      endAt: words.endAt,
      timezone: words.timezone,
      status: words.status,
      visibility: words.visibility,
      capacity: words.capacity,
      registered: words.registrations,
      createdAt: words.createdAt,
      id: words.eventId,
      slug: words.eventSlug,
    },
  }
}

type Reader = (name: string) => Cell

const localTime = (at: Cell, zone: Cell) =>
  at === null ? null : wallTimeOf(Date.parse(String(at)), String(zone ?? 'UTC')).replace('T', ' ')

/** In the API, the end of an event that lasts all day is exclusive. A sheet has its last day. */
const timeOf = (name: string, cell: Reader): Cell => {
  const [first, end] = [cell('startDate'), cell('endDate')]
  if (name === 'startAt' && first !== null) return first
  if (name === 'endAt' && end !== null) return nextDate(String(end), -1)
  return localTime(cell(name), cell('timezone'))
}

const AMOUNTS = ['subtotal', 'discount', 'total', 'refunded', 'net']

const cellFor = (name: string, cell: Reader): Cell => {
  if (name.endsWith('At')) return timeOf(name, cell)
  const [value, currency] = [cell(name), cell('currency')]
  const isAmount = AMOUNTS.includes(name) && typeof value === 'number' && typeof currency === 'string'
  return isAmount ? amountOf(value, currency).text : value
}

/**
 * Turns a dataset for people into a table to read in a spreadsheet: translated headings, times in the zone of the event
 * without the offset, which spreadsheets cannot read, and amounts in the main unit of their currency.
 */
export const toSheet = (
  { columns, questions = new Map(), rows }: Dataset,
  dataset: DatasetName,
  language: Language,
): Dataset => {
  const positions = new Map(columns.map((name, index) => [name, index]))
  const fixed = Object.entries(headingsIn(language)[dataset]).filter(([name]) => positions.has(name))
  const asked = [...questions]
  async function* translated(): AsyncGenerator<Cell[][]> {
    for await (const page of rows)
      yield page.map((row) => {
        const cell: Reader = (name) => row[positions.get(name) ?? -1] ?? null
        return [...fixed.map(([name]) => cellFor(name, cell)), ...asked.map(([index]) => row[index] ?? null)]
      })
  }
  return {
    columns: withQuestions(
      fixed.map(([, heading]) => heading),
      asked.map(([, question]) => question),
    ),
    rows: translated(),
  }
}
