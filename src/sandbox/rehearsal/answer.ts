import { iso, MINUTE_MS, type Instant } from '../../kernel/time.ts'
import { renderQrPng } from '../../modules/checkins/index.ts'
import type { RehearsalResultOutput } from '../../modules/rehearsals/index.ts'
import type { Books } from '../books.ts'
import { withPictures, withSampleCode } from '../pictures.ts'
import type { Facts } from './event-facts.ts'
import type { CapturedMail } from './mails.ts'
import type { Played } from './played.ts'

type Result = RehearsalResultOutput
type Entry = Result['timeline'][number]

const STEP_MS = 10 * MINUTE_MS
const MAX_POINTS = 240

/** Emails of one kind within this time of each other are one entry of the timeline. */
const TOGETHER_MS = 6 * 60 * MINUTE_MS

const groupsOf = <Item extends { at: Instant }>(items: readonly Item[], gapMs: number): Item[][] => {
  const groups: Item[][] = []
  for (const item of items) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last === undefined || before === undefined || item.at - before.at > gapMs) groups.push([item])
    else last.push(item)
  }
  return groups
}

const byKind = (mails: readonly CapturedMail[]) => {
  const kinds = new Map<string, CapturedMail[]>()
  for (const mail of mails) kinds.set(mail.kind, [...(kinds.get(mail.kind) ?? []), mail])
  return [...kinds].toSorted(([, [left]], [, [right]]) => (left?.at ?? 0) - (right?.at ?? 0))
}

/** To the second: two runs may order writes within one differently. */
const shownAt = (at: Instant) => iso(Math.floor(at / 1_000) * 1_000)

const lowestGuest = (mails: readonly CapturedMail[]) =>
  mails.reduce<number | null>(
    (low, { guest }) => (guest === null || (low !== null && low <= guest) ? low : guest),
    null,
  )

const mailEntries = (mails: readonly CapturedMail[]): Entry[] =>
  byKind(mails).flatMap(([kind, all]) =>
    groupsOf(all, TOGETHER_MS).map((group) => ({
      at: shownAt(group[0]?.at ?? 0),
      until: shownAt(group.at(-1)?.at ?? 0),
      kind: 'mail',
      name: kind,
      count: group.length,
      guest: lowestGuest(group),
    })),
  )

const milestone = (name: string, at: Instant | null | undefined, count = 0): Entry[] =>
  at === null || at === undefined
    ? []
    : [{ at: shownAt(at), until: shownAt(at), kind: 'milestone', name, count, guest: null }]

const moneyEntries = ({ latePayments }: Played): Entry[] =>
  latePayments.length === 0
    ? []
    : [
        {
          at: shownAt(Math.min(...latePayments.map(({ at }) => at))),
          until: shownAt(Math.max(...latePayments.map(({ at }) => at))),
          kind: 'money',
          name: 'paid_late',
          count: latePayments.length,
          guest: latePayments[0]?.guest ?? null,
        },
      ]

export const rehearsedTimeline = (facts: Facts, played: Played, mails: readonly CapturedMail[]): Entry[] => {
  const soldOut = played.seats.find(
    ({ taken, offered }) => facts.capacity !== null && taken + offered >= facts.capacity,
  )
  const waiting = played.seats.find(({ waiting: many }) => many > 0)
  return [
    ...milestone('opens', facts.opensAt),
    ...milestone('sold_out', soldOut?.at, facts.capacity ?? 0),
    ...milestone('first_waiting', waiting?.at),
    ...milestone('closes', facts.closesAt),
    ...milestone('door_opens', facts.doorOpensAt),
    ...milestone('starts', facts.startAt),
    ...milestone('ends', facts.endAt),
    ...mailEntries(mails),
    ...moneyEntries(played),
  ].toSorted((left, right) => {
    const [first, second] = [`${left.at} ${left.kind} ${left.name}`, `${right.at} ${right.kind} ${right.name}`]
    return first < second ? -1 : Number(first > second)
  })
}

/** The email that guest 17 got, or the guest nearest to that. */
const SHOWN_GUEST = 17
const CODE_PIXELS = 296
const distance = ({ guest }: CapturedMail) => (guest === null ? Number.MAX_SAFE_INTEGER : Math.abs(guest - SHOWN_GUEST))

const sampleOf = (books: Books, code: Uint8Array<ArrayBuffer>, mails: readonly CapturedMail[]) => {
  const [first] = mails.toSorted((left, right) => distance(left) - distance(right) || left.at - right.at)
  if (first === undefined) return []
  const { guest, to, subject, text } = first
  return [{ guest, to, subject, html: withPictures(books, withSampleCode(first.html, code), first), text }]
}

export const rehearsedMails = async (books: Books, mails: readonly CapturedMail[]): Promise<Result['mails']> => {
  const code = await renderQrPng('qr_rehearsal', { size: CODE_PIXELS })
  return byKind(mails).flatMap(([kind, all]) =>
    sampleOf(books, code, all).map((sample) => ({
      kind,
      count: all.length,
      moments: groupsOf(all, TOGETHER_MS).map((group) => ({ at: shownAt(group[0]?.at ?? 0), count: group.length })),
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

/** At most `MAX_POINTS` points: the last of each stretch of time. */
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
