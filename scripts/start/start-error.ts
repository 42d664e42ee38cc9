/** Something the person who started the service can put right: shown as one line, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
