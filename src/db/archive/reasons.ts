/** Why a column isn’t in archives. */
export const REASONS = {
  DERIVED: 'Triggers or SQLite compute it.',
  OF_SERVICE: 'It belongs to the service, not to the calendar.',
  ERASURE: 'A pending erasure stays with the source.',
  EFFECTS: 'The source completes its requests to the payment provider.',
  PROVIDER: 'A provider’s id could refer to another calendar’s payment.',
  USE: 'It changes with every use.',
  PAUSED: 'It starts paused after a restore.',
  SEALED: 'Only the part with secrets has it, encrypted.',
} as const
