import { refName, type FoldedDocument, type Schema } from './model.ts'

/**
 * Finds changes that would break programs compiled against an earlier document. Each of them requires a major version.
 */

type Described = FoldedDocument['paths'][string][string]
type Schemas = FoldedDocument['components']['schemas']

interface Sides {
  before: Schemas
  after: Schemas
  /**
   * Whether the service reads the value or returns it. An addition that is safe in one direction breaks clients in the
   * other.
   */
  direction: 'read' | 'returned'
  /** Pairs of component names that were already compared. */
  seen: Set<string>
}

const resolved = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : resolved(schemas[refName(schema.$ref)] ?? {}, schemas)

const optionsOf = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf
const typesOf = ({ type, const: only }: Schema) =>
  type === undefined ? (only === undefined ? [] : [typeof only]) : [type].flat()
/** Clients accept unknown values of an open enumeration. */
const valuesOf = ({ enum: values, const: only }: Schema) => values ?? (only === undefined ? undefined : [only])

const without = <Value>(list: readonly Value[], known: readonly Value[]) => list.filter((each) => !known.includes(each))

const listed = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(', ')

const breaksOfObject = (before: Schema, after: Schema, path: string, sides: Sides): string[] => {
  const isReturned = sides.direction === 'returned'
  const [known, now] = [before.properties ?? {}, after.properties ?? {}]
  const isRequired = ({ required = [] }: Schema, name: string) => required.includes(name)
  const ofKnown = Object.entries(known).flatMap(([name, schema]) => {
    const at = `${path}.${name}`
    const next = now[name]
    if (next === undefined) return [`${at} is gone`]
    const inner = breaksOfSchema(schema, next, at, sides)
    if (isReturned && isRequired(before, name) && !isRequired(after, name)) return [`${at} can be missing`, ...inner]
    if (!isReturned && !isRequired(before, name) && isRequired(after, name)) return [`${at} is required`, ...inner]
    return inner
  })
  const added = isReturned
    ? []
    : Object.keys(now).filter((name) => known[name] === undefined && isRequired(after, name))
  return [...ofKnown, ...added.map((name) => `${path}.${name} is required`)]
}

const breaksOfValues = (before: Schema, after: Schema, path: string, { direction }: Sides): string[] => {
  const [known, now] = [valuesOf(before), valuesOf(after)]
  if (direction === 'returned') {
    if (known === undefined) return []
    if (now === undefined) return [`${path} returns any value`]
    const added = without(now, known)
    return added.length === 0 ? [] : [`${path} also returns ${listed(added)}`]
  }
  if (now === undefined) return []
  if (known === undefined) return [`${path} takes certain values only`]
  const removed = without(known, now)
  return removed.length === 0 ? [] : [`${path} doesn’t take ${listed(removed)}`]
}

const breaksOfTypes = (before: Schema, after: Schema, path: string, { direction }: Sides): string[] => {
  const [known, now] = [typesOf(before), typesOf(after)]
  if (known.length === 0 || now.length === 0) return []
  // Every integer is a number.
  const wide = (types: readonly string[]) => (types.includes('number') ? [...types, 'integer'] : types)
  const lost = direction === 'returned' ? without(now, wide(known)) : without(known, wide(now))
  if (lost.length === 0) return []
  return [`${path} ${direction === 'returned' ? 'also returns' : 'doesn’t take'} ${lost.join(', ')}`]
}

const breaksOfSchema = (before: Schema, after: Schema, path: string, sides: Sides): string[] => {
  const pair = `${before.$ref ?? ''} ${after.$ref ?? ''}`
  if (before.$ref !== undefined && after.$ref !== undefined) {
    if (sides.seen.has(pair)) return []
    sides.seen.add(pair)
  }
  const [known, now] = [resolved(before, sides.before), resolved(after, sides.after)]
  const [options, nextOptions] = [optionsOf(known), optionsOf(now)]
  if (options !== undefined && nextOptions !== undefined) {
    const change = nextOptions.length - options.length
    if (sides.direction === 'returned' && change > 0) return [`${path} has ${change} more forms`]
    if (sides.direction === 'read' && change < 0) return [`${path} has ${-change} fewer forms`]
    return options.flatMap((option, index) => breaksOfSchema(option, nextOptions[index] ?? option, path, sides))
  }
  if ((options === undefined) !== (nextOptions === undefined)) return [`${path} has another form`]
  return [
    ...breaksOfTypes(known, now, path, sides),
    ...breaksOfValues(known, now, path, sides),
    ...breaksOfObject(known, now, path, sides),
    ...(known.items === undefined || now.items === undefined
      ? []
      : breaksOfSchema(known.items, now.items, `${path}[]`, sides)),
  ]
}

const schemasIn = (content: Record<string, { schema: Schema }> = {}) => content['application/json']?.schema

const successOf = ({ responses }: Described) =>
  schemasIn(Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content)

const breaksOfParameters = (before: Described, after: Described, sides: Sides): string[] => {
  const find = ({ parameters }: Described, name: string, place: string) =>
    parameters.find((each) => each.name === name && each.in === place)
  const ofKnown = before.parameters.flatMap(({ name, in: place, required, schema }) => {
    const next = find(after, name, place)
    if (next === undefined) return [`${name} is gone`]
    const inner = breaksOfSchema(schema, next.schema, name, sides)
    return next.required && !required ? [`${name} is required`, ...inner] : inner
  })
  const added = after.parameters.filter(({ name, in: place, required }) => required && !find(before, name, place))
  return [...ofKnown, ...added.map(({ name }) => `${name} is required`)]
}

const breaksOfOperation = (before: Described, after: Described, documents: [Schemas, Schemas]): string[] => {
  const sidesFor = (direction: Sides['direction']): Sides => ({
    before: documents[0],
    after: documents[1],
    direction,
    seen: new Set(),
  })
  const compare = (known: Schema | undefined, now: Schema | undefined, path: string, sides: Sides) =>
    known === undefined || now === undefined ? [] : breaksOfSchema(known, now, path, sides)
  const codes = without(after['x-codes'], before['x-codes'])
  const [body, nextBody] = [before.requestBody, after.requestBody]
  return [
    ...breaksOfParameters(before, after, sidesFor('read')),
    ...(nextBody?.required === true && body?.required !== true ? ['body is required'] : []),
    ...compare(schemasIn(body?.content), schemasIn(nextBody?.content), 'body', sidesFor('read')),
    ...compare(successOf(before), successOf(after), 'answer', sidesFor('returned')),
    ...codes.map((code) => `new code ${code}`),
  ]
}

const operationsIn = ({ paths }: FoldedDocument) =>
  new Map(Object.values(paths).flatMap((item) => Object.values(item).map((each) => [each.operationId, each] as const)))

/** Returns a line for each change between two folded documents that requires a major version. */
export const breaksBetween = (before: FoldedDocument, after: FoldedDocument): string[] => {
  const now = operationsIn(after)
  const schemas: [Schemas, Schemas] = [before.components.schemas, after.components.schemas]
  return [...operationsIn(before)].flatMap(([id, known]) => {
    const next = now.get(id)
    if (next === undefined) return [`${id}: is gone`]
    return breaksOfOperation(known, next, schemas).map((line) => `${id}: ${line}`)
  })
}
