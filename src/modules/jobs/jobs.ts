import type { FinishedJobRow } from '../../db/rows.ts'
import { iso } from '../../kernel/time.ts'
import type { JobOutput } from './jobs.schema.ts'

export const toJob = ({ calendarId: _, createdAt, ...row }: FinishedJobRow): JobOutput => ({
  ...row,
  createdAt: iso(createdAt),
})
