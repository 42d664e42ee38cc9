import { createCommit, type Due, type Tell } from '../db/commit.ts'
import { openDatabase } from '../db/database.ts'
import type { Config, Deps, EdgeCache, Mailer, Outbound, OutboundAnswer, Session } from '../deps.ts'
import { fromBase64url } from '../kernel/crypto.ts'
import { notFound } from '../kernel/failure.ts'
import { createLog, type LogLevel } from '../kernel/log.ts'
import { QUOTAS } from '../kernel/quotas.ts'
import { SECOND_MS, systemClock, type Clock } from '../kernel/time.ts'
import { createVault } from '../kernel/vault.ts'
import { createOutbound } from '../platform/outbound.ts'
import { createRateCounter } from '../platform/rate-limiter.ts'
import type { Books } from './books.ts'
import type { SandboxClock } from './clock.ts'
import { atEventOf } from './direct-event.ts'
import type { Effects } from './effects.ts'
import type { SandboxEnv } from './env.ts'
import { withMailBand } from './pages/in-sandbox.ts'
import { isGuestLimit, refusePost } from './limits.ts'
import { keepPictures } from './pictures.ts'
import { SimulatedProvider } from './provider.ts'
import type { SandboxIds } from './seeded-ids.ts'
import { simulatedPayments } from './simulated-payments.ts'
import { filesOf } from './sandbox-files.ts'
import { asD1, SqliteD1 } from './sqlite-d1.ts'

/** The owner of a sandbox, as given by the live Worker at its creation. */
export interface SandboxAbout {
  id: string
  calendarId: string
  /** Rehearsals record deliveries and send none. */
  sendsWebhooks: boolean
  /** Row ids come from this seed. Secrets never do, because a seed isn't secret. */
  seed: number | null
}

interface Ports {
  env: SandboxEnv
  storage: DurableObjectStorage
  about: SandboxAbout
  books: Books
  clock: SandboxClock
  effects: Effects
  ids: SandboxIds
}

/** Rehearsals have no rate limits, since they call the API as fast as they can. */
const REHEARSAL_RATE = 1_000_000

/** Captures each email once instead of sending it, so a retry after a crash changes nothing. */
const mailerOf = ({ about, books, clock, effects }: Ports): Mailer => ({
  async send(message) {
    const [row] = books.rows<{ kind: string; guest_id: string | null; event_id: string | null; recipient: string }>(
      'select kind, guest_id, event_id, recipient from mails where id = ?',
      message.id,
    )
    if (books.rows('select 1 from sandbox_mails where id = ?', message.id).length > 0) return
    const kind = row?.kind ?? 'other'
    // A rehearsal shows emails as guests will get them.
    const content = about.sendsWebhooks ? withMailBand(message) : message
    const attachments = message.attachments.map(({ filename, type, contentId }) => ({ filename, type, contentId }))
    books.run(
      'insert into sandbox_mails values (?, ?, ?, ?, ?)',
      message.id,
      clock.read(),
      kind,
      message.to,
      JSON.stringify({ ...content, attachments, guestId: row?.guest_id ?? null, eventId: row?.event_id ?? null }),
    )
    keepPictures(books, message, row?.event_id ?? null)
    effects.add({
      kind: 'mail.sent',
      object: 'mail',
      id: message.id,
      summary: message.subject,
      data: { mailKind: kind, to: message.to, guestId: row?.guest_id ?? null },
    })
  },
})

/** Marks a request as a test. Its body is marked before it is signed (`deliver.ts`). */
const outboundOf = ({ env, about, books, effects }: Ports): Outbound => {
  const real = createOutbound(env)
  return {
    get: async () => ({ kind: 'unanswered', error: 'a sandbox fetches nothing' }),
    async post(request) {
      const refused = about.sendsWebhooks ? refusePost(books, request.url) : null
      const answer: OutboundAnswer =
        refused !== null
          ? { kind: 'unanswered', error: refused }
          : about.sendsWebhooks
            ? await real.post({ ...request, headers: { ...request.headers, 'X-Svc-Mode': 'test' } })
            : {
                kind: 'answered',
                status: 200,
                retryAfter: null,
                mediaType: null,
                body: 'recorded, not sent',
                error: null,
              }
      const { type, id } = JSON.parse(request.body) as { type?: string; id?: string }
      effects.add({
        kind: 'delivery.attempted',
        object: 'delivery',
        id: id ?? '',
        summary: `${type ?? 'webhook'} to ${new URL(request.url).host}`,
        data: { url: request.url, status: answer.kind === 'answered' ? answer.status : null },
      })
      return answer
    },
  }
}

/** No cache is in front of a sandbox. */
const NO_CACHE: EdgeCache = {
  read: async () => null,
  begin: () => 0,
  keep: async (_key, answer) => answer,
  makeStale: async () => undefined,
  purge: async () => undefined,
}

