import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { ARCHIVE_STATUSES, RESTORE_STATUSES } from '../../kernel/vocabulary.ts'
import { InstantOutput, Slug } from '../../kernel/wire.ts'

const Digest = () =>
  z.string().nullable().describe('SHA-256 over the digests of all parts. Equal content has an equal digest.')
const Failed = () => z.string().nullable().describe('Reason for the failure, in a sentence.')

export const Archive = lazy(() =>
  z
    .object({
      id: z.string(),
      status: z.enum(ARCHIVE_STATUSES),
      rowCount: z.int().describe('Rows written so far.'),
      bytes: z.int().describe('Size of the file so far.'),
      digest: Digest(),
      error: Failed(),
      url: z.string().nullable().describe('Link to download the ZIP, for 24 hours. Null until it is complete.'),
      expiresAt: InstantOutput().nullable(),
      createdAt: InstantOutput(),
      completedAt: InstantOutput().nullable(),
    })
    .meta({ id: 'Archive' }),
)
export type ArchiveOutput = z.infer<ReturnType<typeof Archive>>

export const NewArchive = lazy(() =>
  Archive()
    .extend({
      key: z
        .string()
        .describe('Key for the links and webhook secrets in the archive. Shown once: the service doesn’t store it.'),
    })
    .meta({ id: 'NewArchive' }),
)

export const Restore = lazy(() =>
  z
    .object({
      id: z.string(),
      status: z.enum(RESTORE_STATUSES),
      pieces: z.int().describe('Number of pieces received.'),
      calendarId: z.string().nullable(),
      parts: z.int().describe('Parts of the archive.'),
      partsDone: z.int().describe('Parts restored so far.'),
      rowCount: z.int(),
      keepsLinks: z.boolean().describe('Whether links and webhook secrets stay valid, because the key was sent.'),
      isVerified: z.boolean().describe('Whether the archive’s signature is valid. False if the key wasn’t sent.'),
      digest: Digest(),
      error: Failed(),
      createdAt: InstantOutput(),
      completedAt: InstantOutput().nullable(),
    })
    .meta({ id: 'Restore' }),
)
export type RestoreOutput = z.infer<ReturnType<typeof Restore>>

export const RestoreStart = lazy(() =>
  z
    .object({
      key: z
        .string()
        .max(80)
        .optional()
        .describe('Key of the archive. Without it, guests need new links and webhooks get new secrets.'),
      slug: Slug().optional().describe('Slug of the calendar, if the one in the archive is in use here.'),
    })
    .meta({ examples: [{ key: 'abcdefghijklmnopqrstuvwxyz' }] }),
)
