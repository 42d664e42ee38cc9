import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { LocaleField, LocaleOutput, manyLines, oneLine } from '../../kernel/wire.ts'
import { AudienceInput } from '../communications/index.ts'

/** A message to guests before it is one. */
export const Draft = lazy(() =>
  z
    .object({
      kind: z.enum(['ANNOUNCEMENT', 'REMINDER', 'INVITATION']),
      subject: oneLine(200).optional().describe('Without it that of the kind; an announcement needs one'),
      body: manyLines(20_000).optional().describe('Markdown; of an invitation the message, as it is'),
      audience: AudienceInput().optional(),
      locale: LocaleField().optional().describe('Of the guest who reads it; without it that of the calendar'),
    })
    .refine(({ kind, subject }) => kind !== 'ANNOUNCEMENT' || subject !== undefined, {
      path: ['subject'],
      message: 'is needed in an announcement',
    })
    .meta({ examples: [{ kind: 'REMINDER', body: 'Bring a **jumper**.' }] }),
)
export type Draft = SchemaOutput<typeof Draft>

export const MessagePreview = lazy(() =>
  z
    .object({
      subject: z.string(),
      html: z.string().describe('The whole of it, its pictures within'),
      text: z.string(),
      locale: LocaleOutput(),
      recipientCount: z.int().nullable().describe('Null of an invitation, which goes to addresses'),
      leftOut: z
        .object({ unsubscribed: z.int(), declined: z.int() })
        .describe('Of the audience, to whom it would not go'),
    })
    .meta({ id: 'MailPreview' }),
)

export const SentTest = lazy(() => z.object({ recipient: z.string() }).meta({ id: 'SentTest' }))
