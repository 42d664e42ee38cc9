/** Thrown if the command was used incorrectly. It exits with code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
