import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'

const formOfAnswer = (title: string, answer: z.ZodType) =>
  z.object({ questionId: z.string().max(100), answer }).meta({ id: title })

/**
 * One form per type of answer, for the OpenAPI document: generators for Java and other languages can't build a class for
 * a field that is a text or a list. Requests are validated by `Answer`, whose errors name the field.
 */
const AnswerForms = lazy(() =>
  z
    .xor([
      formOfAnswer('TextAnswer', z.string().max(5_000)),
      formOfAnswer('ChoicesAnswer', z.array(z.string().max(500)).max(100)),
      formOfAnswer('CheckboxAnswer', z.boolean()),
      formOfAnswer('NumberAnswer', z.number()),
    ])
    .meta({ id: 'NewAnswer', description: 'Answer to a registration question, in the form that fits its type.' }),
)

const Answer = lazy(() =>
  z
    .object({
      questionId: z.string().max(100),
      answer: z.union([z.string().max(5_000), z.boolean(), z.number(), z.array(z.string().max(500)).max(100)]),
    })
    .meta({ documentedAs: AnswerForms }),
)
export type GivenAnswer = SchemaOutput<typeof Answer>
export const Answers = lazy(() => z.array(Answer()).max(100))
