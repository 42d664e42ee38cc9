import { refusal } from '../kernel/failure.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, systemClock, type Clock } from '../kernel/time.ts'
import type { Books } from './books.ts'

const MAX_GUESTS = 5_000
const MAX_BYTES = 50 * 1024 * 1024
const MAX_EFFECTS = 100_000
const MAX_ADVANCES_PER_MINUTE = 60
const MAX_POSTS_PER_DAY = 1_000
const MAX_ADDRESSES = 5

/** The limit that a full sandbox has reached. */
type SandboxLimit = 'guests' | 'storage' | 'effects'

const GUEST_LIMIT = 'sandbox_guest_limit'

/** Every way to add a guest fires this trigger. It fails the whole write if the guest exceeds the limit. */
export const limitGuests = (books: Books) =>
  books.sql.exec(`create trigger if not exists ${GUEST_LIMIT} before insert on guests
    when (select count(*) from guests) >= ${MAX_GUESTS}
    begin select raise(abort, '${GUEST_LIMIT}'); end`)

export const isGuestLimit = (error: unknown) => error instanceof Error && error.message.includes(GUEST_LIMIT)

/** Returns the limit that forbids any further write, or null. */
export const fullOf = (books: Books): Exclude<SandboxLimit, 'guests'> | null => {
  if (books.sql.databaseSize > MAX_BYTES) return 'storage'
  const [last] = books.rows<{ seq: number | null }>('select max(seq) as seq from sandbox_effects')
  return (last?.seq ?? 0) >= MAX_EFFECTS ? 'effects' : null
}

export const sandboxFull = (limit: SandboxLimit) => refusal('sandbox_full', { data: { limit } })

/** Counts the advances per minute of real time, because they use real CPU time. */
export class AdvanceLimit {
  readonly #clock: Clock
  #startedAt: number[] = []

  constructor(clock: Clock = systemClock) {
    this.#clock = clock
  }

  /** Counts an advance, or returns the refusal. */
  take() {
    const now = this.#clock()
    this.#startedAt = this.#startedAt.filter((at) => at > now - MINUTE_MS)
    const [oldest] = this.#startedAt
    if (oldest !== undefined && this.#startedAt.length >= MAX_ADVANCES_PER_MINUTE)
      return refusal('rate_limited', { retryAfterSeconds: (oldest + MINUTE_MS - now) / SECOND_MS })
    this.#startedAt.push(now)
    return null
  }
}

interface Posts {
  day: number
  count: number
  urls: string[]
}

/**
 * Counts the requests to receivers per day of real time, because receivers handle them in real time. Returns why a
 * request isn't sent, or null.
 */
export const refusePost = (books: Books, url: string, clock: Clock = systemClock): string | null => {
  const day = Math.floor(clock() / DAY_MS)
  const last = books.read<Posts>('posts')
  const { count, urls } = last?.day === day ? last : { count: 0, urls: [] as string[] }
  if (count >= MAX_POSTS_PER_DAY) return `not sent: a sandbox sends at most ${MAX_POSTS_PER_DAY} deliveries a day`
  if (!urls.includes(url) && urls.length >= MAX_ADDRESSES)
    return `not sent: a sandbox sends to at most ${MAX_ADDRESSES} addresses a day`
  books.keep('posts', { day, count: count + 1, urls: urls.includes(url) ? urls : [...urls, url] } satisfies Posts)
  return null
}
