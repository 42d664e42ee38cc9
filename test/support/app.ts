import { env } from 'cloudflare:workers'
import { createApp } from '../../src/app.ts'
import { registry } from '../../src/registry.ts'
import type { Deps } from '../../src/deps.ts'
import { depsOf } from '../../src/platform/deps.ts'
import type { Env } from '../../src/platform/env.ts'
import { noteAnswer } from './judged.ts'

export const deps = depsOf(env as unknown as Env)

/** Creates the service with some ports replaced. */
export const appWith = (changes: Partial<Deps>) => {
  const app = createApp(registry, { ...deps, ...changes })
  return {
    request: async (path: string, init: RequestInit = {}) => {
      const answer = await app.request(path, init)
      if (path.startsWith('/api/')) {
        const noted = { method: init.method ?? 'GET', path: path.replace(/^\/api/, '') }
        noteAnswer(noted, answer, await answer.clone().text())
      }
      return answer
    },
  }
}
