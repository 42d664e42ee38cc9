import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createOutbound } from '../../src/platform/outbound.ts'
import type { Env } from '../../src/platform/env.ts'
import { receiver } from '../support/webhooks.ts'

const outbound = createOutbound(env as unknown as Env)

const post = (url: string, timeoutMs = 5_000) =>
  outbound.post({ url, headers: { 'Content-Type': 'text/plain' }, body: 'ping', timeoutMs, mostBytes: 64 * 1024 })

describe('createOutbound', () => {
  it.each(['http://127.0.0.1', 'http://localhost'])('reaches a local receiver at %s', async (origin) => {
    const { url, seen } = receiver('200')
    expect(await post(url.replace('http://127.0.0.1', origin))).toEqual({
      kind: 'answered',
      status: 200,
      retryAfter: null,
      mediaType: null,
      body: 'you asked for 200',
      error: null,
    })
    expect((await seen()).map(({ body }) => body)).toEqual(['ping'])
  })

  it('does not connect to a private address through TLS or a host name', async () => {
    const { url, seen } = receiver('200')
    const port = new URL(url).port
    for (const origin of [`https://localhost:${port}`, `https://127.0.0.1:${port}`, `https://[::1]:${port}`]) {
      expect(await post(origin)).toEqual({ kind: 'unanswered', error: 'the host has no public address' })
    }
    for (const origin of ['http://10.0.0.1', 'http://192.168.0.1', 'http://169.254.169.254', 'http://[fd00::1]']) {
      expect(await post(origin)).toEqual({ kind: 'unanswered', error: 'the host has no public address' })
    }
    expect(await seen()).toEqual([])
  })

  it.each([
    ['an unknown host', 'https://no-such-host.invalid/', 'the host has no public address'],
    ['a closed port', 'http://127.0.0.1:1/', 'the connection was refused or lost'],
  ])('reports %s with its own message', async (_, url, error) => {
    expect(await post(url)).toEqual({ kind: 'unanswered', error })
  })

  it('reports a reset connection as unanswered', async () => {
    const error = 'the connection was refused or lost'
    expect(await post(receiver('reset').url)).toEqual({ kind: 'unanswered', error })
  })

  it('does not follow redirects', async () => {
    expect(await post(receiver('301').url)).toMatchObject({ kind: 'answered', status: 301 })
  })

  it('gives up on a silent receiver after the timeout', async () => {
    const began = Date.now()
    expect(await post(receiver('hang').url, 300)).toEqual({ kind: 'unanswered', error: 'no answer in time' })
    expect(Date.now() - began).toBeLessThan(10_000)
  })

  it('stops reading a slow body at the timeout and keeps the status', async () => {
    const began = Date.now()
    const answer = await post(receiver('drip').url, 700)
    expect(answer).toMatchObject({ kind: 'answered', status: 200, error: 'no answer in time' })
    expect(Date.now() - began).toBeLessThan(10_000)
  })

  it.each(['huge', 'bomb'])('reads 64 KiB of a %s body and discards the rest', async (mode) => {
    const began = Date.now()
    const answer = await post(receiver(mode).url)
    expect(answer).toMatchObject({ kind: 'answered', status: 200, error: null })
    expect(answer.kind === 'answered' && answer.body.length).toBe(64 * 1024)
    expect(Date.now() - began).toBeLessThan(10_000)
  })
})
