import type { AppleWallet, Deps } from '../../deps.ts'
import { rowsFrom } from '../../db/statement.ts'
import { MINUTE_MS, SECOND_MS } from '../../kernel/time.ts'
import { devicesToWake, forgetPushToken } from './wallet.store.ts'

/** Each change is told in two minutes in a row, so that one in which nobody answered is made up for. */
const SINCE_MS = 2 * MINUTE_MS
const MOST_A_MINUTE = 1_000
const SIDE_BY_SIDE = 5
const GONE = 410

/**
 * As Apple prescribes for passes: an empty notification to each device, which then asks what has changed. Apple takes
 * HTTP/2 under a client certificate; the relay adds these two, and hands on what Apple says.
 */
const wake = async (
  device: { deviceId: string; pushToken: string },
  { pushUrl, passTypeId }: AppleWallet,
  deps: Deps,
) => {
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

/** Tells the devices that keep a pass that it has changed; where there is no relay, they find out when they ask. */
export const wakeDevices = async (deps: Deps) => {
  const { apple } = deps.wallets
  if (apple === null || apple.pushUrl === null) return
  const devices = await rowsFrom(deps.db, devicesToWake(deps.clock() - SINCE_MS, MOST_A_MINUTE))
  for (let from = 0; from < devices.length; from += SIDE_BY_SIDE) {
    const some = devices.slice(from, from + SIDE_BY_SIDE)
    const heard = await Promise.all(some.map((device) => wake(device, apple, deps)))
    // A relay that is down is not asked a thousand times.
    if (!heard.includes(true)) {
      deps.log.warn('devices could not be told of their passes', { left: devices.length - from })
      return
    }
  }
}
