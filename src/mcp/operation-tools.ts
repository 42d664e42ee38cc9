import * as z from 'zod'
import { Failure } from '../kernel/failure.ts'
import { confirmed } from './confirm.ts'
import { inputFileOf, onceBy, type KeyedOperation } from './operations.ts'
import { targetsText, valuesText } from './says.ts'
import { done, tool, type ToolContext } from './tool.ts'

const MAX_FOUND = 10
const UNKNOWN_OPERATION = 'There is no operation with this id. Search with find_operation.'

const summaryOf = ({ operation: { id, summary, effects, access }, route: { method } }: KeyedOperation) => ({
  id,
  summary,
  writes: method !== 'GET',
  scope: access?.scope ?? null,
  ...(effects === undefined ? {} : { effects }),
})

/** Returns null in a sandbox, which has no assets. */
const inputOf = async (id: string, { deps }: ToolContext) => {
  try {
    return JSON.parse(await deps.readBuilt(inputFileOf(id))) as Record<string, unknown>
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return null
    throw error
  }
}

export const findOperationTool = tool({
  name: 'find_operation',
  title: 'Find operation',
  description: 'Searches all operations of the API by words. With id, returns the input of one, for run_operation.',
  input: () => ({ search: z.string().max(200).optional(), id: z.string().max(100).optional() }),
  kind: 'reads',
  async run({ search = '', id }, context) {
    const { operations } = context
    if (id !== undefined) {
      const found = operations.find(id)
      if (found === null) return { kind: 'refused', text: UNKNOWN_OPERATION }
      const input = await inputOf(id, context)
      if (input === null)
        return { kind: 'refused', text: 'Only the live service describes operations, with its own key.' }
      return { kind: 'own', answer: { ...summaryOf(found), ...input } }
    }
    const words = search.toLowerCase().split(/\W+/).filter(Boolean)
    const ranked = operations.all
      .map((each) => {
        const text = `${each.operation.id} ${each.operation.summary}`.toLowerCase()
        return { each, hits: words.filter((word) => text.includes(word)).length }
      })
      .filter(({ hits }) => words.length === 0 || hits > 0)
      .toSorted((a, b) => b.hits - a.hits)
    return {
      kind: 'own',
      answer: { found: ranked.length, operations: ranked.slice(0, MAX_FOUND).map(({ each }) => summaryOf(each)) },
    }
  },
})

/** A webhook can send data to any address, so the user is asked although nothing is emailed, paid or deleted. */
const isAsked = ({ operation: { access }, route: { method } }: KeyedOperation) =>
  method !== 'GET' && access?.scope === 'webhooks:write'

export const runOperationTool = tool({
  name: 'run_operation',
  title: 'Run operation',
  description:
    'Runs an operation that find_operation returned. Asks the user first if it has effects or changes webhooks.',
  input: () => ({
    id: z.string().max(100),
    params: z.record(z.string(), z.string().max(500)).optional().describe('Parameters in the path.'),
    query: z.record(z.string(), z.unknown()).optional(),
    body: z.unknown().optional(),
    idempotencyKey: z.string().max(255).optional(),
    confirm: z.string().max(8_000).optional(),
  }),
  kind: 'changes',
  isOpenWorld: true,
  async run({ id, params = {}, query = {}, body, idempotencyKey, confirm }, context) {
    const found = context.operations.find(id)
    if (found === null) return { kind: 'refused', text: UNKNOWN_OPERATION }
    const headers = onceBy(idempotencyKey)
    const given = { params, query, body: body ?? (found.route.method === 'GET' ? undefined : {}), headers }
    const hasEffects = found.operation.effects !== undefined
    if (!hasEffects && !isAsked(found)) {
      const { data, meta } = await context.operations.call(id, given)
      return done({ data, ...(meta === null ? {} : { meta }) })
    }
    const [targets, values] = [await targetsText(params, context), valuesText(body)]
    const headline = [
      `${found.operation.summary}.`,
      ...(targets === '' ? [] : [`For ${targets}.`]),
      ...(values === '' ? [] : [`With ${values}.`]),
      ...(Object.keys(query).length === 0 ? [] : [`Query ${valuesText(query)}.`]),
    ].join(' ')
    const write = {
      operation: id,
      given: { ...given, headers: hasEffects ? {} : headers },
      headline,
      confirm,
      hasEffects,
    }
    return confirmed(write, context)
  },
})
