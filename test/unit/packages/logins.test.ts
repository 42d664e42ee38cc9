import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  deleteCredentials,
  readSession,
  storeCredentials,
  type AppCredentials,
} from '../../../packages/cli/src/credentials.ts'
import { fetchAsApp } from '../../../packages/cli/src/oauth.ts'

let home: string
let env: NodeJS.ProcessEnv
const servers: Server[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'evcal-'))
  env = { XDG_CONFIG_HOME: home }
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
  for (const server of servers.splice(0)) server.close()
})

const textOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** A service that renews tokens as `<name> access 1`, and notes the requests. */
const startOne = async (name: string) => {
  const seen = { bearers: [] as string[], refreshed: [] as string[] }
  const server = createServer((request, response) => {
    void (async () => {
      const form = new URLSearchParams(await textOf(request))
      response.setHeader('Content-Type', 'application/json')
      if (request.url !== '/oauth/token') {
        seen.bearers.push(String(request.headers.authorization))
        return response.end('{}')
      }
      const count = seen.refreshed.push(form.get('refresh_token') ?? '')
      const tokens = { access_token: `${name} access ${count}`, refresh_token: `${name} refresh ${count}` }
      return response.end(JSON.stringify({ ...tokens, expires_in: 3600 }))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, seen }
}

const tokensOf = (baseUrl: string, login: string, expiresAt = Date.now() + 3_600_000): AppCredentials => ({
  baseUrl,
  login,
  accessToken: `${login} access 0`,
  refreshToken: `${login} refresh 0`,
  expiresAt,
})
const stored = () => JSON.parse(readFileSync(join(home, 'evcal/credentials.json'), 'utf8')) as AppCredentials

describe('a running command', () => {
  it('sends its token to its own service after a login at another', async () => {
    const [one, two] = [await startOne('one'), await startOne('two')]
    const first = tokensOf(one.baseUrl, 'one')
    storeCredentials(first, env)
    const running = fetchAsApp(env, first)
    await running(`${one.baseUrl}/v1/me`)
    storeCredentials(tokensOf(two.baseUrl, 'two'), env)
    await running(`${one.baseUrl}/v1/me`)
    expect(one.seen.bearers).toEqual(['Bearer one access 0', 'Bearer one access 0'])
  })

  it('stays at its calendar after another login at the same service', async () => {
    const { baseUrl, seen } = await startOne('one')
    const first = tokensOf(baseUrl, 'one', 0)
    storeCredentials(first, env)
    const running = fetchAsApp(env, first)
    const second = tokensOf(baseUrl, 'second')
    storeCredentials(second, env)
    await running(`${baseUrl}/v1/me`)
    await running(`${baseUrl}/v1/me`)
    expect(seen).toEqual({ bearers: ['Bearer one access 1', 'Bearer one access 1'], refreshed: ['one refresh 0'] })
    expect(stored()).toEqual(second)
  })

  it('keeps using tokens that another command has renewed', async () => {
    const { baseUrl, seen } = await startOne('one')
    const first = tokensOf(baseUrl, 'one', 0)
    storeCredentials(first, env)
    const [running, other] = [fetchAsApp(env, first), fetchAsApp(env, first)]
    await other(`${baseUrl}/v1/me`)
    await running(`${baseUrl}/v1/me`)
    expect(seen).toEqual({ bearers: ['Bearer one access 1', 'Bearer one access 1'], refreshed: ['one refresh 0'] })
    expect(stored()).toMatchObject({ login: 'one', accessToken: 'one access 1', refreshToken: 'one refresh 1' })
  })

  it('stores nothing after a logout', async () => {
    const { baseUrl } = await startOne('one')
    const first = tokensOf(baseUrl, 'one', 0)
    const running = fetchAsApp(env, first)
    deleteCredentials(env)
    await running(`${baseUrl}/v1/me`)
    expect(stored).toThrow('ENOENT')
  })
})

describe('stored credentials', () => {
  it('are replaced in one step, in a file that only its owner can read', () => {
    const file = storeCredentials(tokensOf('https://one.test/api', 'one'), env)
    const before = statSync(file).ino
    storeCredentials(tokensOf('https://two.test/api', 'two'), env)
    expect([statSync(file).mode & 0o777, statSync(file).ino === before]).toEqual([0o600, false])
    expect(readdirSync(join(home, 'evcal'))).toEqual(['credentials.json'])
  })

  it('don’t reveal the path for session tokens', () => {
    storeCredentials(tokensOf('https://one.test/api', 'one'), env)
    expect(() => readSession({ ...env, EVCAL_SESSION_TOKEN: 'secret' })).toThrow('EVCAL_URL')
  })
})
