import type { Clock, Instant } from '../kernel/time.ts'
import type { Books } from './books.ts'

export interface NewEffect {
  kind: string
  object: string
  id: string
  summary: string
  data?: Record<string, unknown>
}

export interface StoredEffect extends Required<NewEffect> {
  seq: number
  at: Instant
  /** The request or the job that caused it. */
  because: string
}

interface EffectRow extends Record<string, SqlStorageValue> {
  seq: number
  at: number
  kind: string
  object: string
  id: string
  summary: string
  because: string
  data: string
}

const storedEffect = ({ data, ...row }: EffectRow): StoredEffect => ({
  ...row,
  data: JSON.parse(data) as Record<string, unknown>,
})

/** Everything that happened in a sandbox, in order. The ports write it. */
export class Effects {
  readonly #books: Books
  readonly #clock: Clock
  /** The request or job that is running. An object runs only one at a time. */
  because = ''

  constructor(books: Books, clock: Clock) {
    this.#books = books
    this.#clock = clock
  }

  readonly add = ({ kind, object, id, summary, data = {} }: NewEffect): void =>
    this.#books.run(
      'insert into sandbox_effects (at, kind, object, id, summary, because, data) values (?, ?, ?, ?, ?, ?, ?)',
      this.#clock(),
      kind,
      object,
      id,
      summary,
      this.because,
      JSON.stringify(data),
    )

  /** Effects after `cursor`, of the given kinds (all if empty), not before `since`. */
  list({
    cursor = 0,
    kinds = [],
    since = 0,
    limit = 100,
  }: {
    cursor?: number
    kinds?: string[]
    since?: Instant
    limit?: number
  }) {
    const found = this.#books.rows<EffectRow>(
      `select * from sandbox_effects where seq > ? and at >= ? and (? = '[]' or kind in (select value from json_each(?)))
        order by seq limit ?`,
      cursor,
      since,
      JSON.stringify(kinds),
      JSON.stringify(kinds),
      limit + 1,
    )
    const effects = found.slice(0, limit).map(storedEffect)
    return { effects, cursor: effects.at(-1)?.seq ?? cursor, hasMore: found.length > limit }
  }

  /** The cursor before the newest `count` effects. */
  beforeLast(count: number): number {
    return (
      this.#books.rows<{ seq: number }>('select seq from sandbox_effects order by seq desc limit 1 offset ?', count)[0]
        ?.seq ?? 0
    )
  }

  head(): number {
    return this.#books.rows<{ seq: number }>('select coalesce(max(seq), 0) as seq from sandbox_effects')[0]?.seq ?? 0
  }
}
