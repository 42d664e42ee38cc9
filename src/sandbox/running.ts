import { createApp } from '../app.ts'
import { fromBase64url } from '../kernel/crypto.ts'
import { refusal, type Failure } from '../kernel/failure.ts'
import type { PaymentMessage } from '../kernel/payment-provider.ts'
import { SECOND_MS, systemClock, type Instant } from '../kernel/time.ts'
import type { Role } from '../kernel/vocabulary.ts'
import { receiveMail } from '../mailbox.ts'
import { pages } from '../pages/registry.ts'
import { registry } from '../registry.ts'
import { advanceTo, drainQueues, readAdvance, type Engine } from './advance.ts'
import type { Books } from './books.ts'
import { noteChanges } from './changes.ts'
import { SandboxClock } from './clock.ts'
import type { Control } from './control.ts'
import { Effects } from './effects.ts'
import type { SandboxEnv } from './env.ts'
import { AdvanceLimit, fullOf, sandboxFull } from './limits.ts'
import { endsAt } from './lifetime.ts'
import { inSandbox, ownPath } from './pages/in-sandbox.ts'
import { payPages } from './pages/pay-page.tsx'
import { createSandboxDeps, type SandboxAbout } from './ports.ts'
import { refusedBySandbox } from './refuse.ts'
import { rehearse, type RehearsalOf } from './rehearsal/rehearse.ts'
import { sandboxIds } from './seeded-ids.ts'
import { testOperations } from './test-operations.ts'

const CLOCK_PATH = /^\/api(?:\/v1)?\/test\/clock$/
const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'
const rest = () => scheduler.wait(0)

/** The alarm continues an advance that takes longer. */
const PATIENCE_MS = 20 * SECOND_MS

interface Member {
  userId: string
  role: Role
}

/** A sandbox in memory. */
export class RunningSandbox {
  readonly about: SandboxAbout
  readonly engine: Engine
  readonly #control: Control
  readonly #takeGuestLimit: () => boolean
  /** Headers of the current request. Requests run one at a time. */
  #caller = new Headers()
  readonly #app: ReturnType<typeof createApp>

  constructor(storage: DurableObjectStorage, env: SandboxEnv, books: Books) {
    this.about = books.read<SandboxAbout>('about') as SandboxAbout
    const clock = new SandboxClock(books, 0)
    const effects = new Effects(books, clock.read)
    const ids = sandboxIds(books, this.about.seed)
    const made = createSandboxDeps({ env, storage, about: this.about, books, clock, effects, ids })
    const { deps, provider, secret, settle } = made
    this.#takeGuestLimit = made.takeGuestLimit
    endLeases(books)
    const tell = async (message: PaymentMessage) => {
      const request = new Request('https://sandbox/api/public/payments/stripe', {
        method: 'POST',
        headers: { 'Stripe-Signature': secret, 'Content-Type': 'application/json' },
        body: JSON.stringify(message),
      })
      const { status } = await this.#app.fetch(request)
      if (status >= 500) throw new Error(`the service answered a payment message with ${status}`)
    }
    this.engine = {
      books,
      clock,
      effects,
      deps,
      settle,
      tellPayment: async (id) => {
        provider.settleIfDue(id)
        const message = provider.undelivered(id)
        if (message === null) return
        await tell(message)
        await settle()
        provider.markDelivered(id)
      },
      noteChanges: () => noteChanges(books, effects),
    }
    this.#control = {
      ...this.engine,
      provider,
      calendarId: this.about.calendarId,
      patienceMs: PATIENCE_MS,
      rest,
      advances: new AdvanceLimit(),
      goOnAfter: (ms) => storage.setAlarm(systemClock() + ms),
      ask: (line, body) => this.#ask(line, body),
      receive: async (mail) => {
        await receiveMail(mail, deps, this.#app.request)
      },
    }
    this.#app = createApp([...registry, ...testOperations(this.#control)], deps, [...pages, ...payPages(this.#control)])
  }

  /**
   * Runs when the alarm fires. Returns the time of the next alarm, or null if the sandbox has been unused for too long.
   */
  async wake(): Promise<Instant | null> {
    if (await this.goOn()) return systemClock()
    const end = endsAt(this.engine.books.read<Instant>('usedAt') ?? 0)
    return end <= systemClock() ? null : end
  }

  /** Continues an interrupted advance. Returns whether there is more to do. */
  async goOn(): Promise<boolean> {
    const { status, target } = readAdvance(this.engine.books)
    if (status !== 'ADVANCING' || target === null) return false
    const until = systemClock() + PATIENCE_MS
    const { status: now } = await advanceTo(target, this.engine, { isOver: () => systemClock() > until, rest })
    return now === 'ADVANCING'
  }

