import { instantOfWallTime } from './zoned-time.ts'
import type { Instant } from './time.ts'

const HAS_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i

export const hasOffset = (text: string) => HAS_OFFSET.test(text)

/**
 * Parses ISO text, either with an offset or as a local time in `zone`. Returns null for a local time that `zone` skips.
 */
export const instantOfInput = (text: string, zone: string): Instant | null =>
  hasOffset(text) ? Date.parse(text) : instantOfWallTime(text, zone)
