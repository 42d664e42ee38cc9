import type { LiveMessage } from './socket.ts'
import type { Summary } from './wire.ts'

const shift = (byGate: Summary['byGate'], gate: string | null, by: 1 | -1): Summary['byGate'] => {
  const known = byGate.some((one) => one.gate === gate)
  if (!known) return by === 1 ? [...byGate, { gate, checkedIn: 1 }] : byGate
  return byGate.map((one) => (one.gate === gate ? { ...one, checkedIn: Math.max(0, one.checkedIn + by) } : one))
}

/** The counts after one more message of the live door. */
export const counted = (summary: Summary, message: LiveMessage): Summary => {
  if (message.type === 'summary') return message
  const by = message.type === 'admitted' ? 1 : -1
  return { ...summary, checkedIn: message.checkedIn, byGate: shift(summary.byGate, message.gate, by) }
}
