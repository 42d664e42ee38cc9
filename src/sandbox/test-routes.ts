import { DAY_MS, HOUR_MS, iso, MINUTE_MS, SECOND_MS } from '../kernel/time.ts'
import { both, type Line } from '../operation/operation.ts'
import type { Effects, StoredEffect } from './effects.ts'
import { DURATION } from './test-schema.ts'

export const EFFECTS_SHOWN = 100

/** Any key of the sandbox, or any member: the live Worker has checked the membership. */
export const access = { scope: 'any', role: null } as const
/** On every plan, because `PUT /test/plan` could otherwise lock its own caller out. */
export const at = <const L extends Line>(line: L) => both(line, { v1: { plan: 'FREE' } })

const UNITS_MS = [7 * DAY_MS, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS]

export const durationIn = (text: string) =>
  (DURATION.exec(text) ?? []).slice(1).reduce((sum, count, unit) => sum + Number(count ?? 0) * (UNITS_MS[unit] ?? 0), 0)

export const shownEffect = (effect: StoredEffect) => ({ ...effect, at: iso(effect.at) })

/** The response to an action: its effects. */
export const doneSince = (effects: Effects, before: number) => ({
  effects: effects.list({ cursor: before, limit: EFFECTS_SHOWN }).effects.map(shownEffect),
})
