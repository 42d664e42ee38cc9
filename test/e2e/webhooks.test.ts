import { rmSync } from 'node:fs'
import { describe, it, vi } from 'vitest'
import { withDatabase } from '../../harness/database.ts'
import { startReceivers, type Receivers } from '../../harness/receivers.ts'
import { startService, type RunningService } from '../../harness/service.ts'
import { webhookClient } from '../../harness/webhook-client.ts'

const WEBHOOKS = 10
const CHANGES = 4
/**
 * The sweep runs every minute. It finds the deliveries in progress at the crash once their `lease_until` (under 20 s)
 * has passed. 110 s leaves time for a second sweep.
 */
const WITHIN_MS = 110_000
const LONGER_THAN_A_START_MS = 300_000
/** The number of deliveries that the receiver rejects before the recovery. */
const MISSED = 24

interface Scene {
  service: RunningService
  receivers: Receivers
  /** Sends SIGKILL to every process of the service. */
  kill(): void
}

type Killer = (scene: Scene) => Promise<unknown>

const startScene = async (receivers: Receivers): Promise<Scene> => {
  const service = await startService({ env: { RATE_LIMIT_SCALE: '1000' } })
  return { service, receivers, kill: () => process.kill(-service.pid, 'SIGKILL') }
}

/** Resolves when the receiver has killed the service. */
const killedBy = ({ receivers, kill }: Scene, isTheMoment: (count: number) => boolean, answersBefore: boolean) =>
  new Promise<void>((killed) => {
    let isDead = false
    receivers.behaveLike((_post, response, posts) => {
      const die = () => {
        if (isDead) return
        isDead = true
        kill()
        killed()
      }
      if (isDead) response.destroy()
      else if (!isTheMoment(posts.length)) response.end('ok')
      else if (answersBefore) response.end('ok', die)
      else die()
    })
  })

const killers: Record<string, Killer> = {
  'after a change was answered, while most deliveries are unclaimed': async (scene) => {
    const client = webhookClient(scene.service)
    for (let change = 1; change < CHANGES; change += 1) await client.changeEvent(`Change ${change}`)
    await client.changeEvent('The last change')
    scene.kill()
  },
  'after the claim, while every request is open': async (scene) => {
    scene.receivers.behaveLike(() => {})
    await changeAll(scene)
    await vi.waitUntil(() => scene.receivers.posts.length === WEBHOOKS * CHANGES, { timeout: 30_000 })
    scene.kill()
  },
  'after a request was sent, before its response': async (scene) => {
    const killed = killedBy(scene, (count) => count === 7, false)
    await Promise.all([changeAll(scene), killed])
  },
  'after a response, before it is stored': async (scene) => {
    const killed = killedBy(scene, (count) => count === 7, true)
    await Promise.all([changeAll(scene), killed])
  },
}

/** Uses `allSettled()`, because SIGKILL may arrive before the last responses. */
const changeAll = async ({ service }: Scene) => {
  const client = webhookClient(service)
  await Promise.allSettled(Array.from({ length: CHANGES }, (_, change) => client.changeEvent(`Change ${change}`)))
}

