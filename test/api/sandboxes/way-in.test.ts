import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { makeTestSecret } from '../../../src/access/key-format.ts'
import { Directory } from '../../../src/sandbox/directory.ts'
import type { SandboxEnv } from '../../../src/sandbox/env.ts'
import { answerInSandbox, sandboxNamed } from '../../../src/sandbox/way-in.ts'

const { EVENTS } = env as unknown as { EVENTS: DurableObjectNamespace }

/** The bindings of the sandbox Worker, with a real directory and a list of the objects that were called. */
const withDirectory = (work: (directory: Directory, env: SandboxEnv, called: string[]) => Promise<void>) =>
  runInDurableObject(EVENTS.getByName(crypto.randomUUID()), async (_object, state) => {
    const directory = new Directory(state, env as unknown as SandboxEnv)
    const called: string[] = []
    const SANDBOXES = {
      getByName(id: string) {
        called.push(id)
        return { fetch: async () => new Response('inside') }
      },
    }
    await work(directory, { SANDBOXES, DIRECTORY: { getByName: () => directory } } as unknown as SandboxEnv, called)
  })

const at = (path: string, key = '') =>
  new Request(`https://calendar.test${path}`, { headers: key === '' ? {} : { 'x-svc-api-key': key } })

describe('the way into a sandbox', () => {
  it('creates no object for an invented id or key', () =>
    withDirectory(async (_directory, bindings, called) => {
      const madeUp = 'sbx_madeup0001'
      const byPath = await answerInSandbox(at(`/s/${madeUp}/e/any`), bindings)
      expect([byPath.status, (await byPath.json<{ code: string }>()).code]).toEqual([404, 'not_found'])
      const byKey = await answerInSandbox(at('/api/v1/me', makeTestSecret(madeUp)), bindings)
      expect([byKey.status, (await byKey.json<{ code: string }>()).code]).toEqual([401, 'unauthenticated'])
      expect(await sandboxNamed(madeUp, bindings)).toBeNull()
      expect(called).toEqual([])
    }))

  it('leads to a sandbox in the directory, and forgets none in between', () =>
    withDirectory(async (directory, bindings, called) => {
      const id = 'sbx_listed0001'
      directory.add(id)
      directory.add(id)
      expect(await (await answerInSandbox(at(`/s/${id}/e/any`), bindings)).text()).toBe('inside')
      expect(await (await answerInSandbox(at('/api/v1/me', makeTestSecret(id)), bindings)).text()).toBe('inside')
      expect(called).toEqual([id, id])
      directory.remove(id)
      expect(directory.has(id)).toBe(false)
    }))
})
