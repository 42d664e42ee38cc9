import { once } from 'node:events'
import { createSecureServer, type Http2SecureServer, type IncomingHttpHeaders } from 'node:http2'
import type { AddressInfo, Server } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRelay } from '../../examples/pass-relay/relay.ts'
import { signer } from '../support/pass-authority.ts'

const WORD = 'aLongRandomWord1'
const TLS = { cert: signer.certificate, key: signer.key }

/** A fake APNs: HTTP/2 only, requests the client certificate of the pass. */
const heard: { headers: IncomingHttpHeaders; subject: string | undefined; body: string }[] = []
const apple: Http2SecureServer = createSecureServer({ ...TLS, requestCert: true, rejectUnauthorized: false })
apple.on('stream', (stream, headers) => {
  let body = ''
  stream.on('data', (piece) => (body += String(piece)))
  stream.on('end', () => {
    const socket = stream.session?.socket as TLSSocket | undefined
    const subject = socket?.getPeerCertificate().subject
    heard.push({ headers, subject: subject?.CN?.toString(), body })
    const isGone = headers[':path'] === '/3/device/gone'
    if (headers[':path'] === '/3/device/cut') stream.session?.destroy()
    else {
      stream.respond({ ':status': isGone ? 410 : 200 })
      stream.end(isGone ? '{"reason":"Unregistered"}' : '')
    }
  })
})

const portOf = async (server: Http2SecureServer | Server) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

let relay: ReturnType<typeof createRelay>
let at = ''
beforeAll(async () => {
  relay = createRelay({
    word: WORD,
    to: `https://127.0.0.1:${await portOf(apple)}`,
    tls: { ...TLS, rejectUnauthorized: false },
  })
  at = `http://127.0.0.1:${await portOf(relay)}`
})
afterAll(() => {
  relay.close()
  apple.close()
})

const post = async (path: string, method = 'POST') => {
  const answer = await fetch(at + path, { method, headers: { 'apns-topic': 'pass.test.calendar' } })
  return [answer.status, await answer.text()]
}

describe('createRelay', () => {
  it('forwards a notification over HTTP/2 with the client certificate and returns Apple’s response', async () => {
    expect(await post(`/${WORD}/3/device/c0ffee`)).toEqual([200, ''])
    expect(heard.at(-1)).toMatchObject({
      headers: { ':method': 'POST', ':path': '/3/device/c0ffee', 'apns-topic': 'pass.test.calendar' },
      subject: 'Pass Type ID: pass.test.calendar',
      body: '{}',
    })
    expect(await post(`/${WORD}/3/device/gone`)).toEqual([410, '{"reason":"Unregistered"}'])
  })

  it('reconnects after Apple destroys the session', async () => {
    expect((await post(`/${WORD}/3/device/cut`))[0]).toBeGreaterThanOrEqual(500)
    expect(await post(`/${WORD}/3/device/c0ffee`)).toEqual([200, ''])
  })

  it('returns 404 without forwarding if the secret, the path or the method is wrong', async () => {
    const before = heard.length
    for (const path of ['/3/device/c0ffee', '/another/3/device/c0ffee', `/${WORD}/3/device/a/b`, `/${WORD}/`])
      expect((await post(path))[0], path).toBe(404)
    expect((await post(`/${WORD}/3/device/c0ffee`, 'GET'))[0]).toBe(404)
    expect(heard).toHaveLength(before)
  })
})
