import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { TestProject } from 'vitest/node'
import { listen } from './loopback.ts'

const algorithm = 'RS256'

/** Serves a JWKS over loopback HTTP: GET /jwks returns it, POST /keys adds a public key. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const label = { kid: 'first', alg: algorithm }
  const keys: JWK[] = [{ ...(await exportJWK(pair.publicKey)), ...label, use: 'sig' }]

  const { origin, close } = await listen(({ method, url }, response, body) => {
    if (method === 'POST' && url === '/keys') {
      keys.push(JSON.parse(body.toString()) as JWK)
      response.writeHead(204).end()
    } else if (method === 'GET' && url === '/jwks') {
      response.writeHead(200, { 'content-type': 'application/jwk-set+json' }).end(JSON.stringify({ keys }))
    } else {
      response.writeHead(404).end()
    }
  })
  project.provide('identity', {
    issuer: origin,
    jwksUrl: `${origin}/jwks`,
    keysUrl: `${origin}/keys`,
    audience: 'event-calendar',
    operatorClaim: 'operator',
    signingKey: { ...(await exportJWK(pair.privateKey)), ...label },
  })
  return close
}
