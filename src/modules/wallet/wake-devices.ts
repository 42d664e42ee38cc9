import type { AppleWallet, Deps } from '../../deps.ts'
import { rowsFrom } from '../../db/statement.ts'
import { MINUTE_MS, SECOND_MS } from '../../kernel/time.ts'
import { devicesToWake, forgetPushToken, type PushAddress } from './wallet.store.ts'

/** Each change is told in two minutes in a row, so that one in which nobody answered is made up for. */
const SINCE_MS = 2 * MINUTE_MS
const PAGE_SIZE = 1_000
/** What changes for more devices at once is told to the others when they ask. */
const MAX_PUSHES_PER_RUN = 5_000
const CONCURRENT_PUSHES = 5
const GONE = 410

/**
 * As Apple prescribes for passes: an empty notification to each device, which then asks what has changed. Apple takes
 * HTTP/2 under a client certificate; the relay adds these two, and hands on what Apple says.
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
  // Whose pass was taken out of the wallet, or who never had one.
  if (answer.status === GONE || (answer.status === 400 && answer.body.includes('BadDeviceToken')))
    await forgetPushToken(deps.db, device)
  return answer.status < 500
}

/** Whether anybody answered: a relay that is down is not asked a thousand times. */
const wakeAll = async (devices: PushAddress[], apple: AppleWallet, deps: Deps) => {
  for (let from = 0; from < devices.length; from += CONCURRENT_PUSHES) {
    const some = devices.slice(from, from + CONCURRENT_PUSHES)
    const heard = await Promise.all(some.map((device) => wake(device, apple, deps)))
    if (!heard.includes(true)) {
      deps.log.warn('devices could not be notified of pass updates', { left: devices.length - from })
      return false
    }
  }
  return true
}

/** Tells the devices that keep a pass that it has changed; where there is no relay, they find out when they ask. */
export const wakeDevices = async (deps: Deps) => {
  const { apple } = deps.wallets
  if (apple === null || apple.pushUrl === null) return
  const since = deps.clock() - SINCE_MS
  let last: PushAddress | undefined = { deviceId: '', pushToken: '' }
  for (let told = 0; last !== undefined && told < MAX_PUSHES_PER_RUN; told += PAGE_SIZE) {
    const devices: PushAddress[] = await rowsFrom(deps.db, devicesToWake(since, last, PAGE_SIZE))
    if (!(await wakeAll(devices, apple, deps))) return
    last = devices.at(PAGE_SIZE - 1)
  }
}
