import { instantOfWallTime } from './zoned-time.ts'
import type { Instant } from './time.ts'

const HAS_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i

/** An instant with its offset, or a local time in the zone; null for a local time that the zone skips. */
export const instantOfInput = (text: string, zone: string): Instant | null =>
  HAS_OFFSET.test(text) ? Date.parse(text) : instantOfWallTime(text, zone)