describe('SIGKILL', () => {
  it.concurrent.for(Object.entries(killers))(
    '%s: loses no delivery and sends none more than twice',
    { timeout: 300_000 },
    async ([, killAt], { expect, onTestFinished }) => {
      const receivers = await startReceivers()
      onTestFinished(receivers.close)
      const scene = await startScene(receivers)
      const { service } = scene
      const client = webhookClient(service)
      for (let count = 0; count < WEBHOOKS; count += 1) await client.addWebhook(`${receivers.origin}/${count}`)

      await killAt(scene)
      await service.kill().catch(() => {})
      // The socket buffers may still hold requests from the killed process. Once its last connection is closed, all of
      // them have arrived.
      await expect.poll(receivers.openConnections, { timeout: 30_000 }).toBe(0)
      const before = receivers.posts.length
      receivers.answerOk()
      const { dataDir, port } = service
      const again = await startService({ dataDir, port, env: { RATE_LIMIT_SCALE: '1000' } })
      onTestFinished(async () => {
        await again.stop()
        rmSync(dataDir, { recursive: true, force: true })
      })
      const { countOf, deliveries } = webhookClient(again)
      await expect
        .poll(async () => (await countOf('pending')) + (await countOf('retrying')), {
          timeout: WITHIN_MS,
          interval: 200,
        })
        .toBe(0)

      const log = await deliveries()
      expect(log.length).toBeGreaterThan(0)
      expect(log.length % WEBHOOKS, 'a change reaches all of its webhooks or none').toBe(0)
      const posts = Map.groupBy(receivers.posts, ({ id }) => id)
      for (const { id, status, attempts, attemptLog } of log) {
        expect({ id, status, attempts, logged: attemptLog.length }).toEqual({
          id,
          status: 'succeeded',
          attempts: 1,
          logged: 1,
        })
        const sent = posts.get(id) ?? []
        expect([1, 2], id).toContain(sent.length)
        expect(new Set(sent.map(({ body }) => body)).size, id).toBe(1)
      }
      expect(posts.size, 'nothing is sent of a change that did not take place').toBe(log.length)
      expect(receivers.posts.length - log.length, 'only what was under way is sent twice').toBeLessThanOrEqual(before)
    },
  )

  it.concurrent(
    'during a recovery lets it continue where it stopped, in order, without losing a delivery',
    { timeout: 300_000 },
    async ({ expect, onTestFinished }) => {
      const receivers = await startReceivers()
      onTestFinished(receivers.close)
      const scene = await startScene(receivers)
      const { service } = scene
      receivers.behaveLike((_post, response) => void response.writeHead(400).end())
      const client = webhookClient(service)
      const webhook = await client.addWebhook(`${receivers.origin}/missed`)
      for (let change = 0; change < MISSED; change += 1) await client.changeEvent(`Change ${change}`)
      await expect.poll(() => client.countOf('failed'), { timeout: 60_000 }).toBe(MISSED)
      const bodies = new Map(receivers.posts.map(({ id, body }) => [id, body]))
      const oldestFirst = (await client.deliveries()).toReversed().map(({ id }) => id)

      const before = receivers.posts.length
      // SIGKILL arrives before the receiver responds, so the service may or may not have stored the result in D1.
      const killed = killedBy(scene, (count) => count === before + MISSED / 2, false)
      const recovery = await client.recover(webhook)
      await killed
      await service.kill().catch(() => {})
      await expect.poll(receivers.openConnections, { timeout: 30_000 }).toBe(0)
      receivers.answerOk()
      const { dataDir, port } = service
      // Extends the killed process's `lease_until` until the new delivery has been sent, even if the start takes long.
      const holdUntil = (until: number) =>
        withDatabase(dataDir, (db) => {
          for (const table of ['deliveries', 'recoveries'])
            db.prepare(`update ${table} set lease_until = ? where lease_until > ?`).run(until, Date.now())
        })
      holdUntil(Date.now() + LONGER_THAN_A_START_MS)
      const again = await startService({ dataDir, port, env: { RATE_LIMIT_SCALE: '1000' } })
      onTestFinished(async () => {
        await again.stop()
        rmSync(dataDir, { recursive: true, force: true })
      })

      const { recoveryOf, deliveries, changeEvent } = webhookClient(again)
      await changeEvent('What is new')
      await expect.poll(() => receivers.posts.some(({ id }) => !bodies.has(id)), { timeout: WITHIN_MS }).toBe(true)
      holdUntil(Date.now())
      await expect
        .poll(async () => (await recoveryOf(webhook, recovery)).status, { timeout: WITHIN_MS, interval: 200 })
        .toBe('DONE')
      const sum = { matched: MISSED, sent: MISSED, succeeded: MISSED, failed: 0 }
      expect(await recoveryOf(webhook, recovery)).toMatchObject(sum)
      const log = (await deliveries()).toReversed()
      expect(log.map(({ status, attempts }) => `${status} after ${attempts}`)).toEqual([
        ...oldestFirst.map(() => 'succeeded after 2'),
        'succeeded after 1',
      ])
      const sent = receivers.posts.slice(before)
      const missed = sent.filter(({ id }) => bodies.has(id))
      expect(missed.every(({ id, body }) => body === bodies.get(id))).toBe(true)
      // Only the delivery in progress at the time of the SIGKILL is sent twice.
      const half = MISSED / 2 - 1
      expect(missed.map(({ id }) => id)).toEqual([...oldestFirst.slice(0, half + 1), ...oldestFirst.slice(half)])
      expect(
        sent.findIndex(({ id }) => !bodies.has(id)),
        'what is new goes before the rest',
      ).toBe(half + 1)
    },
  )
})
