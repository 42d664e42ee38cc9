import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
}

/** The step at which the server refuses: the login, the sender, the recipient or the message. */
type Place = 'login' | 'sender' | 'rcpt' | 'data'

/** What the server does with one message: accepts it, answers with a code, closes the connection or never answers. */
export type Conduct = 'accept' | 'close' | 'hang' | { code: number; says: string; at?: Place }

const replyOf = ({ code, says }: { code: number; says: string }) =>
  Object.assign(new Error(says), { responseCode: code })

export interface TestMailServer {
  port: number
  received: ReceivedMail[]
  logins: number
  /** Applies to each message from now on. */
  conduct: Conduct
  /** Called after the message is complete and before the server says 250. */
  beforeAccepting: (mail: ReceivedMail) => Promise<void>
  close(): Promise<void>
}

/** Starts an SMTP server on a free port. It offers no TLS, so clients use `?tls=none`. */
export const startMailServer = async (): Promise<TestMailServer> => {
  const state: Omit<TestMailServer, 'port' | 'close'> = {
    received: [],
    logins: 0,
    conduct: 'accept',
    beforeAccepting: async () => {},
  }
  const refusalAt = (place: Place) =>
    typeof state.conduct === 'object' && (state.conduct.at ?? 'data') === place ? replyOf(state.conduct) : null
  const acceptLater = async (mail: ReceivedMail, done: (error: null, says: string) => void) => {
    await state.beforeAccepting(mail)
    done(null, 'OK queued')
  }
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 500,
    onAuth(auth, _session, done) {
      state.logins += 1
      const refusal = refusalAt('login')
      if (refusal === null) done(null, { user: auth.username ?? '' })
      else done(refusal)
    },
    onMailFrom: (_address, _session, done) => done(refusalAt('sender')),
    onRcptTo: (_address, _session, done) => done(refusalAt('rcpt')),
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const mail: ReceivedMail = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(pieces).toString('utf8'),
        }
        const refusal = refusalAt('data')
        if (refusal !== null) return done(refusal)
        if (state.conduct === 'hang') return
        if (state.conduct === 'close') {
          for (const each of server.connections) each.close()
          return
        }
        state.received.push(mail)
        void acceptLater(mail, done)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return Object.assign(state, { port, close })
}
