import { createTransport } from 'nodemailer'
import { logLine } from './log.ts'
import type { SmtpServer } from './smtp-url.ts'

/**
 * The result for one email. `later` doesn't count as an attempt. `refused` means that the server will never accept this
 * email for this recipient. The Worker retries after `failed`.
 */
export type SmtpAnswer =
  | { sent: string }
  | { later: string; afterMs: number }
  | { refused: string }
  | { failed: string }

const MINUTE_MS = 60_000
/**
 * How long sending pauses after the server rejected the login or the sender, because further attempts could lock the
 * account.
 */
const PAUSE_MS = 5 * MINUTE_MS
const MAX_SAID = 200

interface SmtpError extends Error {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

/** Returns the server's response on one line, or else the connection error. */
const saidBy = ({ response, message, code, command }: SmtpError) => {
  const said = (response ?? message).replaceAll(/\s+/g, ' ').slice(0, MAX_SAID)
  // If a server responds in plain text, OpenSSL reports a wrong TLS version.
  if (/wrong version number|packet length too long/.test(said))
    return 'the server doesn’t use TLS from the start on this port; try smtp:// with port 587'
  return code === 'ETLS' || command === 'STARTTLS' ? `the server offers no STARTTLS (${said})` : said
}

const isPermanent = ({ responseCode = 0 }: SmtpError) => responseCode >= 500
/** True for a problem with the account or its sender address, which affects every other email too. */
const isOfAccount = ({ code, command = '' }: SmtpError) =>
  code === 'EAUTH' || code === 'ENOAUTH' || code === 'ETLS' || /^(MAIL|AUTH|EHLO|HELO|STARTTLS)/.test(command)

const transportOf = ({ host, port, isSecure, isPlain, user, password }: SmtpServer) =>
  createTransport({
    pool: true,
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && !isPlain,
    ignoreTLS: isPlain,
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    maxConnections: 5,
    // The table `mails` is the only queue. A second one here could send an email again after the Worker gave up on it.
    maxRequeues: 0,
    // Shorter than the 10 s after which the Worker stops waiting.
    connectionTimeout: 4_000,
    greetingTimeout: 4_000,
    dnsTimeout: 4_000,
    socketTimeout: 8_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/** Connects and signs in. Returns the server's error, or null on success. */
export const askServer = async (server: SmtpServer): Promise<string | null> => {
  const transport = transportOf(server)
  try {
    await transport.verify()
    return null
  } catch (error) {
    return saidBy(error as SmtpError)
  } finally {
    transport.close()
  }
}

/** Sends raw messages through one server, at most `rate` per minute, and pauses while the account doesn't work. */
export const createPostman = (server: SmtpServer, now: () => number = Date.now) => {
  const transport = transportOf(server)
  let pause = { until: 0, said: '' }
  /** Theoretical arrival time of the generic cell rate algorithm (GCRA): when the next email is due at an even rate. */
  let nextFreeAt = 0

  const spacing = MINUTE_MS / server.rate
  /**
   * Takes a slot and returns 0, or returns the milliseconds until the next one. Up to a minute's worth of emails may be
   * sent in a burst.
   */
  const waitForSlot = () => {
    const at = Math.max(nextFreeAt, now() - MINUTE_MS + spacing)
    if (at > now()) return at - now()
    nextFreeAt = at + spacing
    return 0
  }

  const answerTo = (error: SmtpError): SmtpAnswer => {
    const said = saidBy(error)
    if (error.code === 'EAUTH' || (isOfAccount(error) && isPermanent(error))) {
      pause = { until: now() + PAUSE_MS, said }
      logLine('error', 'the mail server rejects the login or the sender; sending pauses for 5 minutes', { said })
      return { later: said, afterMs: PAUSE_MS }
    }
    return isPermanent(error) ? { refused: said } : { failed: said }
  }

  return {
    async send(from: string, to: string, raw: Buffer): Promise<SmtpAnswer> {
      if (pause.until > now()) return { later: pause.said, afterMs: pause.until - now() }
      const wait = waitForSlot()
      if (wait > 0) return { later: 'SMTP_RATE is reached', afterMs: wait }
      try {
        const { response } = await transport.sendMail({ envelope: { from, to: [to] }, raw })
        return { sent: response.slice(0, MAX_SAID) }
      } catch (error) {
        return answerTo(error as SmtpError)
      }
    },
    close: async () => transport.close(),
  }
}

export type Postman = ReturnType<typeof createPostman>
