import { iso, MINUTE_MS, type Instant } from '../../kernel/time.ts'
import type { RehearsalResultOutput } from '../../modules/rehearsals/index.ts'
import type { Facts } from './event-facts.ts'
import { dayIn } from './local-time.ts'
import type { CapturedMail } from './mails.ts'
import type { Played } from './played.ts'

type Entry = RehearsalResultOutput['timeline'][number]

/** Emails or actions of one kind form a single entry if they are on the same day and at most this far apart. */
const TOGETHER_MS = 6 * 60 * MINUTE_MS

export const momentsOf = <Item extends { at: Instant }>(items: readonly Item[], { timezone }: Facts): Item[][] => {
  const dayOf = dayIn(timezone)
  const moments: Item[][] = []
  for (const item of items) {
    const last = moments.at(-1)
    const before = last?.at(-1)
    const isTogether = before !== undefined && item.at - before.at <= TOGETHER_MS && dayOf(item.at) === dayOf(before.at)
    if (isTogether) last?.push(item)
    else moments.push([item])
  }
  return moments
}

/** Counts by name, in order of first occurrence. */
export const named = <Item>(items: readonly Item[], nameOf: (item: Item) => string): [string, Item[]][] => {
  const found = new Map<string, Item[]>()
  for (const item of items) {
    const before = found.get(nameOf(item))
    if (before === undefined) found.set(nameOf(item), [item])
    else before.push(item)
  }
  return [...found]
}

/** Rounded to the second, within which two runs may order writes differently. */
export const shownAt = (at: Instant) => iso(Math.floor(at / 1_000) * 1_000)

interface Happening {
  at: Instant
  guest: number | null
}

const lowestGuest = (happenings: readonly Happening[]) =>
  happenings.reduce<number | null>(
    (low, { guest }) => (guest === null || (low !== null && low <= guest) ? low : guest),
    null,
  )

const entry = (kind: string, name: string, happenings: readonly Happening[]): Entry => ({
  at: shownAt(happenings[0]?.at ?? 0),
  until: shownAt(happenings.at(-1)?.at ?? 0),
  kind,
  name,
  count: happenings.length,
  guest: lowestGuest(happenings),
})

const milestone = (name: string, at: Instant | null | undefined, count = 0): Entry[] =>
  at === null || at === undefined
    ? []
    : [{ at: shownAt(at), until: shownAt(at), kind: 'milestone', name, count, guest: null }]

/** Sorts by instant, kind and name. Ids can't break ties, because they don't come from the seed. */
export const rehearsedTimeline = (facts: Facts, played: Played, mails: readonly CapturedMail[]): Entry[] => {
  const soldOut = played.seats.find(
    ({ taken, offered }) => facts.capacity !== null && taken + offered >= facts.capacity,
  )
  const waiting = played.seats.find(({ waiting: many }) => many > 0)
  const momentsNamed = <Item extends Happening>(kind: string, [name, all]: [string, Item[]]) =>
    momentsOf(all, facts).map((moment) => entry(kind, name, moment))
  return [
    ...milestone('opens', facts.opensAt),
    ...milestone('sold_out', soldOut?.at, facts.capacity ?? 0),
    ...milestone('first_waiting', waiting?.at),
    ...milestone('closes', facts.closesAt),
    ...milestone('door_opens', facts.doorOpensAt),
    ...milestone('starts', facts.startAt),
    ...milestone('ends', facts.endAt),
    ...named(played.acts, ({ name }) => name).flatMap((acts) => momentsNamed('guests', acts)),
    ...named(mails, ({ kind }) => kind).flatMap((all) => momentsNamed('mail', all)),
    ...(played.latePayments.length === 0 ? [] : [entry('money', 'paid_late', played.latePayments)]),
  ].toSorted((left, right) => {
    const [first, second] = [`${left.at} ${left.kind} ${left.name}`, `${right.at} ${right.kind} ${right.name}`]
    return first < second ? -1 : Number(first > second)
  })
}
