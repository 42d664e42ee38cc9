import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { networksIn } from '../../../scripts/start/outbound.ts'
import { BLOCKED, startSender } from './sender.ts'

const hasNamespaces =
  spawnSync('bwrap', ['--version']).error === undefined && spawnSync('ip', ['-V']).error === undefined

describe('egress of webhooks', () => {
  let sender: ReturnType<typeof startSender> | null = null
  let listener: Server
  let port = 0
  let connections = 0

  const open = (networks: string[] = []) => {
    sender = startSender(networks)
  }
  const reach = async (host: string) => (await sender?.reach(`http://${host}:${port}`)) ?? ''

  beforeAll(async () => {
    listener = createServer((_request, answer) => answer.writeHead(302, { location: 'http://10.0.0.1/' }).end())
    listener.on('connection', () => (connections += 1))
    await new Promise<void>((resolve) => listener.listen(0, '::', resolve))
    port = (listener.address() as AddressInfo).port
  })
  afterEach(async () => {
    await sender?.dispose()
    sender = null
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

  it.runIf(hasNamespaces)('never reaches the private address of a name that changes between lookups', () => {
    const home = mkdtempSync(join(tmpdir(), 'event-calendar-names-'))
    const resolver = join(home, 'resolv.conf')
    writeFileSync(resolver, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n')
    const own = ['--unshare-net', '--unshare-user', '--uid', '0', '--gid', '0', '--die-with-parent']
    const may = ['--cap-add', 'CAP_NET_ADMIN', '--cap-add', 'CAP_NET_BIND_SERVICE']
    const files = ['--bind', '/', '/', '--dev', '/dev', '--proc', '/proc']
    const dns = ['--ro-bind', resolver, realpathSync('/etc/resolv.conf')]
    const driver = fileURLToPath(new URL('changing-name.ts', import.meta.url))
    const said = execFileSync('bwrap', [...files, ...own, ...may, ...dns, process.execPath, driver], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 60_000,
    })
    rmSync(home, { recursive: true })
    const { answers, lookups, reached } = JSON.parse(said)
    expect(reached).toEqual(['93.184.216.34'])
    expect(new Set(answers['steady.test'])).toEqual(new Set(['reached 200']))
    // Half of the lookups return the private address, and the request of each of them fails.
    expect(lookups['changing.test']).toBeGreaterThanOrEqual(10)
    expect(answers['changing.test'].filter((answer: string) => BLOCKED.test(answer)).length).toBeGreaterThanOrEqual(5)
    expect(answers['changing.test']).toContain('reached 200')
    for (const answer of answers['private.test']) expect(answer).toMatch(BLOCKED)
  })

  it.each(['10.0.0.0', '10.0.0.0/33', 'private', 'erp.venue.org/24'])('refuses WEBHOOK_NETWORKS=%s', (text) => {
    expect(() => networksIn(text)).toThrow('WEBHOOK_NETWORKS has')
  })
})
