import { createApp } from './app.ts'
import { registry } from './contract/registry.ts'
import { createDeps } from './platform/deps.ts'
import type { Env } from './platform/env.ts'

export { CheckinDesk } from './platform/checkin-desk.ts'

let app: ReturnType<typeof createApp> | null = null

export default {
  fetch(request: Request, env: Env, context: ExecutionContext) {
    app ??= createApp(registry, createDeps(env, new URL(request.url).origin))
    return app.fetch(request, env, context)
  },
} satisfies ExportedHandler<Env>
