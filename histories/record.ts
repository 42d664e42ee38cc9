import { setTimeout as sleep } from 'node:timers/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryOf } from '../harness/memory.ts'
import { startReceivers } from '../harness/receivers.ts'
import { startService, type RunningService } from '../harness/service.ts'
import { startStripe, STRIPE_KEY } from '../harness/stripe.ts'
import { accompany, type Companion } from './companions/companion.ts'
import type { Act, Entry, History } from './history.ts'
import { isDelivering, isDoorTold, isRefunding, readBookings, readDeliveries, readLine, readStandings } from './log.ts'
import { ferryAddresses } from './operations/ferry.ts'
import { TITLE } from './operations/registers.ts'
import { keepBusy, note, type Run } from './perform.ts'
import { COUPON_USES, FERRY, GATE_SEATS, HALL, ROOM_LIMIT, KEYS_AT_MOST, SOCKETS } from './plan.ts'
import { followFeed, listsOf, type Replica } from './replica.ts'
import { HANGS, setTheScene, STRIPE_SECRET } from './scene.ts'
import type { World } from './world.ts'

export interface RunInput {
  seed: number
  /** Duration of the run, not counting restarts. */
  seconds: number
  /** Minimum number of entries to record before each kill and before the end. Needed on slow machines. */
  answers: number
  kills: number
  /** Whether to wait until all deliveries have arrived, which takes about a minute after a kill. */
  drains: boolean
  /** Share of the measured maximum request rate at which to run; 1 by default. */
  share?: number
  /** Starts companions, which use the service alongside the sockets. */
  companions?(service: RunningService): Promise<Companion[]>
  /** Called each time the service ends, after a kill or at the end of the run. */
  lived?(life: Life): void
  report(line: string): void
}

/** One life of the service: when it started and ended, in milliseconds since the start of the run. */
export interface Life {
  from: number
  to: number
  /** Resident memory of the runtime after its warm-up and at the end, in bytes. */
  warm: number
  memory: number
}

const TELL_WITHIN_MS = 20_000
const DRAIN_WITHIN_MS = 300_000

const initialOf = async (world: World, baseUrl: string) => {
  const names = world.door.guests.map(({ id }, index) => [id, `guest ${index}`] as const)
  const answer = await fetch(`${baseUrl}/events/slug/${world.poster.slug}`)
  const { data } = (await answer.json()) as { data: { title: string } }
  return { ...Object.fromEntries(names), [TITLE]: data.title }
}

const summaryOf = (entries: readonly Entry[]) => {
  const answers = entries.filter(({ act }) => act.kind === 'answer').length
  const inDoubt = entries.filter(({ outcome }) => outcome === 'maybe').length
  return `${answers} requests answered; ${inDoubt} effects in doubt`
}

const until = async (isSo: () => Promise<boolean>, withinMs: number) => {
  const end = performance.now() + withinMs
  while (!(await isSo()) && performance.now() < end) await sleep(200)
}

/**
 * Starts two feed readers for the main calendar and two for the gate's calendar, in which guests are erased. In each
 * pair, one reader uses only its own feed, and the other sometimes sends a cursor of the other calendar.
 */
const follow = (world: World, baseUrl: string, seed: number, isOver: () => boolean) => {
  const [main, gate] = [world.apiKey, world.gate.apiKey]
  const feeds = [
    { name: 'main one', apiKey: main, foreignKey: gate },
    { name: 'main two', apiKey: main, foreignKey: null },
    { name: 'gate one', apiKey: gate, foreignKey: main },
    { name: 'gate two', apiKey: gate, foreignKey: null },
  ]
  const followed = feeds.map(async ({ name, apiKey, foreignKey }, index): Promise<() => Promise<Replica>> => {
    const replica = await followFeed({ baseUrl, apiKey, foreignKey, name }, seed + index, isOver)
    return async () => ({ ...replica, listed: await listsOf(baseUrl, apiKey) })
  })
  /** Reads the API's lists once all readers have reached the end of their feed and no socket is active. */
  return async () => Promise.all((await Promise.all(followed)).map((compare) => compare()))
}

/** Waits for `ms`, or longer if fewer than `answers` entries have been recorded by then. */
const live = async (run: Run, ms: number, answers: number) => {
  const before = run.entries.length
  await sleep(ms)
  while (run.entries.length - before < answers) await sleep(50)
}

const LEARN_MS = 20_000
/** Share of a life after which the runtime has warmed up. */
const WARM_UP = 0.4

/**
 * Measures the maximum rate for 20 s, including the time until all resulting deliveries are done, and limits the
 * sockets to a share of that rate. A rate based on responses alone would let deliveries pile up.
 */
