import * as z from 'zod'
import { lazily } from '../kernel/lazily.ts'
import { totalPagesOf, type Page } from '../kernel/page.ts'
import type { Answer, Route } from './operation.ts'

const rowsOf = (answer: Exclude<Answer, { kind: 'raw' }>) => {
  if (answer.kind === 'list' || answer.kind === 'page') return z.array(answer.item())
  return answer.item()
}

const isUnderV1 = (route: Route) => route.path.startsWith('/v1/')

const numbersOf = ({ page, limit, total }: Page<unknown>) => ({
  page,
  limit,
  total,
  totalPages: totalPagesOf({ total, limit }),
})

const schemas = new WeakMap<object, z.ZodType>()
const rowsSchema = (answer: Exclude<Answer, { kind: 'raw' }>) => {
  const known = schemas.get(answer)
  if (known) return known
  const made = rowsOf(answer)
  schemas.set(answer, made)
  return made
}

/** Parses what the verb returned, so that nothing undeclared leaves the house, and wraps it as the surface does. */
export const envelopeOf = (
  answer: Exclude<Answer, { kind: 'raw' }>,
  route: Route,
  output: unknown,
  message?: string,
) => {
  const said = message === undefined ? {} : { message }
  if (answer.kind === 'bare') return answer.item().parse(output)
  if (answer.kind !== 'page') return { data: rowsSchema(answer).parse(output), ...said }
  const page = output as Page<unknown>
  const data = rowsSchema(answer).parse(page.items)
  return isUnderV1(route) ? { data, meta: numbersOf(page), ...said } : { data, ...numbersOf(page), ...said }
}

const Count = lazily(() => z.int().min(0))
const PageNumbers = lazily(() =>
  z.object({ page: z.int().min(1), limit: z.int().min(1), total: Count(), totalPages: Count() }),
)
const PageMeta = lazily(() => PageNumbers().meta({ id: 'PageMeta' }))

/** The same wrapping as a schema, for the document. */
export const envelopeSchemaOf = (answer: Exclude<Answer, { kind: 'raw' }>, route: Route): z.ZodType => {
  if (answer.kind === 'bare') return answer.item()
  const data = rowsOf(answer)
  if (answer.kind !== 'page') return z.object({ data, message: z.string().optional() })
  return isUnderV1(route) ? z.object({ data, meta: PageMeta() }) : z.object({ data, ...PageNumbers().shape })
}
