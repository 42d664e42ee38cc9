import type { LiveMessage } from './socket.ts'
import type { Summary } from './wire.ts'

const shift = (byGate: Summary['byGate'], gate: string | null, by: 1 | -1): Summary['byGate'] => {
  const known = byGate.some((one) => one.gate === gate)
  if (!known) return by === 1 ? [...byGate, { gate, checkedIn: 1 }] : byGate
  return byGate.map((one) => (one.gate === gate ? { ...one, checkedIn: Math.max(0, one.checkedIn + by) } : one))
}

/** Returns the change in the number of guests inside. Undoing an exit adds one. */
const changeBy = (message: Exclude<LiveMessage, { type: 'summary' }>): 1 | -1 => {
  if (message.type === 'undone') return message.direction === 'OUT' ? 1 : -1
  return message.type === 'left' ? -1 : 1
}

/**
 * Returns the counts after a live message. Messages about a checkpoint have no `checkedIn`, so `inside` is used for
 * both counts.
 */
export const counted = (summary: Summary, message: LiveMessage): Summary => {
  if (message.type === 'summary') return message
  const inside = message.inside ?? message.checkedIn ?? summary.inside
  return {
    ...summary,
    checkedIn: message.checkedIn ?? inside,
    inside,
    byGate: shift(summary.byGate, message.gate, changeBy(message)),
  }
}
