/** The command was used wrongly. It ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
