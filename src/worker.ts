import { createApp } from './app.ts'
import { bells, type BellName } from './bells.ts'
import { chores } from './chores.ts'
import { registry } from './registry.ts'
import { describeError } from './kernel/log.ts'
import { pages } from './pages/registry.ts'
import { depsOf } from './platform/deps.ts'
import type { Bell, Env } from './platform/env.ts'

export { CheckinDesk } from './platform/checkin-desk.ts'

let app: ReturnType<typeof createApp> | null = null

/** Queues are named `event-calendar[-staging]-<bell>`. */
const bellOf = (queue: string) => (Object.keys(bells) as BellName[]).find((name) => queue.endsWith(`-${name}`))

/** At the edge the platform has looked already; on a single machine nothing stands before the Worker. */
const isAsset = (url: string) => url.startsWith('/assets/', url.indexOf('/', 'https://'.length))

export default {
  fetch(request: Request, env: Env, context: ExecutionContext) {
    if (isAsset(request.url)) return env.ASSETS.fetch(request)
    app ??= createApp(registry, depsOf(env), pages)
    return app.fetch(request, env, context)
  },

  async queue(batch: MessageBatch<Bell>, env: Env) {
    const deps = depsOf(env)
    const bell = bellOf(batch.queue)
    if (bell === undefined) {
      // Dead letters lose nothing: the sweep finds every row that a bell was meant for.
      deps.log.warn('messages ran out of retries', {
        queue: batch.queue,
        ids: batch.messages.map(({ body }) => body.id),
      })
      return
    }
    await bells[bell](
      batch.messages.map(({ body }) => body.id),
      deps,
    )
  },

  async scheduled(_controller: ScheduledController, env: Env) {
    const deps = depsOf(env)
    for (const chore of chores) {
      try {
        await chore.run(deps)
      } catch (error) {
        deps.log.error(`the chore '${chore.name}' failed`, describeError(error))
      }
    }
  },
} satisfies ExportedHandler<Env, Bell>
