import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { ASKED_OF } from '../../kernel/questions.ts'
import { QUESTION_TYPES } from '../../kernel/vocabulary.ts'
import { Key, oneLine } from '../../kernel/wire.ts'
import { MAX_TICKETS } from '../tickets/index.ts'
/** A registration question in a request. */
export const QuestionInput = lazy(() =>
  z
    .object({
      id: z.string().max(64).optional().describe('Id of an existing question to keep. Omit it for a new question.'),
      label: oneLine(300),
      type: z.enum(QUESTION_TYPES),
      required: z.boolean().optional(),
      options: z.array(oneLine(200)).max(100).optional(),
      showAtDoor: z.boolean().optional().describe('Whether staff see the answer at check-in.'),
      key: Key().nullable().optional().describe('Your own name for the question, unique within the event.'),
      askOf: z.enum(ASKED_OF).optional(),
      ticketIds: z
        .array(z.string().max(100))
        .min(1)
        .max(MAX_TICKETS)
        .nullable()
        .optional()
        .describe('Ticket keys or ids. When changing several dates of a series, keys only.'),
      showIf: z
        .object({
          questionId: z.string().max(100).describe('Id or key of an earlier question.'),
          anyOf: z.array(z.string().max(500)).min(1).max(100),
        })
        .nullable()
        .optional(),
    })
    .refine(({ type, options = [] }) => (type !== 'SELECT' && type !== 'MULTISELECT') || options.length > 0, {
      path: ['options'],
      message: 'must not be empty for a question of this type',
    })
    .meta({ id: 'RegistrationQuestionInput' }),
)
