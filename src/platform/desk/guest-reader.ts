import type { DoorGuest, Identifier } from '../../desk.ts'

/** The guests of one read, by what a scan calls them. */
export type Found = (identifier: Identifier) => DoorGuest | null

/** How guests come to whoever decides on them. */
export type Reading = <Result>(decide: (found: Found) => Result) => Promise<Result>

interface Waiting {
  identifiers: readonly Identifier[]
  decide(found: Found): void
  fail(error: unknown): void
}

const MOST_A_READ = 500

const finder = (guests: readonly DoorGuest[]): Found => {
  const byCode = new Map(guests.map((guest) => [guest.qrCode, guest]))
  const byId = new Map(guests.map((guest) => [guest.id, guest]))
  return ({ by, value }) => (by === 'code' ? byCode : byId).get(value) ?? null
}

/** Where the request has read its guest on the way here, the decision is made at once. */
export const readBefore =
  (guests: readonly DoorGuest[]): Reading =>
  async (decide) =>
    decide(finder(guests))

/**
 * Reads the guests of all scans that wait at that moment in one query. A scan never uses a read that began before
 * it came, so whatever was committed by then is obeyed, and what it decides follows the read without a pause.
 */
export class GuestReader {
  readonly #read: (identifiers: readonly Identifier[]) => Promise<DoorGuest[]>
  #waiting: Waiting[] = []
  #isReading = false

  constructor(read: (identifiers: readonly Identifier[]) => Promise<DoorGuest[]>) {
    this.#read = read
  }

  readingOf(identifiers: readonly Identifier[]): Reading {
    return (decide) => this.#decideOn(identifiers, decide)
  }

  #decideOn<Result>(identifiers: readonly Identifier[], decide: (found: Found) => Result): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({
        identifiers,
        decide(found) {
          try {
            resolve(decide(found))
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)))
          }
        },
        fail: reject,
      })
      if (!this.#isReading) void this.#readInTurns()
    })
  }

  #takeTurn() {
    let count = 0
    const end = this.#waiting.findIndex(({ identifiers }) => (count += identifiers.length) > MOST_A_READ)
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : Math.max(end, 1))
  }

  async #readInTurns() {
    this.#isReading = true
    while (this.#waiting.length > 0) {
      const turn = this.#takeTurn()
      try {
        const found = finder(await this.#read(turn.flatMap(({ identifiers }) => identifiers)))
        for (const waiting of turn) waiting.decide(found)
      } catch (error) {
        for (const waiting of turn) waiting.fail(error)
      }
    }
    this.#isReading = false
  }
}
