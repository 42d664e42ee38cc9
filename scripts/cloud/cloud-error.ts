/** Error that the operator can fix. Printed without a stack trace. */
export class CloudError extends Error {
  override readonly name = 'CloudError'
}