  rehearse(rehearsal: RehearsalOf, key: string) {
    return rehearse(this.#control, rehearsal, async (line, body) => {
      const [method = '', path = ''] = line.split(' ')
      const isPage = method === 'OPEN'
      this.engine.effects.because = line.replaceAll(/[0-9A-Za-z_-]{20,}/g, '…')
      const response = await this.#app.request(isPage ? path : `/api${path}`, {
        method: isPage ? 'GET' : method,
        headers: {
          'x-svc-api-key': key,
          ...(isPage ? { Accept: 'text/html' } : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      await this.engine.settle()
      this.engine.noteChanges()
      await drainQueues(this.engine)
      const text = await response.text()
      const isJson = (response.headers.get('Content-Type') ?? '').startsWith('application/json')
      return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : null }
    })
  }

  /**
   * Answers reads of the clock and refuses writes during an advance. Returns null if the request must wait for the
   * advance.
   */
  answerMeanwhile(request: Request): Promise<Response> | null {
    if (readAdvance(this.engine.books).status !== 'ADVANCING') return null
    if (!isRead(request)) return this.#refuse(request, refusal('clock_advancing'))
    const path = ownPath(new URL(request.url).pathname, this.about.id)
    return CLOCK_PATH.test(path) ? this.#answerRead(request) : null
  }

  async answer(request: Request): Promise<Response> {
    const { books, effects } = this.engine
    const meanwhile = this.answerMeanwhile(request)
    if (meanwhile !== null) return meanwhile
    const full = isRead(request) ? null : fullOf(books)
    if (full !== null) return this.#refuse(request, sandboxFull(full))
    const closed = this.#whyClosed()
    if (closed !== null) return this.#refuse(request, closed)
    const own = await this.#received(request)
    effects.because = `${own.method} ${new URL(own.url).pathname.replaceAll(/[0-9A-Za-z_-]{20,}/g, '…')}`
    this.#caller = own.headers
    // An advance run by the alarm may have left it set.
    this.#takeGuestLimit()
    const answered = await this.#app.fetch(own)
    await this.engine.settle()
    const isTooMany = this.#takeGuestLimit() && answered.status >= 500
    this.engine.noteChanges()
    await drainQueues(this.engine)
    return inSandbox(isTooMany ? refusedBySandbox(sandboxFull('guests')) : answered, this.about.id)
  }

  async #answerRead(request: Request) {
    const closed = this.#whyClosed()
    if (closed !== null) return this.#refuse(request, closed)
    return inSandbox(await this.#app.fetch(await this.#received(request)), this.about.id)
  }

  async #refuse(request: Request, failure: Failure) {
    // Reads the body to its end, because the runtime logs an error if a body is still arriving after the response.
    if (!isRead(request)) await request.arrayBuffer()
    return inSandbox(refusedBySandbox(failure), this.about.id)
  }

  #whyClosed() {
    if (this.engine.books.read<boolean>('isClosed') !== true) return null
    return refusal('plan_insufficient', { says: 'Sandboxes require the PRO plan. Nothing in this one is lost.' })
  }

  /** Returns the request as the sandbox's own app receives it. */
  async #received(request: Request) {
    this.engine.books.keep('usedAt', systemClock())
    const url = new URL(request.url)
    url.pathname = ownPath(url.pathname, this.about.id)
    const headers = new Headers(request.headers)
    // Live keys never work here, whatever the rows contain.
    if (!(headers.get('x-svc-api-key') ?? '').startsWith('svc_test_')) headers.delete('x-svc-api-key')
    this.#keepMember(headers.get('Authorization'))
    const body = isRead(request) ? null : await request.arrayBuffer()
    return new Request(url, { method: request.method, headers, body, redirect: 'manual' })
  }

  async #ask(line: string, body: object = {}) {
    const [method = '', path = ''] = line.split(' ')
    const headers = new Headers({ 'Content-Type': 'application/json' })
    for (const name of ['x-svc-api-key', 'Authorization']) {
      const value = this.#caller.get(name)
      if (value !== null) headers.set(name, value)
    }
    const isOpen = path.startsWith('/public/')
    const prefix = isOpen || headers.has('Authorization') ? '/api' : '/api/v1'
    const response = await this.#app.request(`${prefix}${path}`, { method, headers, body: JSON.stringify(body) })
    return { status: response.status, body: await response.json<unknown>() }
  }

  /** The live Worker has checked the caller's membership and role. */
  #keepMember(authorization: string | null) {
    const sealed = /^Bearer session\.([\w-]+)$/.exec(authorization ?? '')?.[1]
    if (sealed === undefined) return
    const { userId, role } = JSON.parse(new TextDecoder().decode(fromBase64url(sealed))) as Member
    this.engine.books.run(
      `insert into members (calendar_id, user_id, role, created_at) values (?, ?, ?, ?)
        on conflict (calendar_id, user_id) do update set role = excluded.role where role <> excluded.role`,
      this.about.calendarId,
      userId,
      role,
      this.engine.clock.read(),
    )
  }
}

/** Releases all leases: no other process works on these rows, and a lease never expires on a frozen clock. */
const endLeases = (books: Books) => {
  for (const table of ['deliveries', 'mails', 'export_runs', 'recoveries', 'archives', 'restores'])
    books.run(`update ${table} set lease_until = null where lease_until is not null`)
  books.run('update idempotency_claims set claimed_until = 0 where status is null')
}
