import { createApp } from './app.ts'
import { pages } from './pages/registry.ts'
import { depsOf } from './platform/deps.ts'
import type { Env, QueueMessage } from './platform/env.ts'
import { hearQueue } from './queues.ts'
import { registry } from './registry.ts'
import { runSchedule } from './schedule.ts'

// Deployed under the name that it had when it decided; its storage hangs on that name.
export { EventObject as CheckinDesk } from './platform/event-object.ts'

let app: ReturnType<typeof createApp> | null = null

/** At the edge the platform has looked already; on a single machine nothing stands before the Worker. */
const isAsset = (url: string) => url.startsWith('/assets/', url.indexOf('/', 'https://'.length))

export default {
  fetch(request: Request, env: Env, context: ExecutionContext) {
    if (isAsset(request.url)) return env.ASSETS.fetch(request)
    app ??= createApp(registry, depsOf(env), pages)
    return app.fetch(request, env, context)
  },

  async queue({ queue, messages }: MessageBatch<QueueMessage>, env: Env) {
    await hearQueue(
      queue,
      messages.map(({ body }) => body.id),
      depsOf(env),
    )
  },

  async scheduled(_controller: ScheduledController, env: Env) {
    await runSchedule(depsOf(env))
  },
} satisfies ExportedHandler<Env, QueueMessage>
