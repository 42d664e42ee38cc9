import type { AppleWallet, Deps } from '../../deps.ts'
import { rowsFrom } from '../../db/statement.ts'
import { MINUTE_MS, SECOND_MS } from '../../kernel/time.ts'
import { devicesToWake, forgetPushToken, markPushed, type PushAddress } from './wallet.store.ts'

/** `wakeDevices` runs every minute. A push that failed is sent again in later runs, until its change is this old. */
const SINCE_MS = 10 * MINUTE_MS
/** If there are more, the devices that have waited longest get their push in this run and the others in the next. */
const MAX_PUSHES_PER_RUN = 5_000
const CONCURRENT_PUSHES = 5
const MAX_FAILED_GROUPS = 5
const GONE = 410

/**
 * Sends an empty push, as Apple prescribes for passes. The device then asks what has changed. APNs requires HTTP/2 and
 * a client certificate; the relay at `pushUrl` adds both and returns Apple's response.
 */
const wake = async (device: PushAddress, { pushUrl, passTypeId }: AppleWallet, deps: Deps) => {
  const answer = await deps.outbound.post({
    url: `${pushUrl}/3/device/${encodeURIComponent(device.pushToken)}`,
    headers: { 'apns-topic': passTypeId, 'Content-Type': 'application/json' },
    body: '{}',
    timeoutMs: 5 * SECOND_MS,
    mostBytes: 1_000,
  })
  if (answer.kind === 'unanswered') return false
  // Either the pass was removed from the wallet (410), or the token was never valid (400 `BadDeviceToken`).
  if (answer.status === GONE || (answer.status === 400 && answer.body.includes('BadDeviceToken')))
    await forgetPushToken(deps.db, device)
  return answer.status < 500
}

/**
 * Pushes in groups, in order. Stops when every push of several groups in a row fails, so that a relay that is down does
 * not get thousands of requests. One pass has at most 10 devices, so one guest cannot cause that.
 */
const wakeAll = async (devices: readonly (PushAddress & { seq: number })[], apple: AppleWallet, deps: Deps) => {
  let failed = 0
  for (let from = 0; from < devices.length; from += CONCURRENT_PUSHES) {
    const some = devices.slice(from, from + CONCURRENT_PUSHES)
    const answered = await Promise.all(some.map((device) => wake(device, apple, deps)))
    failed = answered.includes(true) ? 0 : failed + 1
    if (failed === MAX_FAILED_GROUPS) {
      deps.log.warn('devices could not be notified of pass updates', { left: devices.length - from })
      return
    }
    const woken = some.filter((_, index) => answered[index])
    const [first] = woken
    if (first !== undefined) await rowsFrom(deps.db, markPushed(woken, first.seq))
  }
}

/**
 * Notifies devices that a pass has changed. Without a relay (`pushUrl` is null), devices find out the next time they
 * ask.
 */
export const wakeDevices = async (deps: Deps) => {
  const { apple } = deps.wallets
  if (apple === null || apple.pushUrl === null) return
  const since = deps.clock() - SINCE_MS
  await wakeAll(await rowsFrom(deps.db, devicesToWake(since, MAX_PUSHES_PER_RUN)), apple, deps)
}
