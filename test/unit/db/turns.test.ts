import { describe, expect, it } from 'vitest'
import type { Query } from '../../../src/db/statement.ts'
import { Turns } from '../../../src/db/turns.ts'

const query = (sql: string, ...params: unknown[]): Query => ({ sql, params })

/** A fake database that records every batch. Each call of `answer()` settles the oldest batch still open. */
const database = () => {
  const batches: string[][] = []
  const answers: ((failure?: Error) => void)[] = []
  const bind = ({ sql, params }: Query) => {
    if (params.includes(undefined)) throw new Error('D1_TYPE_ERROR: undefined')
    return sql
  }
  const batch = (statements: string[]) => {
    batches.push(statements)
    return new Promise<Record<string, unknown>[][]>((resolve, reject) => {
      answers.push((failure) => (failure === undefined ? resolve(statements.map((sql) => [{ sql }])) : reject(failure)))
    })
  }
  const answer = async (failure?: Error) => {
    await expect.poll(() => answers.length).toBeGreaterThan(0)
    answers.shift()?.(failure)
  }
  return { batches, bind, batch, answer }
}

const turns = (sharesStatements = false) => {
  const db = database()
  return { ...db, turns: new Turns(db, { sharesStatements }) }
}

const refused = () => new Error('D1_ERROR: UNIQUE constraint failed: guests.email: SQLITE_CONSTRAINT')

describe('Turns', () => {
  it('batches calls that arrive while a batch is running, and returns each call its own rows', async () => {
    const { turns: line, batches, answer } = turns()
    const first = line.take([query('a')])
    await expect.poll(() => batches).toEqual([['a']])
    const [second, third] = [line.take([query('b'), query('c')]), line.take([query('d')])]
    await answer()
    expect(await first).toEqual({ rows: [[{ sql: 'a' }]] })
    await expect.poll(() => batches).toEqual([['a'], ['b', 'c', 'd']])
    await answer()
    expect(await second).toEqual({ rows: [[{ sql: 'b' }], [{ sql: 'c' }]] })
    expect(await third).toEqual({ rows: [[{ sql: 'd' }]] })
  })

  it('limits a batch to 40 calls and 500 statements, in order of arrival', async () => {
    const { turns: line, batches, answer } = turns()
    const calls = Array.from({ length: 100 }, (_, index) => line.take([query(String(index))]))
    for (let batch = 0; batch < 3; batch += 1) await answer()
    await Promise.all(calls)
    expect(batches.map(({ length }) => length)).toEqual([40, 40, 20])
    expect(batches.flat()).toEqual(calls.map((_, index) => String(index)))

    const wide = Array.from({ length: 3 }, () => line.take(Array.from({ length: 200 }, () => query('w'))))
    for (let batch = 0; batch < 2; batch += 1) await answer()
    await Promise.all(wide)
    expect(batches.slice(3).map(({ length }) => length)).toEqual([400, 200])
  })

  it.each([refused(), new Error('D1_ERROR: NOT NULL constraint failed: idempotency_claims.holder')])(
    'runs each call separately when SQLite rejects the batch with %s',
    async (why) => {
      const { turns: line, batches, answer } = turns()
      const calls = [line.take([query('good')]), line.take([query('bad')]), line.take([query('better')])]
      await answer(why)
      await answer()
      await answer(why)
      await answer()
      expect(await Promise.all(calls)).toEqual([
        { rows: [[{ sql: 'good' }]] },
        { failed: why.message, isShared: false },
        { rows: [[{ sql: 'better' }]] },
      ])
      expect(batches).toEqual([['good', 'bad', 'better'], ['good'], ['bad'], ['better']])
    },
  )

  it.each(['D1_ERROR: Network connection lost.', 'D1_ERROR: database or disk is full: SQLITE_FULL', 'SQLITE_IOERR'])(
    'fails every call of the batch without a retry after %s, because the batch may have been written',
    async (message) => {
      const { turns: line, batches, answer } = turns()
      const calls = [line.take([query('a')]), line.take([query('b')])]
      await answer(new Error(message))
      const failed = { failed: message, isShared: true }
      expect(await Promise.all(calls)).toEqual([failed, failed])
      expect(batches).toHaveLength(1)
    },
  )

  it('fails a call with an undefined parameter immediately and keeps it out of the batch', async () => {
    const { turns: line, batches, answer } = turns()
    const [bad, good] = [line.take([query('bad', undefined)]), line.take([query('good')])]
    expect(await bad).toEqual({ failed: 'D1_TYPE_ERROR: undefined', isShared: false })
    await answer()
    expect(await good).toEqual({ rows: [[{ sql: 'good' }]] })
    expect(batches).toEqual([['good']])
  })

  it('continues after a failed batch', async () => {
    const { turns: line, answer } = turns()
    const first = line.take([query('a')])
    await answer(new Error('Network connection lost'))
    expect(await first).toHaveProperty('failed')
    const second = line.take([query('b')])
    await answer()
    expect(await second).toHaveProperty('rows')
  })
})

describe('Turns with shared statements', () => {
  it('sends a statement once per batch and returns its rows to every call that asked for it', async () => {
    const { turns: line, batches, answer } = turns(true)
    const calls = [
      line.take([query('key', 1), query('event', 'e')]),
      line.take([query('key', 2), query('event', 'e')]),
      line.take([]),
    ]
    await answer()
    expect(await Promise.all(calls)).toEqual([
      { rows: [[{ sql: 'key' }], [{ sql: 'event' }]] },
      { rows: [[{ sql: 'key' }], [{ sql: 'event' }]] },
      { rows: [] },
    ])
    expect(batches).toEqual([['key', 'event', 'key']])
  })

  it('does not share a read that started before the call arrived', async () => {
    const { turns: line, batches, answer } = turns(true)
    const first = line.take([query('event', 'e')])
    await expect.poll(() => batches).toHaveLength(1)
    const second = line.take([query('event', 'e')])
    await answer()
    await answer()
    await Promise.all([first, second])
    expect(batches).toEqual([['event'], ['event']])
  })
})
