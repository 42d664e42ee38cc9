import * as z from 'zod'
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
