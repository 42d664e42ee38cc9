import { env } from 'cloudflare:workers'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { describe, expect, inject, it } from 'vitest'
import { migratedSchema, readSchema } from '../support/schema.ts'
import { forgedKey, operatorToken, rotatedKey, tokenFor } from '../support/identity.ts'

const { issuer, audience, jwksUrl, operatorClaim } = inject('identity')

async function verify(token: string) {
  const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(jwksUrl)), { issuer, audience })
  return payload
}

describe('Worker test harness', () => {
  it('starts each file with migrated, empty tables', async () => {
    const { results } = await env.DB.prepare('SELECT name FROM d1_migrations ORDER BY id').all<{ name: string }>()
    expect(results.map(({ name }) => name)).toEqual(inject('migrations').map(({ name }) => name))
    expect(await env.DB.prepare('SELECT count(*) AS guests FROM guests').first()).toEqual({ guests: 0 })
  })

  it('starts each file with the tables, indexes, triggers and rows that the migrations leave', async () => {
    const schema = migratedSchema()
    expect(schema?.made.length).toBeGreaterThan(inject('migrations').length)
    expect(await readSchema(env.DB)).toEqual(schema)
  })

  it('signs tokens that verify with the provider’s published keys', async () => {
    expect(await verify(await tokenFor('usr_ada'))).toMatchObject({ sub: 'usr_ada', iss: issuer, aud: audience })
    expect(await verify(await operatorToken())).toMatchObject({ [operatorClaim]: true })
  })

  it.each(['RS256', 'ES256'] as const)('publishes a rotated %s key immediately', async (algorithm) => {
    expect(await verify(await tokenFor('usr_ada', {}, await rotatedKey(algorithm)))).toMatchObject({ sub: 'usr_ada' })
  })

  it('can sign with a forged key that the provider never published', async () => {
    await expect(verify(await tokenFor('usr_ada', {}, await forgedKey()))).rejects.toThrow(
      'signature verification failed',
    )
  })

  it('maps stack traces to the lines of the TypeScript source', async () => {
    const [text = ''] = Object.values(
      import.meta.glob('../support/identity.ts', { query: '?raw', import: 'default', eager: true }),
    )
    const { stack = '' } = (await tokenFor('usr_ada', {}, {}).catch((error: unknown) => error)) as Error
    const line = Number(/identity\.ts:(\d+)/.exec(stack)?.[1])
    expect(text.split('\n')[line - 1]).toContain('importJWK(key)')
  })
})
