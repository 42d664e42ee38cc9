import { instantOfWallTime } from './zoned-time.ts'
import type { Instant } from './time.ts'

const HAS_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i

export const hasOffset = (text: string) => HAS_OFFSET.test(text)

/** An instant with its offset, or a local time in the zone; null for a local time that the zone skips. */
export const instantOfInput = (text: string, zone: string): Instant | null =>
  hasOffset(text) ? Date.parse(text) : instantOfWallTime(text, zone)
