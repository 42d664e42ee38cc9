import * as z from 'zod'
import { SDK_DOCUMENT_FILE } from '../modules/system/index.ts'
import { confirmed } from './confirm.ts'
import { onceBy, type KeyedOperation } from './operations.ts'
import { targetsText, valuesText } from './says.ts'
import { done, tool, type ToolContext } from './tool.ts'

const MAX_FOUND = 10

const summaryOf = ({ operation: { id, summary, effects, access }, route: { method } }: KeyedOperation) => ({
  id,
  summary,
  writes: method !== 'GET',
  scope: access?.scope ?? null,
  ...(effects === undefined ? {} : { effects }),
})

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: unknown
  description?: string
}

interface DocumentOperation {
  'x-operation': string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: unknown }> }
}

interface FoldedDocument {
  paths: Record<string, Record<string, DocumentOperation>>
  components: { schemas: Record<string, unknown> }
}

/** Replaces references by the schemas, so that the answer stands on its own. */
const inlined = (
  schema: unknown,
  { schemas }: FoldedDocument['components'],
  within: readonly string[] = [],
): unknown => {
  if (Array.isArray(schema)) return schema.map((each) => inlined(each, { schemas }, within))
  if (schema === null || typeof schema !== 'object') return schema
  const name = '$ref' in schema ? String(schema.$ref).split('/').at(-1) : undefined
  if (name !== undefined) {
    return within.includes(name)
      ? { description: `Again ${name}.` }
      : inlined(schemas[name], { schemas }, [...within, name])
  }
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      key === 'examples' || key === 'example' ? [] : [[key, inlined(value, { schemas }, within)]],
    ),
  )
}

const inputOf = async (id: string, { deps }: ToolContext) => {
  const { paths, components } = JSON.parse(await deps.readBuilt(SDK_DOCUMENT_FILE)) as FoldedDocument
  const described = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .find((each) => each['x-operation'] === id)
  const parameters = (place: string) =>
    (described?.parameters ?? [])
      .filter((each) => each.in === place)
      .map(({ name, required, schema, description }) => ({ name, required, description, schema }))
  return {
    params: parameters('path'),
    query: inlined(parameters('query'), components),
    body: inlined(described?.requestBody?.content['application/json']?.schema ?? null, components),
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
      if (found === null) return { kind: 'refused', text: 'There is no operation with this id.' }
      return { kind: 'own', answer: { ...summaryOf(found), ...(await inputOf(id, context)) } }
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

/** A webhook sends data to any address, so the person is asked although nothing is emailed, paid or deleted. */
const isAsked = ({ operation: { access }, route: { method } }: KeyedOperation) =>
  method !== 'GET' && access?.scope === 'webhooks:write'

export const runOperationTool = tool({
  name: 'run_operation',
  title: 'Run operation',
  description:
    'Runs an operation that find_operation returned. One with effects, or of webhooks, asks the person first.',
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
    if (found === null) return { kind: 'refused', text: 'There is no operation with this id.' }
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
