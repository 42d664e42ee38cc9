import type { AppleWallet, Deps } from '../../deps.ts'
import { rowsFrom } from '../../db/statement.ts'
import { MINUTE_MS, SECOND_MS } from '../../kernel/time.ts'
import { devicesToWake, forgetPushToken, type PushAddress } from './wallet.store.ts'

/**
 * `wakeDevices` runs every minute and looks back two minutes. Two runs therefore push each change, so the second makes
 * up for the first if that one failed.
 */
const SINCE_MS = 2 * MINUTE_MS
const PAGE_SIZE = 1_000
/** If a run has more pushes than this to make, the remaining devices learn of the change the next time they ask. */
const MAX_PUSHES_PER_RUN = 5_000
const CONCURRENT_PUSHES = 5
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
 * Pushes in groups. Returns false as soon as every push in a group fails, so that a relay that is down does not get
 * thousands of requests.
 */
const wakeAll = async (devices: PushAddress[], apple: AppleWallet, deps: Deps) => {
  for (let from = 0; from < devices.length; from += CONCURRENT_PUSHES) {
    const some = devices.slice(from, from + CONCURRENT_PUSHES)
    const answered = await Promise.all(some.map((device) => wake(device, apple, deps)))
    if (!answered.includes(true)) {
      deps.log.warn('devices could not be notified of pass updates', { left: devices.length - from })
      return false
    }
  }
  return true
}

/**
 * Notifies devices that a pass has changed. Without a relay (`pushUrl` is null), devices find out the next time they
 * ask.
 */
export const wakeDevices = async (deps: Deps) => {
  const { apple } = deps.wallets
  if (apple === null || apple.pushUrl === null) return
  const since = deps.clock() - SINCE_MS
  let last: PushAddress | undefined = { deviceId: '', pushToken: '' }
  for (let pushed = 0; last !== undefined && pushed < MAX_PUSHES_PER_RUN; pushed += PAGE_SIZE) {
    const devices: PushAddress[] = await rowsFrom(deps.db, devicesToWake(since, last, PAGE_SIZE))
    if (!(await wakeAll(devices, apple, deps))) return
    last = devices.at(PAGE_SIZE - 1)
  }
}
