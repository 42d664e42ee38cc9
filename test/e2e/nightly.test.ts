import { describe, expect, it } from 'vitest'
import { nextNight } from '../../scripts/host/nightly.ts'
import { metricsListenerOf } from '../../scripts/start/metrics.ts'

describe('nextNight', () => {
  it.each([
    ['2026-11-23T03:29:59', '2026-11-23T03:30:00'],
    ['2026-11-23T03:30:00', '2026-11-24T03:30:00'],
    ['2026-12-31T12:00:00', '2027-01-01T03:30:00'],
  ])('follows %s with %s, in the time zone of the process', (now, next) => {
    expect(nextNight(new Date(now))).toEqual(new Date(next))
  })
})

describe('metricsListenerOf', () => {
  it('reads an address and a port', () => {
    expect(metricsListenerOf('[::1]:9464', 8_787)).toEqual({ host: '::1', port: 9_464 })
    expect(metricsListenerOf(undefined, 8_787)).toBeNull()
  })

  it.each(['9464', '127.0.0.1:0', '127.0.0.1:70000', '127.0.0.1:8787'])('refuses %s', (text) => {
    expect(() => metricsListenerOf(text, 8_787)).toThrow('METRICS_LISTEN')
  })
})
