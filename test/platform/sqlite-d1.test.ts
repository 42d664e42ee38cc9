import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { isNullViolation, isUniqueViolation } from '../../src/kernel/violations.ts'
import { asD1, SqliteD1 } from '../../src/sandbox/sqlite-d1.ts'

type Work = (db: D1Database, writes: () => number) => Promise<void>

const inObject = async (work: Work) => {
  const { EVENTS } = env as unknown as { EVENTS: DurableObjectNamespace }
  await runInDurableObject(EVENTS.getByName(crypto.randomUUID()), async (_object, { storage }) => {
    let writes = 0
    await work(asD1(new SqliteD1(storage, () => (writes += 1))), () => writes)
  })
}

const messageOf = async (work: Promise<unknown>) => {
  try {
    await work
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was refused')
}

const TABLE = 'create table adapted (id text primary key, number integer not null)'

const inD1 = async (work: Work) => {
  await env.DB.prepare('drop table if exists adapted').run()
  await work(env.DB, () => 0)
}

describe.each([
  ['D1', inD1],
  ['the SQLite of an object', inObject],
])('the database of a sandbox, on %s', (_name, on) => {
  it('returns rows as objects, as lists and as a column', () =>
    on(async (db) => {
      await db.prepare(TABLE).run()
      await db.prepare('insert into adapted values (?, ?), (?, ?)').bind('a', 1, 'b', true).run()
      const all = await db.prepare('select * from adapted order by id').all()
      expect(all.results).toEqual([
        { id: 'a', number: 1 },
        { id: 'b', number: 1 },
      ])
      expect(await db.prepare('select id, number from adapted order by id').raw()).toEqual([
        ['a', 1],
        ['b', 1],
      ])
      expect(await db.prepare('select number from adapted').first('number')).toBe(1)
      expect(await db.prepare('select 1 from adapted where id = ?').bind('z').first()).toBeNull()
      expect((await db.prepare("select x'0102' as bytes").first<{ bytes: number[] }>())?.bytes).toEqual([1, 2])
    }))

  it('writes all statements of a batch or none', () =>
    on(async (db) => {
      await db.prepare(TABLE).run()
      const insert = (id: string, number: number | null) =>
        db.prepare('insert into adapted values (?, ?)').bind(id, number)
      const refused = await messageOf(db.batch([insert('a', 1), insert('a', 2)]))
      expect(isUniqueViolation(refused, 'adapted')).toBe(true)
      expect(refused.message).toMatch(/^D1_ERROR: UNIQUE constraint failed: adapted\.id: SQLITE_CONSTRAINT/)
      expect(isNullViolation(await messageOf(insert('b', null).run()), 'adapted.number')).toBe(true)
      expect((await db.prepare('select id from adapted').all()).results).toEqual([])
    }))

  it('returns the same errors as SQLite', () =>
    on(async (db) => {
      expect((await messageOf(db.prepare('selec 1').run())).message).toMatch(
        /^D1_ERROR: near "selec": syntax error.*SQLITE_ERROR/,
      )
      expect((await messageOf((async () => db.prepare('select ?').bind(undefined).run())())).message).toMatch(
        /D1_TYPE_ERROR/,
      )
    }))
})

describe('the SQLite of an object', () => {
  it('reports each batch that wrote a row, once', () =>
    inObject(async (db, writes) => {
      await db.prepare(TABLE).run()
      const before = writes()
      await db.prepare('select * from adapted').all()
      expect(writes()).toBe(before)
      const insert = (id: string) => db.prepare('insert into adapted values (?, 1)').bind(id)
      await db.batch([insert('a'), insert('b')])
      expect(writes()).toBe(before + 1)
    }))
})
