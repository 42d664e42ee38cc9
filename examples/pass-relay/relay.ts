// Stands between the service, which speaks HTTP/1.1, and Apple's push service, which takes HTTP/2 under a client certificate.
//
//   PORT=8080 WORD=<a long random word> CERTIFICATE=pass.pem KEY=pass.key node relay.ts
//
// behind TLS, and the service gets APPLE_PASS_PUSH_URL=https://relay.example/<the same word>
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type ClientHttp2Session, type SecureClientSessionOptions } from 'node:http2'

const PATIENCE_MS = 4_000

interface Relaying {
  /** Stands in the address, so that nobody else can use the relay. */
  word: string
  to?: string
  tls: SecureClientSessionOptions
}

export const createRelay = ({ word, to = 'https://api.push.apple.com', tls }: Relaying) => {
  let session: ClientHttp2Session | null = null
  const apple = () => {
    if (session === null || session.closed || session.destroyed) {
      session = connect(to, tls)
      // Each request that was on its way is answered 502 by itself; the next one connects anew.
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
    stream.setTimeout(PATIENCE_MS, () => stream.close())
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
  if (!/^\w{16,}$/.test(WORD)) throw new Error('WORD: sixteen letters and digits or more')
  createRelay({ word: WORD, tls: { cert: readFileSync(CERTIFICATE), key: readFileSync(KEY) } }).listen(Number(PORT))
}
