import * as z from 'zod'
import { bare, open, operation, reply } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { describeError } from '../../kernel/log.ts'
import { iso } from '../../kernel/time.ts'

const Status = lazy(() => z.enum(['ok', 'degraded']))
const Health = lazy(() =>
  z
    .object({
      status: Status(),
      data: z.object({
        status: Status(),
        version: z.string(),
        time: z.iso.datetime(),
        checks: z.object({ database: Status(), desk: Status() }),
      }),
    })
    .meta({ id: 'Health' }),
)

const check = async (deps: Deps, part: 'database' | 'desk') => {
  try {
    await deps.probes[part]()
    return 'ok' as const
  } catch (error) {
    deps.log.error(`health: the ${part} does not answer`, describeError(error))
    return 'degraded' as const
  }
}

export const readHealth = operation({
  id: 'system.health',
  summary: 'Get service health',
  subject: 'none',
  // No rate limit: under heavy traffic, a monitor would mistake a 429 for an outage.
  limit: 'none',
  routes: [open('GET /health')],
  answer: bare(Health),
  async run({ request, address }, deps) {
    const [database, desk] = await Promise.all([check(deps, 'database'), check(deps, 'desk')])
    const status: SchemaOutput<typeof Status> = database === 'ok' && desk === 'ok' ? 'ok' : 'degraded'
    const data = { status, version: deps.config.version, time: iso(deps.clock()), checks: { database, desk } }
    const headers = {
      'Cache-Control': 'no-store',
      ...(status === 'ok' ? {} : { 'Retry-After': '5' }),
      // `event-calendar doctor` sees by it whether the proxy names the caller. It tells callers only their own address.
      ...(request.headers.has('X-Doctor') ? { 'X-Caller': address } : {}),
    }
    return reply({ status, data }, { status: status === 'ok' ? 200 : 503, headers })
  },
})
