import type { Archived } from './declaration.ts'
import { EVENT_TABLES } from './tables-of-events.ts'
import { GUEST_TABLES } from './tables-of-guests.ts'
import { TEAM_TABLES } from './tables-of-team.ts'

/** The tables of an archive, in the order of a restore: a row comes after the rows that it belongs to. */
export const ARCHIVED: readonly Archived[] = [...EVENT_TABLES, ...GUEST_TABLES, ...TEAM_TABLES]