/** Queue messages are rows, so that they survive the object. A message with a delay waits for its own instant. */
const tellOf =
  ({ books, clock }: Ports): Tell =>
  (due) => {
    for (const [queue, messages] of Object.entries<Due[]>(due)) {
      for (const each of messages) {
        const { id, inSeconds } = typeof each === 'string' ? { id: each, inSeconds: 0 } : each
        books.run(
          'insert into sandbox_queue (queue, id, at) values (?, ?, ?)',
          queue,
          id,
          clock.read() + inSeconds * SECOND_MS,
        )
      }
    }
  }

/** Replies to invites never leave the sandbox. */
const INVITES_HOST = 'sandbox.invalid'

const configOf = ({ env, about }: Ports): Config => {
  const pagesUrl = `${env.PUBLIC_BASE_URL.replace(/\/api\/?$/, '')}/s/${about.id}`
  return {
    environment: env.ENVIRONMENT as Config['environment'],
    opensTestKeys: true,
    version: env.VERSION ?? '1.0.0-preview',
    baseUrl: `${pagesUrl}/api`,
    pagesUrl,
    siteUrl: `${pagesUrl}/{kind}/{slug}`,
    sandboxId: about.id,
    dataDir: null,
    signIn: null,
    defaultPlan: 'PRO',
    quotas: QUOTAS,
    icsDomain: `${about.id.replace('_', '-').toLowerCase()}.${env.ICS_DOMAIN}`,
    // A rehearsal shows emails as the live service sends them.
    invitesHost: about.sendsWebhooks ? INVITES_HOST : null,
    hasConnect: false,
    trustProxy: env.TRUST_PROXY === 'true',
    allowInsecureWebhooks: env.ALLOW_INSECURE_WEBHOOKS === 'true',
    ownOrigins: [new URL(env.PUBLIC_BASE_URL).origin],
    deprecation: null,
  }
}

/** The live Worker has verified the session and passes it on in place of the token (`platform/sandboxes.ts`). */
const sessionIn = (token: string): Session | null =>
  token.startsWith('session.') ? (JSON.parse(new TextDecoder().decode(fromBase64url(token.slice(8)))) as Session) : null

/** The ports of the service in a sandbox. `createDeps` of the platform takes another environment. */
export const createSandboxDeps = (ports: Ports) => {
  const { env, storage, about, books, clock, effects, ids } = ports
  const { newId } = ids
  /** Whether a write since the last call was refused because of the guest limit. */
  let hasTooManyGuests = false
  const noteWrite = () => {
    clock.tick()
    ids.keep()
  }
  const database = new SqliteD1(storage, noteWrite, (error) => {
    hasTooManyGuests ||= isGuestLimit(error)
  })
  const db = openDatabase(asD1(database))
  const tell = tellOf(ports)
  const atEvent = atEventOf(books, database, tell)
  const config = configOf(ports)
  const secret = books.read<string>('key') ?? ''
  const provider = new SimulatedProvider({
    books,
    clock: clock.read,
    effects,
    payUrl: `${config.pagesUrl}/pay`,
    secret,
    remind: (sessionId, at) =>
      books.run("insert into sandbox_queue (queue, id, at) values ('payments', ?, ?)", sessionId, at),
  })
  const unfinished = new Set<Promise<unknown>>()
  const machine: Clock = systemClock
  const deps: Deps = {
    clock: clock.read,
    machine,
    newId,
    config,
    // oxlint-disable-next-line no-console -- the log of a Worker
    log: createLog((env.LOG_LEVEL || 'info') as LogLevel, (line) => console.log(line), machine),
    db,
    commit: createCommit({ db, clock: clock.read, newId, tell, makeStale: NO_CACHE.makeStale, writeAt: atEvent.write }),
    vault: createVault(secret),
    tell,
    outbound: outboundOf(ports),
    mailer: mailerOf(ports),
    atEvent,
    files: filesOf(books),
    payments: simulatedPayments(provider),
    sandboxes: null,
    wallets: { apple: null, google: null },
    limiter: createRateCounter(machine, about.sendsWebhooks ? 1 : REHEARSAL_RATE),
    edgeCache: NO_CACHE,
    probes: { database: async () => undefined, desk: async () => undefined },
    verifySession: async (token) => sessionIn(token),
    codeMail: async () => null,
    // The live service has the OpenAPI document.
    readBuilt: async () => {
      throw notFound()
    },
    later: (work) => {
      unfinished.add(work)
      void work.finally(() => unfinished.delete(work)).catch(() => undefined)
    },
    pause: async () => undefined,
  }
  /** Waits for background work of a request or job, so that the next one starts in a known state. */
  const settle = async () => {
    while (unfinished.size > 0) await Promise.allSettled(unfinished)
  }
  const takeGuestLimit = () => {
    const found = hasTooManyGuests
    hasTooManyGuests = false
    return found
  }
  return { deps, provider, secret, settle, takeGuestLimit }
}
