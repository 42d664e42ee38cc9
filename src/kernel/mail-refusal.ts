/**
 * Thrown by a `Mailer` that knows more than "it failed". `retryAfterMs` is null if the server will never accept this
 * email. Otherwise the mail account itself is not available, and waiting doesn't count as an attempt.
 */
export class MailRefusal extends Error {
  readonly retryAfterMs: number | null

  constructor(said: string, retryAfterMs: number | null) {
    super(said)
    this.name = 'MailRefusal'
    this.retryAfterMs = retryAfterMs
  }
}
