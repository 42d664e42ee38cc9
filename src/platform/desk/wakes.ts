import type { Clock, Instant } from '../../kernel/time.ts'

type Name = 'tell' | 'sockets' | 'answers'

/** The one alarm of an object, shared by all that want to be woken. */
export class Wakes {
  readonly #storage: DurableObjectStorage
  readonly #clock: Clock
  readonly #due = new Map<Name, Instant>()

  constructor(storage: DurableObjectStorage, clock: Clock) {
    this.#storage = storage
    this.#clock = clock
    for (const { name, at } of storage.sql.exec<{ name: Name; at: Instant }>('select name, at from wakes'))
      this.#due.set(name, at)
  }

  /** Wakes at `at`, or sooner if that was asked for before. */
  atLatest(name: Name, at: Instant) {
    const known = this.#due.get(name)
    if (known !== undefined && known <= at && known > this.#clock()) return
    this.#set(name, at)
  }

  /** Wakes then and no sooner. */
  exactly(name: Name, at: Instant) {
    this.#set(name, at)
  }

  /** What is due, no longer asked for. An alarm that rings means that the first of them is. */
  takeDue(): Name[] {
    const now = Math.max(this.#clock(), Math.min(...this.#due.values()))
    const names = [...this.#due].filter(([, at]) => at <= now).map(([name]) => name)
    for (const name of names) {
      this.#due.delete(name)
      this.#storage.sql.exec('delete from wakes where name = ?', name)
    }
    return names
  }

  /** Sets the alarm for the next that is due; an alarm that has fired is gone. */
  rearm() {
    const next = Math.min(...this.#due.values())
    if (Number.isFinite(next)) void this.#storage.setAlarm(next)
  }

  #set(name: Name, at: Instant) {
    this.#due.set(name, at)
    this.#storage.sql.exec(
      'insert into wakes (name, at) values (?, ?) on conflict (name) do update set at = excluded.at',
      name,
      at,
    )
    this.rearm()
  }
}
