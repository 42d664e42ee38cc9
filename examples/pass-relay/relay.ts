// Forwards pushes from the service, which sends HTTP/1.1, to Apple's push service, which requires HTTP/2 with a client
// certificate.
//
//   PORT=8080 WORD=<16 or more random letters and digits> CERTIFICATE=pass.pem KEY=pass.key node relay.ts
//
// Run it behind TLS and set APPLE_PASS_PUSH_URL=https://relay.example/<WORD> on the service.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type ClientHttp2Session, type SecureClientSessionOptions } from 'node:http2'

const RESPONSE_TIMEOUT_MS = 4_000

interface RelayOptions {
  /** First segment of the path: a shared secret, so that only the service can use the relay. */
  word: string
  to?: string
  tls: SecureClientSessionOptions
}

export const createRelay = ({ word, to = 'https://api.push.apple.com', tls }: RelayOptions) => {
  let session: ClientHttp2Session | null = null
  const apple = () => {
    if (session === null || session.closed || session.destroyed) {
      session = connect(to, tls)
      // The error handler of each request in flight answers it with 502. The next request opens a new session.
      session.on('error', (error: Error) => console.error(`Apple: ${error.message}`))
    }
    return session
  }
  const relay = createServer((request, response) => {
    request.resume()
    const answer = (status: number, body = '') => {
      if (!response.headersSent) response.writeHead(status).end(body)
    }
    const [, path] = new RegExp(`^/${word}(/3/device/[\\w-]+)$`).exec(request.url ?? '') ?? []
    if (request.method !== 'POST' || path === undefined) {
      answer(404)
      return
    }
    const stream = apple().request({
      ':method': 'POST',
      ':path': path,
      'apns-topic': request.headers['apns-topic'] ?? '',
    })
    let body = ''
    stream.setEncoding('utf8')
    stream.setTimeout(RESPONSE_TIMEOUT_MS, () => stream.close())
    stream.on('response', ({ ':status': status = 502 }) => stream.on('end', () => answer(status, body)))
    stream.on('data', (text: string) => (body += text))
    stream.on('error', () => answer(502))
    stream.on('close', () => answer(504))
    stream.end('{}')
  })
  relay.on('close', () => session?.destroy())
  return relay
}

if (import.meta.main) {
  const { PORT = '8080', WORD = '', CERTIFICATE = '', KEY = '' } = process.env
  if (!/^\w{16,}$/.test(WORD)) throw new Error('WORD must be at least 16 letters, digits or underscores')
  createRelay({ word: WORD, tls: { cert: readFileSync(CERTIFICATE), key: readFileSync(KEY) } }).listen(Number(PORT))
}
