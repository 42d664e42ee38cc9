import { Books } from '../../src/sandbox/books.ts'
import { SqliteD1 } from '../../src/sandbox/sqlite-d1.ts'

export const KILLED = 'killed'

/** Kills sandboxes by letting every write of `SqliteD1` and `Books` fail with `KILLED` after a number of batches. */
export const killer = () => {
  const { prototype } = SqliteD1
  const real = { batch: prototype.batch, raw: prototype.raw, run: Books.prototype.run }
  /** The life that each `SqliteD1` and `Books` belongs to. After its end, they can't write. */
  const lives = new WeakMap<object, number>()
  let [life, left] = [0, Number.POSITIVE_INFINITY]
  const live = (part: object, cost: number) => {
    const own = lives.get(part) ?? life
    lives.set(part, own)
    if (own === life) left -= cost
    if (own < life || left < 0) throw new Error(KILLED)
  }
  prototype.batch = async function batch(statements) {
    live(this, 1)
    return real.batch.call(this, statements)
  }
  prototype.raw = async function raw(statement) {
    live(this, 1)
    return real.raw.call(this, statement)
  }
  Books.prototype.run = function write(text, ...values) {
    live(this, 0)
    real.run.call(this, text, ...values)
  }
  return {
    /** Ends the life of the running sandbox. The next one is killed after this many batches. */
    nextLife(batches: number) {
      life += 1
      left = batches
    },
    /** Kills the running sandbox after this many batches. */
    killAfter(batches: number) {
      left = batches
    },
    stop() {
      Object.assign(prototype, { batch: real.batch, raw: real.raw })
      Books.prototype.run = real.run
    },
  }
}
