import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withDatabase } from '../../harness/database.ts'
import { startReceivers, type Post, type Receivers } from '../../harness/receivers.ts'
import { startService, type RunningService } from '../../harness/service.ts'
import { webhookClient } from '../../harness/webhook-client.ts'
import { figure, p95, type Case, type Result } from '../../harness/results.ts'
import { WITHOUT_LIMITS } from '../stand.ts'

const RECEIVERS = 20
const CHANGES = 40
const BETWEEN_CHANGES_MS = 200
const FAN = 200
const CHANGES_BEFORE_KILL = 3
/** Delays below 20 ms say more about timer resolution and noise than about the queue. */
const GRAIN_MS = 20

const until = async (condition: () => boolean | Promise<boolean>, withinMs: number) => {
  const end = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > end) return false
    await sleep(20)
  }
  return true
}

/** Returns the milliseconds from the commit of the change to the arrival of its POST. */
const delayOf = ({ at, body }: Post) => at - Date.parse((JSON.parse(body) as { createdAt: string }).createdAt)
const isHanging = ({ path }: Post) => Number(path.slice(1)) % 2 === 0

/** Changes the event 40 times, once every 200 ms, and returns the delays at the receivers that never hang. */
const delaysUnderChanges = async (service: RunningService, receivers: Receivers) => {
  const client = webhookClient(service)
  const from = receivers.posts.length
  const mine = () => receivers.posts.slice(from).filter((post) => !isHanging(post))
  for (let change = 0; change < CHANGES; change += 1) {
    await Promise.all([client.changeEvent(`Change ${change} of ${from}`), sleep(BETWEEN_CHANGES_MS)])
  }
  const wanted = (CHANGES * RECEIVERS) / 2
  if (!(await until(() => mine().length >= wanted, 30_000)))
    throw new Error(`${mine().length} of ${wanted} POSTs arrived`)
  return mine().map(delayOf)
}

const halfHanging = async (service: RunningService, receivers: Receivers): Promise<Result[]> => {
  const client = webhookClient(service)
  for (let count = 0; count < RECEIVERS; count += 1) await client.addWebhook(`${receivers.origin}/${count}`)
  await client.changeEvent('Warm up')
  await until(() => receivers.posts.length >= RECEIVERS, 10_000)

  const calm = p95(await delaysUnderChanges(service, receivers))
  receivers.behaveLike((post, response) => {
    if (!isHanging(post)) response.end('ok')
  })
  const beside = p95(await delaysUnderChanges(service, receivers))
  receivers.answerOk()
  const stream = `${RECEIVERS} webhooks, ${1_000 / BETWEEN_CHANGES_MS} changes per second: p95 until the POST`
  return [
    figure(stream, calm, 'ms', { most: 2_000 }),
    figure('the same while every second receiver hangs', beside, 'ms', { most: 2_000 }),
    figure('ratio of the two', Math.max(beside, GRAIN_MS) / Math.max(calm, GRAIN_MS), 'times', { most: 1.5 }),
  ]
}

/** Inserts 200 webhooks on one calendar, more than the API allows, while the service is stopped. */
const fanOut = (dataDir: string) =>
  withDatabase(dataDir, (db) => {
    db.exec(`update deliveries set status = 'cancelled' where status in ('pending', 'retrying')`)
    db.exec(`with recursive n(i) as (select ${RECEIVERS} union all select i + 1 from n where i < ${FAN - 1})
      insert into webhooks (id, calendar_id, form, url, events, is_active, secret_cipher, created_at, updated_at)
      select 'whk_fan_' || i, calendar_id, form, replace(url, '/0', '/' || i), events, 1, secret_cipher, created_at, updated_at
      from n, webhooks where url like '%/0'`)
  })

const toMany = async (service: RunningService, receivers: Receivers): Promise<Result[]> => {
  const from = receivers.posts.length
  const began = Date.now()
  await webhookClient(service).changeEvent('To all')
  await until(() => receivers.posts.length - from >= FAN, 30_000)
  const posts = receivers.posts.slice(from)
  if (posts.length !== FAN) throw new Error(`${posts.length} of ${FAN} webhooks received the event`)
  const took = Math.max(...posts.map(({ at }) => at)) - began
  return [figure(`one change to ${FAN} webhooks, until the last POST`, took / 1_000, 's', { most: 5 })]
}

const waitingOf = async (service: RunningService) => {
  const { countOf } = webhookClient(service)
  return (await countOf('pending')) + (await countOf('retrying'))
}

const afterKill = async (service: RunningService, receivers: Receivers) => {
  await until(async () => (await waitingOf(service)) === 0, 10_000)
  receivers.behaveLike(() => {})
  for (let change = 0; change < CHANGES_BEFORE_KILL; change += 1) {
    await webhookClient(service).changeEvent(`Before the kill ${change}`)
  }
  const pending = await waitingOf(service)
  await service.kill()
  receivers.answerOk()
  const again = await startService({ dataDir: service.dataDir, port: service.port, env: WITHOUT_LIMITS })
  const restartedAt = Date.now()
  const areDelivered = await until(async () => (await waitingOf(again)) === 0, 90_000)
  if (!areDelivered) throw new Error(`${await waitingOf(again)} deliveries are still pending after the restart`)
  const seconds = (Date.now() - restartedAt) / 1_000
  return {
    again,
    results: [
      figure('deliveries pending at a SIGKILL', pending, 'deliveries', { least: 500 }),
      figure('until all are delivered after the restart', seconds, 's', { most: 65 }),
    ],
  }
}

export const webhookCases: Case[] = [
  {
    name: 'webhooks',
    run: async () => {
      const receivers = await startReceivers()
      const dataDir = mkdtempSync(join(tmpdir(), 'event-calendar-webhooks-'))
      let service = await startService({ dataDir, env: WITHOUT_LIMITS })
      const { port } = service
      try {
        const half = await halfHanging(service, receivers)
        await service.stop()
        fanOut(dataDir)
        service = await startService({ dataDir, port, env: WITHOUT_LIMITS })
        const many = await toMany(service, receivers)
        const { again, results } = await afterKill(service, receivers)
        service = again
        return [...half, ...many, ...results]
      } finally {
        await service.stop()
        await receivers.close()
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
  },
]
