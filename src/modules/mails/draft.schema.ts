import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { LocaleField, LocaleOutput, manyLines, oneLine } from '../../kernel/wire.ts'
import { AudienceInput } from '../communications/index.ts'

export const Draft = lazy(() =>
  z
    .object({
      kind: z.enum(['ANNOUNCEMENT', 'REMINDER', 'INVITATION']),
      subject: oneLine(200)
        .optional()
        .describe('Subject. Default: the standard subject for this `kind`. Required for an announcement.'),
      body: manyLines(20_000).optional().describe('Body in Markdown. For an invitation, plain text.'),
      audience: AudienceInput().optional(),
      locale: LocaleField().optional().describe('Language of the sample guest. Default: the calendar’s language.'),
    })
    .refine(({ kind, subject }) => kind !== 'ANNOUNCEMENT' || subject !== undefined, {
      path: ['subject'],
      message: 'is required for an announcement',
    })
    .meta({ examples: [{ kind: 'REMINDER', body: 'Bring a **jumper**.' }] }),
)
export type Draft = SchemaOutput<typeof Draft>

export const MessagePreview = lazy(() =>
  z
    .object({
      subject: z.string(),
      html: z.string().describe('Complete HTML with embedded images.'),
      text: z.string(),
      locale: LocaleOutput(),
      recipientCount: z
        .int()
        .nullable()
        .describe(
          'Number of recipients. Null for an invitation, because it is sent to email addresses rather than guests.',
        ),
      leftOut: z
        .object({ unsubscribed: z.int(), declined: z.int() })
        .describe('Guests in the audience who wouldn’t receive the message.'),
    })
    .meta({ id: 'MailPreview' }),
)

export const SentTest = lazy(() => z.object({ recipient: z.string() }).meta({ id: 'SentTest' }))
