import type { Deps } from '../../deps.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { dropEventsBefore } from './settle.store.ts'

/** Longer than the provider goes on repeating itself. */
const KEPT_MS = 30 * DAY_MS
const MOST = 2_000

export const dropOldPaymentEvents = (deps: Deps) => dropEventsBefore(deps.db, deps.clock() - KEPT_MS, MOST)
