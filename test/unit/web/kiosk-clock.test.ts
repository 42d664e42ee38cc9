import { describe, expect, it } from 'vitest'
import { createClock } from '../../../web/kiosk/clock.ts'

const HOUR = 3_600_000
const START = Date.parse('2026-06-01T18:00:00Z')

/** A device whose wall clock is `wrongBy` ms ahead, and a clock that was synced or loaded. */
const device = (wrongBy = 0) => {
  const time = { wall: START + wrongBy, steady: 0, real: START }
  const clock = createClock({ wall: () => time.wall, steady: () => time.steady })
  return {
    clock,
    pass: (ms: number) => {
      for (const key of ['wall', 'steady', 'real'] as const) time[key] += ms
    },
    set: (ms: number) => (time.wall += ms),
    sleep: (ms: number) => {
      time.wall += ms
      time.real += ms
    },
    sync: () => clock.sync(time.real, time.wall),
    error: () => clock.now() - time.real,
  }
}

describe('kiosk clock', () => {
  it.each([5 * HOUR, -5 * HOUR, 400 * 24 * HOUR])(
    'shows the service’s time on a device that is %d ms ahead',
    (wrongBy) => {
      const one = device(wrongBy)
      expect(one.sync()).toBeNull()
      one.pass(HOUR)
      expect(one.error()).toBe(0)
      // After a reload without a connection, the stored offset is used.
      const reloaded = createClock({ wall: () => START + wrongBy, steady: () => 0 })
      reloaded.load(one.clock.offsetMs())
      expect(reloaded.now()).toBe(START)
    },
  )

  it('continues if the wall clock is set back, and follows it after a sleep', () => {
    const one = device()
    one.sync()
    one.pass(60_000)
    one.set(-3 * HOUR)
    expect(one.error()).toBe(0)
    one.sleep(2 * HOUR)
    expect(one.error()).toBe(0)
    one.pass(60_000)
    expect(one.sync()).toBeNull()
  })

  it('returns a correction for times after the wall clock was set ahead, but not after a sleep', () => {
    const one = device()
    one.sync()
    one.pass(60_000)
    one.sleep(HOUR)
    expect(one.error()).toBe(0)
    one.pass(60_000)
    one.set(7 * HOUR)
    const from = one.clock.now()
    expect(one.error()).toBe(7 * HOUR)
    one.pass(60_000)
    expect(one.sync()).toEqual({ from, byMs: -7 * HOUR })
    expect(one.error()).toBe(0)
    expect(one.sync()).toBeNull()
  })

  it('returns a correction since the start if the wall clock was set while the kiosk was closed', () => {
    const one = device(2 * HOUR)
    one.clock.load(0)
    one.pass(60_000)
    expect(one.sync()).toEqual({ from: START + 2 * HOUR, byMs: -2 * HOUR })
  })
})