const keepTo = async (share: number, run: Run, isDelivered: () => Promise<boolean>, report: RunInput['report']) => {
  const began = performance.now()
  await sleep(LEARN_MS)
  const { promise, resolve } = Promise.withResolvers<void>()
  run.resting = promise
  await until(isDelivered, DRAIN_WITHIN_MS)
  const perSecond = (run.steps * 1_000) / (performance.now() - began)
  run.stepMs = (SOCKETS * 1_000) / (perSecond * share)
  report(`${perSecond.toFixed(0)} requests per second at most; ${(perSecond * share).toFixed(0)} from now on`)
  resolve()
}

/**
 * Runs 64 sockets against `npm start`, kills the service along the way, and returns everything the sockets recorded.
 */
export const recordHistory = async (input: RunInput): Promise<History> => {
  const { seed, seconds, answers, kills, drains, share = 1, companions: openCompanions, lived, report } = input
  const dataDir = mkdtempSync(join(tmpdir(), 'event-calendar-histories-'))
  const [receivers, stripe] = await Promise.all([startReceivers(), startStripe()])
  // The receiver at HANGS never responds, and other deliveries must not wait for it.
  receivers.behaveLike(({ path }, response) => void (path === HANGS || response.end('ok')))
  const env = {
    RATE_LIMIT_SCALE: '1000000',
    STRIPE_API_URL: stripe.origin,
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
  }
  let service: RunningService = await startService({ dataDir, env })
  try {
    const { baseUrl, port } = service
    const { world, webhooks } = await setTheScene(service, receivers.origin)
    const companions = (await openCompanions?.(service)) ?? []
    const initial = await initialOf(world, baseUrl)
    const run: Run = {
      entries: [],
      steps: 0,
      stepMs: 0,
      resting: Promise.resolve(),
      isOver: false,
      startedAt: performance.now(),
    }
    const isDelivered = async () => !(await isDelivering(baseUrl, world))
    const feed = { isOver: false }
    const compared = follow(world, baseUrl, seed, () => feed.isOver)
    const sockets = Array.from({ length: SOCKETS }, (_, number) => keepBusy(run, world, baseUrl, number, seed))
    const accompanied = companions.map((companion, index) => accompany(run, baseUrl, SOCKETS + index, companion))

    if (share < 1) await keepTo(share, run, isDelivered, report)
    for (let kill = 0; kill <= kills; kill += 1) {
      const from = performance.now() - run.startedAt
      const lifeMs = (seconds * 1_000) / (kills + 1)
      await live(run, lifeMs * WARM_UP, 0)
      const warm = lived === undefined ? 0 : memoryOf(dataDir).now()
      await live(run, lifeMs * (1 - WARM_UP), answers)
      lived?.({ from, to: performance.now() - run.startedAt, warm, memory: memoryOf(dataDir).now() })
      if (kill === kills) break
      await service.kill()
      report(`killed after ${run.entries.length} entries`)
      service = await startService({ dataDir, port, env })
    }
    run.isOver = true
    await Promise.all([...sockets, ...accompanied])
    const ended = performance.now()
    report(summaryOf(run.entries))
    await until(() => isDoorTold(baseUrl, world), TELL_WITHIN_MS)
    if (drains) await until(async () => (await isDelivered()) && !(await isRefunding(baseUrl, world)), DRAIN_WITHIN_MS)
    report(`${((performance.now() - ended) / 1_000).toFixed(0)} s until nothing was pending`)

    feed.isOver = true
    const replicas = await compared()
    report(
      replicas.map(({ name, restarts, resyncs }) => `${name}: ${restarts} restarts, ${resyncs} resyncs`).join('; '),
    )

    const now = performance.now()
    note(
      run,
      { socket: -1, step: 0 },
      { from: now, to: now },
      [
        ...stripe.books().map((book): Act => ({ kind: 'sawBooks', ...book })),
        ...(await readStandings(baseUrl, world)),
        ...(await readBookings(baseUrl, world)),
        ...(await readLine(baseUrl, world)),
      ].map((act) => ({ act, outcome: 'done' })),
    )
    const [walkIn, byApproval] = world.hall.tickets
    const [deck, cabin] = world.ferry.tickets
    return {
      entries: run.entries,
      initial,
      limits: {
        seats: {
          [world.hall.event]: HALL.seats,
          [walkIn]: HALL.walkIn,
          [byApproval]: HALL.byApproval,
          [world.gate.event]: GATE_SEATS,
          [world.ferry.event]: FERRY.seats,
          [deck]: FERRY.deck,
          [cabin]: FERRY.cabin,
          ...Object.fromEntries(ferryAddresses.map((address) => [address, 1])),
          [world.door.room]: ROOM_LIMIT,
        },
        keys: KEYS_AT_MOST,
        coupons: { [world.shop.coupon]: COUPON_USES, [world.shop.shared]: Infinity },
      },
      webhooks,
      deliveries: await readDeliveries(baseUrl, world, receivers),
      replicas,
      isDrained: drains,
    }
  } finally {
    await service.stop()
    await Promise.all([receivers.close(), stripe.close()])
    rmSync(dataDir, { recursive: true, force: true })
  }
}
