import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { TestProject } from 'vitest/node'

const algorithm = 'RS256'

/** Serves a JWKS over loopback HTTP: GET /jwks answers it, POST /keys adds a public key to it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const label = { kid: 'first', alg: algorithm }
  const keys: JWK[] = [{ ...(await exportJWK(pair.publicKey)), ...label, use: 'sig' }]

  const publish = async (request: IncomingMessage, response: ServerResponse) => {
    keys.push(await bodyOf(request))
    response.writeHead(204).end()
  }
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === '/keys') {
      void publish(request, response)
    } else if (request.method === 'GET' && request.url === '/jwks') {
      response.writeHead(200, { 'content-type': 'application/jwk-set+json' }).end(JSON.stringify({ keys }))
    } else {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  project.provide('identity', {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    keysUrl: `${issuer}/keys`,
    audience: 'event-calendar',
    operatorClaim: 'operator',
    signingKey: { ...(await exportJWK(pair.privateKey)), ...label },
  })
  return () => new Promise((closed) => void server.close(() => closed()))
}

async function bodyOf(request: IncomingMessage): Promise<JWK> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return JSON.parse(text) as JWK
}
