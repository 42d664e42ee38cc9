import type { SQL } from 'drizzle-orm'
import type { Change, Commit } from './commit.ts'
import type { Statements } from './statement.ts'

type AnyChange = Change<Statements>

const effectIdsOf = ({ effectId }: AnyChange): SQL[] =>
  effectId === undefined || effectId === null ? [] : Array.isArray(effectId) ? (effectId as SQL[]) : [effectId as SQL]

/** Combines changes to one event. Their statements run in order, then their emails and deliveries. */
const combined = (changes: readonly AnyChange[]): Change<Statements[]> => {
  const [first] = changes as [AnyChange, ...AnyChange[]]
  const isAtEvent = first.atEvent !== undefined && changes.every(({ atEvent }) => atEvent === first.atEvent)
  return {
    calendarId: first.calendarId,
    seenBy: changes.some(({ seenBy }) => seenBy === 'visitors') ? 'visitors' : 'team',
    ...(isAtEvent ? { atEvent: first.atEvent } : {}),
    statements: changes.map(({ statements }) => statements),
    watched: changes.flatMap(({ watched = [] }) => watched),
    events: changes.flatMap(({ events = [] }) => events),
    mails: changes.flatMap(({ mails = [] }) => mails),
    letters: changes.flatMap(({ letters = [] }) => letters),
    effectId: changes.flatMap(effectIdsOf),
  }
}

interface Waiting {
  change: AnyChange
  resolve(rows: unknown): void
  reject(error: unknown): void
}

/**
 * Runs acts whose first commits become one commit, so that they take effect together or not at all. The commit is sent
 * once each act has either committed or ended. Further commits of an act are sent on their own.
 */
export const inOneCommit = <Done>(
  commit: Commit,
  acts: readonly ((commit: Commit) => Promise<Done>)[],
): Promise<Done[]> => {
  const waiting: Waiting[] = []
  let missing = acts.length
  const sendAll = async () => {
    try {
      const rows = await commit(combined(waiting.map(({ change }) => change)))
      for (const [index, { resolve }] of waiting.entries()) resolve(rows[index])
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }
  const arrive = () => {
    missing -= 1
    if (missing === 0 && waiting.length > 0) void sendAll()
  }
  return Promise.all(
    acts.map(async (act) => {
      let hasArrived = false
      const join = (change: AnyChange) => {
        if (hasArrived) return commit(change)
        hasArrived = true
        return new Promise((resolve, reject) => {
          waiting.push({ change, resolve, reject })
          arrive()
        })
      }
      try {
        return await act(join as Commit)
      } finally {
        if (!hasArrived) {
          hasArrived = true
          arrive()
        }
      }
    }),
  )
}
