/** An error that the person starting the service can fix. It is printed as one line, without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
