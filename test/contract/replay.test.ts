import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { isKeyed } from '../../src/operation/handle.ts'
import { send } from '../support/api.ts'
import { closedWays, documentedCall, pathIn } from '../support/routes.ts'
import { credentialsOf, newWorld } from '../support/worlds.ts'

const keyed = closedWays
  .filter(({ operation, route }) => isKeyed(operation, route))
  .map((way) => [way.line, way] as const)
const isKept = (status: number) => status < 300 || status === 409 || status === 422

// Keeps the keys that the service releases in `idempotency_claims`, so that the test can claim them again below.
await env.DB.prepare(
  'create trigger keys_stay before delete on idempotency_claims begin select raise(ignore); end',
).run()

it.each(keyed)(
  '%s replays its first response for the same key, and returns 422 for the key with another request',
  async (_line, way) => {
    const world = await newWorld()
    const asked = (await credentialsOf(world))[way.route.surface]
    const { json, query } = await documentedCall(way)
    const named = way.operation.subjectIn === 'body' ? { calendarSlug: world.slug } : {}
    const path = pathIn(way, world)
    const line = `${way.route.method} ${path}${path.includes('?') ? '' : query}`
    const sent = { ...asked, headers: { 'Idempotency-Key': 'the-key' } }
    const body = json === undefined ? {} : { json: { ...(json as object), ...named } }
    const odd = await send(line, { ...asked, headers: { 'Idempotency-Key': 'two words' }, ...body })
    expect([odd.status, odd.body.code]).toEqual([400, 'validation_failed'])
    const first = await send(line, { ...sent, ...body })
    expect(first.status, first.text).toBeLessThan(500)
    const again = await send(line, { ...sent, ...body })
    expect(again.status).toBe(first.status)
    expect(again.headers.get('Idempotent-Replayed')).toBe(isKept(first.status) ? 'true' : null)
    expect(again.headers.get('X-Request-Id')).not.toBe(first.headers.get('X-Request-Id'))
    const { requestId: _id, ...same } = again.body as { requestId?: string }
    expect(first.body).toMatchObject(same)
    // Simulates a first request that is still running. A released key is claimed again here.
    await env.DB.prepare('update idempotency_claims set answer_cipher = null, status = null, claimed_until = ?')
      .bind(Date.now() + 60_000)
      .run()
    const soon = await send(line, { ...sent, ...body })
    expect(soon.body).toMatchObject({ statusCode: 409, code: 'idempotency_in_progress' })
    const other = await send(`${line}${line.includes('?') ? '&' : '?'}another=request`, { ...sent, ...body })
    expect(other.body).toMatchObject({ statusCode: 422, code: 'idempotency_key_reused' })
    if (!['event', 'guest'].includes(way.operation.subject)) return
    // The response as stored after a guest of the event was erased.
    await env.DB.prepare(`update idempotency_claims set answer_cipher = '', status = 200`).run()
    expect((await send(line, { ...sent, ...body })).body).toMatchObject({ statusCode: 409, code: 'answer_erased' })
  },
)
