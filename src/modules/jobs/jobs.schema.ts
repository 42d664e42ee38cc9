import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { JOB_KINDS } from '../../kernel/vocabulary.ts'
import { InstantOutput } from '../../kernel/wire.ts'

/** An import, an archive or a restore, once it is complete. */
export const Job = lazy(() =>
  z
    .object({
      id: z.string(),
      kind: z.enum(JOB_KINDS).meta({ 'x-open': true }),
      eventId: z.string().nullable().describe('Event whose guests were imported. Null for all other jobs.'),
      source: z
        .string()
        .nullable()
        .describe(
          'Product of the imported file, such as `EVENTBRITE`, or address of the service that wrote the restored archive. Null for an archive.',
        ),
      counts: z
        .object({ new: z.int(), changed: z.int(), same: z.int(), skipped: z.int(), refused: z.int() })
        .nullable()
        .describe('Lines of an import by result. Null for an archive or a restore.'),
      rowCount: z.int().nullable().describe('Rows in the archive. Null for an import.'),
      digest: z.string().describe('SHA-256 of the archive, or digest of the import’s dry run.'),
      isVerified: z
        .boolean()
        .nullable()
        .describe('Whether a restored archive’s signature is valid. Null for all other jobs.'),
      createdAt: InstantOutput().describe('Completion time of the job.'),
    })
    .meta({ id: 'Job' }),
)
export type JobOutput = z.infer<ReturnType<typeof Job>>
