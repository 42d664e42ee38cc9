import { describe, expect, it } from 'vitest'
import { parseScannedCode, isPlausible } from '../../../src/modules/checkins/checkins.ts'

const HOUR = 3_600_000

describe('isPlausible', () => {
  const now = 100 * HOUR
  it.each([
    [now, true],
    [now - 48 * HOUR, true],
    [now - 48 * HOUR - 1, false],
    [now + 120_000, true],
    [now + 120_001, false],
  ])('scannedAt %s: returns %s', (scannedAt, expected) => expect(isPlausible(scannedAt, now)).toBe(expected))
})

describe('parseScannedCode', () => {
  it.each([
    ['qr_1', 'qr_1'],
    [' qr_1\n', 'qr_1'],
    ['https://example.org/api/public/qr/qr_1', 'qr_1'],
    ['HTTP://example.org/api/public/qr/qr_1?size=300#x', 'qr_1'],
    ['https://', 'https://'],
    ['https://example.org/%', '%'],
  ])('reads %j as %j', (given, expected) => expect(parseScannedCode(given)).toBe(expected))
})
