import type { LiveMessage } from './socket.ts'
import type { Summary } from './wire.ts'

const shift = (byGate: Summary['byGate'], gate: string | null, by: 1 | -1): Summary['byGate'] => {
  const known = byGate.some((one) => one.gate === gate)
  if (!known) return by === 1 ? [...byGate, { gate, checkedIn: 1 }] : byGate
  return byGate.map((one) => (one.gate === gate ? { ...one, checkedIn: Math.max(0, one.checkedIn + by) } : one))
}

/** Whether one more is in after it, or one fewer: an exit that is undone brings somebody back. */
const changeBy = (message: Exclude<LiveMessage, { type: 'summary' }>): 1 | -1 => {
  if (message.type === 'undone') return message.direction === 'OUT' ? 1 : -1
  return message.type === 'left' ? -1 : 1
}

/** The counts after one more message of the live door. At a checkpoint who is in is all that is counted. */
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
