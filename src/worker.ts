import { createApp } from './app.ts'
import { pages } from './pages/registry.ts'
import { receiveMail } from './mailbox.ts'
import { randomId } from './kernel/ids.ts'
import { refusal } from './kernel/failure.ts'
import { errorResponse } from './operation/answer.ts'
import { withDefaultHeaders } from './operation/finish.ts'
import { depsOf } from './platform/deps.ts'
import type { Env, QueueMessage } from './platform/env.ts'
import { isFromProxy } from './platform/proxy-token.ts'
import { mayBeForSandbox, passToSandbox } from './platform/sandbox-door.ts'
import { Misconfigured } from './platform/settings.ts'
import { handleQueue } from './queues.ts'
import { registry } from './registry.ts'
import { runSchedule } from './schedule.ts'

// Exported as `CheckinDesk`, the class name in the first deployment, because Durable Object storage is bound to that
// name.
export { EventObject as CheckinDesk } from './platform/event-object.ts'

/** Requests that the identity Worker answers, if the service signs people in itself. */
const isSignIn = (url: string) => /^https?:\/\/[^/]+\/sign-in(?:[/?#]|$)/.test(url)

let app: ReturnType<typeof createApp> | null = null

/** Needed for `TOPOLOGY=single`. At the edge, Cloudflare serves assets before it runs the Worker. */
const isAsset = (url: string) => /^https?:\/\/[^/]+\/(?:assets\/|favicon\.ico$)/.test(url)

/** Answers every request with 503. The errors are only in the log, for the operator. */
const refuseMisconfigured = (error: unknown) => {
  if (!(error instanceof Misconfigured)) throw error
  const requestId = randomId('req')
  const failure = refusal('unavailable', { says: 'The service isn’t configured yet.', retryAfterSeconds: 60 })
  return withDefaultHeaders(errorResponse(failure, requestId), requestId)
}

export default {
  async fetch(request: Request, env: Env, context: ExecutionContext) {
    if (env.PROXY_TOKEN && !(await isFromProxy(request, env)))
      return new Response('Call this service through its proxy.\n', { status: 403 })
    if (isAsset(request.url)) return env.ASSETS.fetch(request)
    if (env.IDENTITY && !env.AUTH_ISSUER && isSignIn(request.url)) return env.IDENTITY.fetch(request)
    try {
      if (env.SANDBOX && mayBeForSandbox(request)) {
        const answer = await passToSandbox(request, env.SANDBOX, depsOf(env))
        if (answer !== null) return answer
      }
      app ??= createApp(registry, depsOf(env), pages)
    } catch (error) {
      return refuseMisconfigured(error)
    }
    return app.fetch(request, env, context)
  },

  async queue({ queue, messages }: MessageBatch<QueueMessage>, env: Env) {
    await handleQueue(
      queue,
      messages.map(({ body }) => body.id),
      depsOf(env),
    )
  },

  /** Receives replies to calendar invites (`rsvp+…`). */
  async email(message: ForwardableEmailMessage, env: Env) {
    const { to, raw } = message
    const deps = depsOf(env)
    const here = (app ??= createApp(registry, deps, pages))
    const refused = await receiveMail({ to, raw }, deps, here.request)
    if (refused !== null) message.setReject(refused)
  },

  async scheduled(_controller: ScheduledController, env: Env) {
    await runSchedule(depsOf(env))
  },
} satisfies ExportedHandler<Env, QueueMessage>
