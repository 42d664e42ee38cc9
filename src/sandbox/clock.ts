import type { Instant } from '../kernel/time.ts'
import type { Books } from './books.ts'

/**
 * The clock of a sandbox. It is frozen until an advance moves it, except that each write adds a millisecond, so that no
 * two writes share an instant. It never goes back. Its row is stored in the transaction of the write, so that an
 * evicted object wakes with the same time.
 */
export class SandboxClock {
  readonly #books: Books
  #now: Instant

  constructor(books: Books, begin: Instant) {
    this.#books = books
    this.#now = books.read<Instant>('now') ?? begin
  }

  readonly read = (): Instant => this.#now

  readonly tick = (): void => this.set(this.#now + 1)

  set(at: Instant): void {
    this.#now = Math.max(this.#now, at)
    this.#books.keep('now', this.#now)
  }
}
