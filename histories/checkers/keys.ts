import type { Checker } from '../history.ts'
import { at, attempts, done } from '../history.ts'
import { certainSpells, mostAtOnce } from './most-at-once.ts'

/**
 * Checks that a calendar never exceeds its limit of active keys, and that a key no longer works once its deactivation
 * was confirmed.
 */
export const keys: Checker = (history) => {
  const reads = done(history, 'sawKeys')
  const uses = done(history, 'useKey')
  const off = Map.groupBy(attempts(history, 'deactivateKey'), ({ act }) => act.key)
  const on = Map.groupBy(attempts(history, 'activateKey'), ({ act }) => act.key ?? '')
  const { keys: limit } = history.limits

  const tooMany = reads.flatMap((read) =>
    read.act.active > limit ? [`${read.act.active} keys were active: ${at(read)}`] : [],
  )
  const activations = Map.groupBy(done(history, 'activateKey'), ({ act }) => act.key ?? '')
  const most = mostAtOnce([...activations].flatMap(([key, entries]) => certainSpells(entries, off.get(key) ?? [])))
  if (most.held > limit) tooMany.push(`${most.held} keys were certainly active at ${most.at.toFixed(1)} ms`)

  const dead = uses.flatMap((use) => {
    const ended = (off.get(use.act.key) ?? []).filter(({ to }) => to < use.from)
    const last = ended.toSorted((a, b) => b.to - a.to)[0]
    if (last === undefined) return []
    const isBack = (on.get(use.act.key) ?? []).some(({ from, to }) => to > last.from && from < use.to)
    return isBack ? [] : [`${use.act.key} was accepted (${at(use)}) after its deactivation (${at(last)})`]
  })
  return { facts: reads.length + uses.length + activations.size, violations: [...tooMany, ...dead] }
}
