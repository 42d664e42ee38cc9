import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { networksIn, outboundBindings } from '../../scripts/start/outbound.ts'

const SCRIPT = `export default {
  async fetch(request, env) {
    const url = new URL(request.url).searchParams.get('url')
    try {
      const answer = await env.OUTBOUND_PUBLIC.fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(1_500) })
      return new Response('reached ' + answer.status)
    } catch (error) {
      return new Response(String(error))
    }
  },
}`

/** What the runtime says about an address outside the allowed networks, as for a name without addresses. */
const BLOCKED = /internal error|DNS lookup failed/

describe('egress of webhooks', () => {
  let runtime: Miniflare | null = null
  let listener: Server
  let port = 0
  let connections = 0

  const open = (networks: string[] = []) => {
    runtime = new Miniflare(
      convertV4MiniflareOptions({
        workers: [
          {
            name: 'sender',
            modules: true,
            script: SCRIPT,
            compatibilityDate: '2026-11-02',
            serviceBindings: outboundBindings(networks),
          },
        ],
      }),
    )
  }
  const reach = async (host: string) => {
    const target = encodeURIComponent(`http://${host}:${port}/`)
    return (await runtime?.dispatchFetch(`http://sender/?url=${target}`))?.text() ?? ''
  }

  beforeAll(async () => {
    listener = createServer((_request, answer) => answer.writeHead(302, { location: 'http://10.0.0.1/' }).end())
    listener.on('connection', () => (connections += 1))
    await new Promise<void>((resolve) => listener.listen(0, '::', resolve))
    port = (listener.address() as AddressInfo).port
  })
  afterEach(async () => {
    await runtime?.dispose()
    runtime = null
  })
  afterAll(() => listener.close())

  it('reaches no private, local or translated address', async () => {
    open()
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '0.0.0.0',
      'localhost',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.0.1',
      '100.64.0.1',
      '169.254.169.254',
      '[fc00::1]',
      '[fe80::1]',
      '[::ffff:10.0.0.1]',
      '[::ffff:127.0.0.1]',
      '[64:ff9b::a00:1]',
      '[64:ff9b::7f00:1]',
      '[2002:a00:1::1]',
    ])
      expect(await reach(host), host).toMatch(BLOCKED)
    expect(connections).toBe(0)
  })

  it('reaches exactly the networks of WEBHOOK_NETWORKS, and follows no redirect out of them', async () => {
    open(networksIn('127.0.0.0/30'))
    expect(await reach('127.0.0.1')).toBe('reached 302')
    // A name with two addresses, of which one is allowed.
    expect(await reach('localhost')).toBe('reached 302')
    for (const host of ['127.0.0.4', '10.0.0.1', '[::1]', '192.168.0.1'])
      expect(await reach(host), host).toMatch(BLOCKED)
    expect(connections).toBe(2)
  })

  it.each(['10.0.0.0', '10.0.0.0/33', 'private', 'erp.venue.org/24'])('refuses WEBHOOK_NETWORKS=%s', (text) => {
    expect(() => networksIn(text)).toThrow('WEBHOOK_NETWORKS has')
  })
})
