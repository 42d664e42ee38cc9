import type { Act, Checker, Entry } from '../history.ts'
import { at, attempts, done } from '../history.ts'

interface Version {
  value: string
  from: number
  /**
   * Time by which the value was certainly stored: the response to the write, or the first read that showed the value.
   */
  by: number
}

type Read = Entry<Extract<Act, { kind: 'read' }>>

const faultOf = (read: Read, versions: readonly Version[]): string | null => {
  const seen = versions.find(({ value }) => value === read.act.value)
  if (seen === undefined) return 'which was never written'
  if (seen.from >= read.to) return 'before it was written'
  const newer = versions.find(({ from, by }) => from > seen.by && by < read.from)
  return newer === undefined ? null : `after it had become ${newer.value}`
}

/**
 * Checks that no read shows an older value than one that a write had confirmed, or another read had shown, before it
 * began. Every value is written only once.
 */
export const freshReads: Checker = (history) => {
  const reads = Map.groupBy(done(history, 'read'), ({ act }) => act.register)
  const writes = Map.groupBy(attempts(history, 'write'), ({ act }) => act.register)
  const violations: string[] = []

  for (const [register, ofRegister] of reads) {
    const firstSeen = new Map<string, number>()
    for (const { act, to } of ofRegister) firstSeen.set(act.value, Math.min(to, firstSeen.get(act.value) ?? Infinity))
    const initial = history.initial[register]
    const versions: Version[] = [
      ...(initial === undefined ? [] : [{ value: initial, from: -Infinity, by: -Infinity }]),
      ...(writes.get(register) ?? []).map(({ act, from, to }) => ({
        value: act.value,
        from,
        by: Math.min(to, firstSeen.get(act.value) ?? Infinity),
      })),
    ]
    for (const read of ofRegister) {
      const fault = faultOf(read, versions)
      if (fault !== null) violations.push(`${register} showed ${read.act.value} ${fault}: ${at(read)}`)
    }
  }
  return { facts: done(history, 'read').length, violations }
}
