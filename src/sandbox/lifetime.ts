import { DAY_MS, type Instant } from '../kernel/time.ts'

const KEPT_UNUSED_MS = 30 * DAY_MS

/** Returns when a sandbox is deleted unless a request uses it before. */
export const endsAt = (lastUsedAt: Instant): Instant => lastUsedAt + KEPT_UNUSED_MS
