/** Error that the person starting the service can fix. Printed as one line, without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
