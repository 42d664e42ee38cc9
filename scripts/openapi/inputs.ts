import { inputFileOf } from '../../src/mcp/operations.ts'

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: unknown
  description?: string
}

interface DescribedOperation {
  'x-operation': string
  'x-surface': string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: unknown }> }
}

interface FoldedDocument {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, unknown> }
}

/** Replaces references by the schemas, so that the description of one operation is complete. */
const inlined = (schema: unknown, schemas: Record<string, unknown>, within: readonly string[] = []): unknown => {
  if (Array.isArray(schema)) return schema.map((each) => inlined(each, schemas, within))
  if (schema === null || typeof schema !== 'object') return schema
  const name = '$ref' in schema ? String(schema.$ref).split('/').at(-1) : undefined
  if (name !== undefined) {
    if (within.includes(name)) return { description: `Again ${name}.` }
    return inlined(schemas[name], schemas, [...within, name])
  }
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      key === 'examples' || key === 'example' ? [] : [[key, inlined(value, schemas, within)]],
    ),
  )
}

const inputOf = ({ parameters = [], requestBody }: DescribedOperation, schemas: Record<string, unknown>) => {
  const parametersIn = (place: string) =>
    parameters
      .filter((each) => each.in === place)
      .map(({ name, required, schema, description }) => ({ name, required, description, schema }))
  return {
    params: inlined(parametersIn('path'), schemas),
    query: inlined(parametersIn('query'), schemas),
    body: inlined(requestBody?.content['application/json']?.schema ?? null, schemas),
  }
}

/** Returns a file for each operation that an API key can call, with its parameters and its body. */
export const inputFilesOf = ({ paths, components: { schemas } }: FoldedDocument) =>
  Object.values(paths)
    .flatMap((item) => Object.values(item))
    .filter((described) => described['x-surface'] === 'v1')
    .map((described) => ({
      path: inputFileOf(described['x-operation']),
      text: JSON.stringify(inputOf(described, schemas)),
    }))
