import type { Deps } from '../deps.ts'
import { describeError } from '../kernel/log.ts'
import { DAY_MS, MINUTE_MS, type Instant } from '../kernel/time.ts'
import { handleQueue } from '../queues.ts'
import { schedule, type ChoreName } from '../schedule.ts'
import type { Books } from './books.ts'
import type { SandboxClock } from './clock.ts'
import type { Effects } from './effects.ts'
import { fullOf } from './limits.ts'
import { nextInstants } from './next-at.store.ts'

/** Progress of the clock towards `target`. */
export interface Advance {
  status: 'READY' | 'ADVANCING' | 'FAILED'
  target: Instant | null
  /** The job that failed, and why. */
  failure: { job: string; reason: string } | null
}

export interface Engine {
  books: Books
  clock: SandboxClock
  effects: Effects
  deps: Deps
  /** Waits for work that a job left running. */
  settle(): Promise<void>
  /** Settles the checkout with this id if it is due, or delivers the provider's message with this id. */
  tellPayment(id: string): Promise<void>
  /** Adds effects for the change feed entries since the last call. */
  noteChanges(): void
}

interface Message extends Record<string, SqlStorageValue> {
  seq: number
  queue: string
  id: string
  at: number
}

const floorMinute = (at: Instant) => Math.floor(at / MINUTE_MS) * MINUTE_MS
const ceilMinute = (at: Instant) => Math.ceil(at / MINUTE_MS) * MINUTE_MS
const READY: Advance = { status: 'READY', target: null, failure: null }

export const readAdvance = (books: Books): Advance => books.read<Advance>('advance') ?? READY

const nextMessage = (books: Books, until: Instant) =>
  books.rows<Message>('select * from sandbox_queue where at <= ? order by at, seq limit 1', until)[0] ?? null

/**
 * Handles one message, then deletes it. After a crash in between, it is handled again, which is harmless: the handlers
 * skip rows that are done.
 */
const handleMessage = async ({ seq, queue, id }: Message, engine: Engine) => {
  engine.effects.because = `queue ${queue}`
  if (queue === 'payments') await engine.tellPayment(id)
  else await handleQueue(`sandbox-${queue}`, [id], engine.deps)
  await engine.settle()
  engine.books.run('delete from sandbox_queue where seq = ?', seq)
  engine.noteChanges()
}

/** Handles every message that is due now, in the order in which they were sent. */
export const drainQueues = async (engine: Engine) => {
  for (let message = nextMessage(engine.books, engine.clock.read()); message !== null;) {
    await handleMessage(message, engine)
    message = nextMessage(engine.books, engine.clock.read())
  }
}

/** The minute up to which the schedule has run, or had nothing to do. */
const consideredUntil = ({ books, clock }: Engine) => books.read<Instant>('considered') ?? floorMinute(clock.read())

/** Returns the next minute at which the live schedule would find something to do. At 00:00 UTC, it always runs. */
const nextMinute = async (engine: Engine) => {
  const after = consideredUntil(engine) + MINUTE_MS
  const midnight = (Math.floor(consideredUntil(engine) / DAY_MS) + 1) * DAY_MS
  const instants = await nextInstants(engine.deps.db)
  return Math.max(after, Math.min(midnight, ...[...instants.values()].map(ceilMinute)))
}

/** An advance that was killed continues from this minute, whatever the clock shows by then. */
const keepConsidered = (engine: Engine) => engine.books.keep('considered', consideredUntil(engine))

const fail = ({ books }: Engine, job: string, target: Instant, error: unknown) => {
  const { error: reason } = describeError(error)
  books.keep('advance', { status: 'FAILED', target, failure: { job, reason } } satisfies Advance)
}

/**
 * Runs the jobs of one minute in order. Returns whether all succeeded. Skips a job that has nothing to do, except at
 * 00:00 UTC. A job can create work for the next one, so we check before each job.
 */
const runMinute = async (minute: Instant, target: Instant, engine: Engine, everyJob: boolean) => {
  const { clock, deps, effects } = engine
  let instants: Map<ChoreName, Instant> | null = null
  for (const { name, run } of schedule) {
    instants ??= await nextInstants(deps.db)
    if (!everyJob && (instants.get(name) ?? Infinity) > clock.read()) continue
    effects.because = name
    try {
      await run(deps)
      await engine.settle()
    } catch (error) {
      fail(engine, name, target, error)
      return false
    }
    engine.noteChanges()
    if (!everyJob) instants = null
  }
  engine.books.keep('considered', minute)
  return true
}

interface Pace {
  /** Whether to stop before the next step. The advance continues later from its rows. */
  isOver(): boolean
  /**
   * Waits between two steps, so that requests for the clock get a response. Without a wait, `Date.now()` of the Worker
   * doesn't advance either.
   */
  rest?(): Promise<void>
  /** Runs the jobs every minute, as the live schedule does. A test compares this with skipping idle minutes. */
  everyMinute?: boolean
}

/**
 * Moves the clock to `target`. Jobs run only at their own minutes and messages only at their own instants, never
 * because an advance ends. One advance therefore leaves the same rows as a thousand short ones to the same instant.
 */
export const advanceTo = async (
  target: Instant,
  engine: Engine,
  { isOver, rest, everyMinute = false }: Pace,
): Promise<Advance> => {
  const { books, clock } = engine
  keepConsidered(engine)
  books.keep('advance', { status: 'ADVANCING', target, failure: null } satisfies Advance)
  for (;;) {
    await rest?.()
    if (isOver()) return readAdvance(books)
    const full = fullOf(books)
    if (full !== null) {
      fail(engine, 'limits', target, new Error(`the sandbox is full (${full})`))
      return readAdvance(books)
    }
    // No job runs before `soonest`, so messages that are due earlier are handled without checking the jobs.
    const soonest = consideredUntil(engine) + MINUTE_MS
    const early = nextMessage(books, Math.min(target, soonest - 1))
    const minute = everyMinute || early !== null ? soonest : await nextMinute(engine)
    const message = early ?? nextMessage(books, Math.min(target, minute - 1))
    if (message !== null) {
      clock.set(message.at)
      try {
        await handleMessage(message, engine)
      } catch (error) {
        fail(engine, `queue ${message.queue}`, target, error)
        return readAdvance(books)
      }
    } else if (minute <= target) {
      clock.set(minute)
      const everyJob = everyMinute || minute % DAY_MS === 0
      if (!(await runMinute(minute, target, engine, everyJob))) return readAdvance(books)
    } else break
  }
  clock.set(target)
  books.keep('considered', Math.max(consideredUntil(engine), floorMinute(target)))
  books.keep('advance', READY)
  return READY
}
