import { iso, MINUTE_MS, type Instant } from '../../kernel/time.ts'
import { renderQrPng } from '../../modules/checkins/index.ts'
import type { RehearsalResultOutput } from '../../modules/rehearsals/index.ts'
import type { Books } from '../books.ts'
import { withPictures, withSampleCode } from '../pictures.ts'
import type { Facts } from './event-facts.ts'
import type { CapturedMail } from './mails.ts'
import type { Played } from './played.ts'
import { momentsOf, named, shownAt } from './timeline.ts'

type Result = RehearsalResultOutput

const STEP_MS = 10 * MINUTE_MS
const MAX_POINTS = 240

/** The email sent to guest 17, or to the guest with the nearest number. */
const SHOWN_GUEST = 17
const CODE_PIXELS = 296
const distance = ({ guest }: CapturedMail) => (guest === null ? Number.MAX_SAFE_INTEGER : Math.abs(guest - SHOWN_GUEST))

const sampleOf = (books: Books, code: Uint8Array<ArrayBuffer>, mails: readonly CapturedMail[]) => {
  const [first] = mails.toSorted((left, right) => distance(left) - distance(right) || left.at - right.at)
  if (first === undefined) return []
  const { guest, to, subject, text } = first
  return [{ guest, to, subject, html: withPictures(books, withSampleCode(first.html, code), first), text }]
}

export const rehearsedMails = async (
  books: Books,
  facts: Facts,
  mails: readonly CapturedMail[],
): Promise<Result['mails']> => {
  const code = await renderQrPng('qr_rehearsal', { size: CODE_PIXELS })
  return named(mails, (mail) => mail.kind).flatMap(([kind, all]) =>
    sampleOf(books, code, all).map((sample) => ({
      kind,
      count: all.length,
      moments: momentsOf(all, facts).map((moment) => ({ at: shownAt(moment[0]?.at ?? 0), count: moment.length })),
      sample,
    })),
  )
}

interface OrderSum extends Record<string, SqlStorageValue> {
  currency: string
  charged: number
  pending: number
  refunded: number
  disputed: number
}

const ORDERS = `select currency,
  coalesce(sum(case when paid_at is not null then total end), 0) as charged,
  coalesce(sum(case when status = 'PENDING' then total end), 0) as pending,
  coalesce(sum(refunded), 0) as refunded,
  coalesce((select sum(d.amount) from sandbox_disputes d where d.currency = orders.currency), 0) as disputed
  from orders where event_id = ? and total > 0 group by currency order by currency`

const TICKETS = `select ticket_name as name, sum(quantity) as quantity, sum(total - coalesce((select sum(a.quantity * a.price)
  from order_addons a where a.order_id = orders.id), 0)) as charged from orders
  where event_id = ? and currency = ? and paid_at is not null and total > 0 group by 1 order by 1`

const ADDONS = `select a.name, sum(a.quantity) as quantity, sum(a.quantity * a.price) as charged
  from order_addons a join orders o on o.id = a.order_id
  where o.event_id = ? and o.currency = ? and o.paid_at is not null group by 1 order by 1`

interface Sold extends Record<string, SqlStorageValue> {
  name: string
  quantity: number
  charged: number
}

export const rehearsedMoney = (books: Books, facts: Facts): Result['money'] =>
  books.rows<OrderSum>(ORDERS, facts.id).map((sum) => ({
    ...sum,
    kept: sum.charged - sum.refunded - sum.disputed,
    tickets: books.rows<Sold>(TICKETS, facts.id, sum.currency),
    addons: books.rows<Sold>(ADDONS, facts.id, sum.currency),
  }))

/** Thins the points out to at most `MAX_POINTS`: the last of each interval. */
export const rehearsedSeats = ({ capacity, opensAt }: Facts, { seats }: Played): Result['seats'] => {
  const [first, last] = [seats[0], seats.at(-1)]
  if (first === undefined || last === undefined) return { capacity, line: [] }
  const stepMs = Math.max(1, (last.at - opensAt) / MAX_POINTS)
  const kept = seats.filter(
    ({ at }, index) =>
      index === seats.length - 1 || Math.floor(at / stepMs) !== Math.floor((seats[index + 1]?.at ?? 0) / stepMs),
  )
  return { capacity, line: kept.map((each) => ({ ...each, at: shownAt(each.at) })) }
}

export const rehearsedDoor = ({ door, noShows }: Played): Result['door'] => {
  const steps = new Map<Instant, { admitted: number; refused: number }>()
  const codes = new Map<string, number>()
  for (const { at, code } of door) {
    const step = Math.floor(at / STEP_MS) * STEP_MS
    const { admitted, refused } = steps.get(step) ?? { admitted: 0, refused: 0 }
    steps.set(step, code === null ? { admitted: admitted + 1, refused } : { admitted, refused: refused + 1 })
    if (code !== null) codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  return {
    steps: [...steps].toSorted(([left], [right]) => left - right).map(([at, counts]) => ({ at: iso(at), ...counts })),
    admitted: door.filter(({ code }) => code === null).length,
    refused: [...codes]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([code, count]) => ({ code, count })),
    noShows,
  }
}
