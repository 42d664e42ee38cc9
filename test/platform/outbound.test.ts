import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createOutbound } from '../../src/platform/outbound.ts'
import type { Env } from '../../src/platform/env.ts'
import { receiver } from '../support/webhooks.ts'

const outbound = createOutbound(env as unknown as Env)

const post = (url: string, timeoutMs = 5_000) =>
  outbound.post({ url, headers: { 'Content-Type': 'text/plain' }, body: 'ping', timeoutMs, mostBytes: 64 * 1024 })

describe('outbound', () => {
  it.each(['http://127.0.0.1', 'http://localhost'])('reaches a receiver on this machine as %s', async (origin) => {
    const { url, seen } = receiver('200')
    expect(await post(url.replace('http://127.0.0.1', origin))).toEqual({
      kind: 'answered',
      status: 200,
      retryAfter: null,
      body: 'you asked for 200',
      error: null,
    })
    expect((await seen()).map(({ body }) => body)).toEqual(['ping'])
  })

  it('never reaches a private address by way of TLS or of a name, whatever the URL guard let through', async () => {
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
    ['a name that does not exist', 'https://no-such-host.invalid/', 'the host has no public address'],
    ['a port where nobody listens', 'http://127.0.0.1:1/', 'the connection was refused or lost'],
  ])('tells of %s in its own words', async (_, url, error) => {
    expect(await post(url)).toEqual({ kind: 'unanswered', error })
  })

  it('tells a connection that is reset from one that answers', async () => {
    const error = 'the connection was refused or lost'
    expect(await post(receiver('reset').url)).toEqual({ kind: 'unanswered', error })
  })

  it('follows no redirect', async () => {
    expect(await post(receiver('301').url)).toMatchObject({ kind: 'answered', status: 301 })
  })

  it('gives a receiver that says nothing its time and no more', async () => {
    const began = Date.now()
    expect(await post(receiver('hang').url, 300)).toEqual({ kind: 'unanswered', error: 'no answer in time' })
    expect(Date.now() - began).toBeLessThan(10_000)
  })

  it('ends a body that drips when the time is over, keeping the status that came', async () => {
    const began = Date.now()
    const answer = await post(receiver('drip').url, 700)
    expect(answer).toMatchObject({ kind: 'answered', status: 200, error: 'no answer in time' })
    expect(Date.now() - began).toBeLessThan(10_000)
  })

  it.each(['huge', 'bomb'])('reads 64 KiB of a body that is %s and lets the rest be', async (mode) => {
    const began = Date.now()
    const answer = await post(receiver(mode).url)
    expect(answer).toMatchObject({ kind: 'answered', status: 200, error: null })
    expect(answer.kind === 'answered' && answer.body.length).toBe(64 * 1024)
    expect(Date.now() - began).toBeLessThan(10_000)
  })
})
