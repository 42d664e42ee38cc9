import { HOUR_MS, iso, MINUTE_MS, type Instant } from '../../kernel/time.ts'
import type { FindingCode, RehearsalResultOutput } from '../../modules/rehearsals/index.ts'
import type { Books } from '../books.ts'
import type { Facts } from './event-facts.ts'
import { dayIn, hourIn } from './local-time.ts'
import type { CapturedMail } from './mails.ts'
import type { RehearsalPlan } from './plan.ts'
import type { CallOwn, Played } from './played.ts'

type Finding = RehearsalResultOutput['findings'][number]

interface Observed {
  books: Books
  facts: Facts
  plan: RehearsalPlan
  played: Played
  mails: readonly CapturedMail[]
  call: CallOwn
}

interface Broken {
  at?: Instant | null
  count?: number
  guest?: number | null
  about?: string | null
}

const LONGEST_FREE_MS = HOUR_MS
const MAX_MAILS_A_DAY = 3
const RUSH_MS = 10 * MINUTE_MS
const [NIGHT_FROM, NIGHT_UNTIL] = [22, 7]

/** Merges findings: two tickets with the same fault are one finding. */
const aboutOf = (broken: readonly Broken[]) => {
  const names = new Set(broken.flatMap(({ about }) => (about === undefined || about === null ? [] : [about])))
  return names.size === 0 ? null : [...names].join(', ')
}

const found = (code: FindingCode, repair: string, broken: readonly Broken[]): Finding[] => {
  const [first] = broken
  if (first === undefined) return []
  return [
    {
      code,
      at: first.at === undefined || first.at === null ? null : iso(Math.floor(first.at / MINUTE_MS) * MINUTE_MS),
      count: broken.reduce((sum, { count = 1 }) => sum + count, 0),
      guest: first.guest ?? null,
      about: aboutOf(broken),
      repair,
    },
  ]
}

/** Emails that announce the event, or a place in it. */
const ANNOUNCING = ['reminder', 'offered', 'promoted']

const mailsAfterStart = ({ mails, facts }: Observed) =>
  mails
    .filter(({ kind, at }) => ANNOUNCING.includes(kind) && at >= facts.startAt)
    .map(({ at, guest, kind }) => ({ at, guest, about: kind }))

const seatsFreeWhileWaiting = ({ played: { seats }, facts }: Observed) => {
  const { capacity, startAt } = facts
  if (capacity === null) return []
  return seats.flatMap(({ at, taken, offered, waiting }, index) => {
    const until = Math.min(seats[index + 1]?.at ?? startAt, startAt)
    const isFree = taken + offered < capacity && waiting > 0
    return isFree && until - at > LONGEST_FREE_MS ? [{ at, count: capacity - taken - offered }] : []
  })
}

const offersEndingAtNight = ({ books, facts, mails }: Observed) => {
  const minutes = books.rows<{ offer_minutes: number }>('select offer_minutes from events where id = ?', facts.id)[0]
    ?.offer_minutes
  return mails
    .filter(({ kind }) => kind === 'offered')
    .map(({ at, guest }) => ({ at: Math.min(at + (minutes ?? 0) * MINUTE_MS, Math.max(facts.startAt, at)), guest }))
    .filter(({ at }) => {
      const hour = hourIn(at, facts.timezone)
      return hour >= NIGHT_FROM || hour < NIGHT_UNTIL
    })
}

const couponsGoneInRush = ({ books, facts, played }: Observed) =>
  facts.coupons.flatMap(({ code, mostRedemptions }) => {
    if (mostRedemptions === null) return []
    const [row] = books.rows<{ many: number }>(
      'select count(*) as many from orders where coupon_code = ? and created_at <= ?',
      code,
      facts.opensAt + RUSH_MS,
    )
    const isRefused = played.refused.some(
      ({ code: refusal, at }) => refusal === 'coupon_exhausted' && at <= facts.opensAt + RUSH_MS,
    )
    return (row?.many ?? 0) >= mostRedemptions || isRefused
      ? [{ about: code, count: mostRedemptions, at: facts.opensAt }]
      : []
  })

const questionsWithoutAnswer = ({ plan, played }: Observed) => [
  ...plan.unanswerable.map((about) => ({ about })),
  ...played.refused
    .filter(({ code, field }) => code === 'validation_failed' && field?.startsWith('answers') === true)
    .slice(0, 1)
    .map(({ at, guest }) => ({ at, guest })),
]

const ticketsOnSaleAfterStart = ({ facts }: Observed) =>
  facts.closesAt <= facts.startAt
    ? []
    : facts.tickets
        .filter(({ salesEndAt }) => salesEndAt === null || salesEndAt > facts.startAt)
        .map(({ name }) => ({ about: name, at: facts.startAt }))

const arrivalsBeforeDoor = ({ facts, plan }: Observed) => {
  const early = plan.parties
    .flatMap(({ arrivesAt, guests }) => arrivesAt.map((at, index) => ({ at, guest: guests[index]?.number ?? null })))
    .filter(({ at }) => at !== null && at < facts.doorOpensAt)
  return early.toSorted((left, right) => (left.at ?? 0) - (right.at ?? 0))
}

const guestsWithManyMails = ({ mails, facts }: Observed) => {
  const counts = new Map<string, CapturedMail[]>()
  const dayOf = dayIn(facts.timezone)
  for (const mail of mails) {
    if (mail.guest === null) continue
    const key = `${mail.to} ${dayOf(mail.at)}`
    counts.set(key, [...(counts.get(key) ?? []), mail])
  }
  return [...counts.values()]
    .filter((all) => all.length > MAX_MAILS_A_DAY)
    .map(([first]) => ({ at: first?.at ?? null, guest: first?.guest ?? null }))
    .toSorted((left, right) => (left.guest ?? 0) - (right.guest ?? 0))
}

/** Opens the links to the service’s own pages in one email of each kind. Links to other sites aren't opened. */
const deadLinks = async ({ mails, call }: Observed) => {
  const dead: Broken[] = []
  const opened = new Set<string>()
  for (const { kind, links } of mails.toReversed()) {
    if (opened.has(kind)) continue
    opened.add(kind)
    for (const link of new Set(links)) {
      const { pathname, search } = new URL(link)
      const { status } = await call(`OPEN ${pathname.replace(/^\/s\/sbx_\w{10}/, '')}${search}`)
      if (status === 404 || status >= 500) dead.push({ about: kind })
    }
  }
  return dead.toSorted((left, right) => ((left.about ?? '') < (right.about ?? '') ? -1 : 1))
}

/** Returns the rules that this rehearsal broke, each with the setting that fixes it. */
export const findingsOf = async (observed: Observed): Promise<Finding[]> => [
  ...found('mail_after_the_start', 'reminders', mailsAfterStart(observed)),
  ...found('seat_free_while_waiting', 'waitlist', seatsFreeWhileWaiting(observed)),
  ...found('offer_ends_at_night', 'waitlist', offersEndingAtNight(observed)),
  ...found('payment_after_expiry', 'payments', observed.played.latePayments),
  ...found('coupon_gone_in_rush', 'coupons', couponsGoneInRush(observed)),
  ...found('question_unanswerable', 'questions', questionsWithoutAnswer(observed)),
  ...found('sale_after_start', 'dates', ticketsOnSaleAfterStart(observed)),
  ...found('door_opens_late', 'door', arrivalsBeforeDoor(observed)),
  ...found('many_mails_in_a_day', 'reminders', guestsWithManyMails(observed)),
  ...found('dead_link', 'messages', await deadLinks(observed)),
]
