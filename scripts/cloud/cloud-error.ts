/** An error that the operator can fix. It is printed without a stack trace. */
export class CloudError extends Error {
  override readonly name = 'CloudError'
}
