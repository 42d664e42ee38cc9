import { cache, waitUntil } from 'cloudflare:workers'
import { createCommit } from '../db/commit.ts'
import { openDatabase } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { randomId } from '../kernel/ids.ts'
import { createLog, type LogLevel } from '../kernel/log.ts'
import { systemClock } from '../kernel/time.ts'
import { createVault } from '../kernel/vault.ts'
import { createExactCache, createPlatformCache } from './edge-cache.ts'
import { configOf } from './config.ts'
import { createAtEvent, eventsIn } from './at-event.ts'
import type { Env } from './env.ts'
import { createFiles } from './files.ts'
import { createMailer } from './mailer.ts'
import { createOutbound } from './outbound.ts'
import { createPurge, createTell } from './queues.ts'
import { createBindingLimiter, createRateCounter } from './rate-limiter.ts'
import { createSessionVerifier } from './session.ts'
import { settingErrors, Misconfigured } from './settings.ts'
import { createSharedStripe, paymentsBy } from './payments.ts'
import { walletsOf } from './wallets.ts'
import { createWriteCheck } from './write-check.ts'

let bound: Deps | null = null

/** One instance per isolate, shared by requests, queues, scheduled jobs and Durable Objects. */
export const depsOf = (env: Env): Deps => (bound ??= createDeps(env))

const createDeps = (env: Env): Deps => {
  const clock = systemClock
  const log = createLog((env.LOG_LEVEL || 'info') as LogLevel, (line) => console.log(line), clock)
  const faults = settingErrors({ ...env })
  for (const { says } of faults) log.error(says)
  if (faults.length > 0) throw new Misconfigured(faults)
  const db = openDatabase(env.DB)
  const later = (work: Promise<unknown>) => waitUntil(work)
  const tell = createTell(env, log, later)
  const events = eventsIn(env)
  const atEvent = createAtEvent(events)
  const isSingle = env.TOPOLOGY === 'single'
  const writes = createWriteCheck({ db: env.DB, clock, isSingle })
  const edgeCache = isSingle ? createExactCache(clock) : createPlatformCache(clock, cache, createPurge(env, log, later))
  return {
    clock,
    machine: clock,
    newId: randomId,
    config: configOf(env),
    log,
    db,
    commit: writes.watch(
      createCommit({ db, clock, newId: randomId, tell, makeStale: edgeCache.makeStale, writeAt: atEvent.write }),
    ),
    vault: createVault(env.ENCRYPTION_KEY, env.DERIVATION_KEY),
    tell,
    outbound: createOutbound(env),
    mailer: createMailer(env),
    atEvent,
    files: createFiles(env.FILES),
    payments: paymentsBy(createSharedStripe(env), env),
    sandboxes: env.SANDBOX ?? null,
    wallets: walletsOf(env),
    limiter: isSingle ? createRateCounter(clock, Number(env.RATE_LIMIT_SCALE || 1)) : createBindingLimiter(env),
    edgeCache,
    probes: {
      database: async () => {
        await env.DB.prepare('select 1').first()
        await writes.check()
      },
      desk: async () => void (await events.getByName('health').ping()),
    },
    verifySession: createSessionVerifier(env, log),
    codeMail: async (requestId, address) => (await env.IDENTITY?.codeMail(requestId, address)) ?? null,
    readBuilt: async (path) => {
      const answer = await env.ASSETS.fetch(new URL(path, 'https://assets'))
      if (!answer.ok) throw new Error(`asset ${path} returned ${answer.status}`)
      return answer.text()
    },
    later,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }
}
