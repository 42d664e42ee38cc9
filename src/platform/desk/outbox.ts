import type { Clock, Instant } from '../../kernel/time.ts'
import { SECOND_MS } from '../../kernel/time.ts'
import { describeError, type Log } from '../../kernel/log.ts'
import type { News } from '../../modules/checkins/index.ts'
import type { Ledger } from './ledger.ts'
import type { Wakes } from './wakes.ts'

const MOST_A_TELLING = 100
/** How long an answer may wait for D1, so that a read straight after it sees what it said. */
const PATIENCE_MS = 250
/** When an object that dies in between is woken to finish. */
const SAFETY_MS = SECOND_MS
const LONGEST_TELLING_MS = 20 * SECOND_MS
const LONGEST_PAUSE_MS = 5 * SECOND_MS

const pauseAfter = (failures: number) => Math.min(LONGEST_PAUSE_MS, PATIENCE_MS * 2 ** Math.min(failures, 10))

const within = async <Result>(work: Promise<Result>, mostMs: number): Promise<Result> => {
  let timer: ReturnType<typeof setTimeout> | null = null
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${mostMs} ms`)), mostMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Tells D1 what the desk has decided: at once, in the order of the decisions, and again until it is told. */
export class Outbox {
  readonly #ledger: Ledger
  readonly #wakes: Wakes
  readonly #clock: Clock
  readonly #log: Log
  readonly #tell: (news: readonly News[]) => Promise<unknown>
  #waiting: { seq: number; resolve: () => void }[] = []
  #tellingSince: Instant | null = null
  #failures = 0

  constructor(ports: {
    ledger: Ledger
    wakes: Wakes
    clock: Clock
    log: Log
    tell: (news: readonly News[]) => Promise<unknown>
  }) {
    this.#ledger = ports.ledger
    this.#wakes = ports.wakes
    this.#clock = ports.clock
    this.#log = ports.log
    this.#tell = ports.tell
  }

  /** To be called in the same turn as the decision, so that the news and the alarm for it are written together. */
  noteNews() {
    this.#wakes.atLatest('tell', this.#clock() + (this.#failures === 0 ? SAFETY_MS : pauseAfter(this.#failures)))
  }

  /** Resolves once D1 knows all news of now, or when it is plain that this takes longer than an answer may wait. */
  async told(): Promise<void> {
    const seq = this.#ledger.lastUntold()
    if (seq === null || this.#isInTrouble()) return
    const known = new Promise<void>((resolve) => this.#waiting.push({ seq, resolve }))
    if (this.#tellingSince === null) void this.tellAll()
    await within(known, PATIENCE_MS).catch(() => undefined)
  }

  /** The alarm's turn. A telling that hangs keeps its alarm, in case the object dies with it. */
  async tellAgain(): Promise<void> {
    if (this.#tellingSince === null) return this.tellAll()
    this.#wakes.atLatest('tell', this.#clock() + SAFETY_MS)
  }

  /** Tells until nothing is left or D1 refuses; then the alarm takes over. */
  async tellAll(): Promise<void> {
    if (this.#tellingSince !== null) return
    try {
      // Decisions that fall in one turn are told in one go.
      this.#tellingSince = this.#clock()
      await Promise.resolve()
      for (;;) {
        const items = this.#ledger.untold(MOST_A_TELLING)
        const last = items.at(-1)
        if (last === undefined) break
        this.#tellingSince = this.#clock()
        await within(this.#tell(items.map(({ news }) => news)), LONGEST_TELLING_MS)
        this.#ledger.markTold(last.seq)
        this.#failures = 0
        this.#letGo(last.seq)
      }
    } catch (error) {
      this.#failures += 1
      this.#wakes.exactly('tell', this.#clock() + pauseAfter(this.#failures))
      this.#log.warn('D1 was not told of check-ins; they will be told again', describeError(error))
      this.#letGo(Number.POSITIVE_INFINITY)
    } finally {
      this.#tellingSince = null
    }
  }

  /** While D1 fails or hangs nobody waits for it. */
  #isInTrouble() {
    if (this.#failures > 0) return true
    return this.#tellingSince !== null && this.#clock() - this.#tellingSince > PATIENCE_MS
  }

  #letGo(seq: number) {
    const isDone = (waiting: { seq: number }) => waiting.seq <= seq
    for (const { resolve } of this.#waiting.filter(isDone)) resolve()
    this.#waiting = this.#waiting.filter((waiting) => !isDone(waiting))
  }
}
