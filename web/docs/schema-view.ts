import { element } from '../shared/element.ts'
import { follow, nameOfRef, type Contract, type Schema } from './contract.ts'
import { prose } from './highlight.ts'

const isNull = ({ type, const: only }: Schema) => type === 'null' || only === null

const nonNullVariants = (schema: Schema): Schema[] =>
  (schema.anyOf ?? schema.oneOf ?? [schema]).filter((each) => !isNull(each))

const FORMATS: Record<string, string> = { 'date-time': 'instant', uri: 'URL', email: 'email address' }

const plainType = ({ type, format }: Schema): string => {
  const types = [type ?? 'any'].flat().filter((each) => each !== 'null')
  return types
    .map((each) => (each === 'string' && format !== undefined ? (FORMATS[format] ?? format) : each))
    .join(' or ')
}

/** Returns the type as text, without its fields. */
export const typeOf = (schema: Schema): string => {
  const canBeNull = (schema.anyOf ?? schema.oneOf ?? []).some(isNull) || [schema.type].flat().includes('null')
  const words = nonNullVariants(schema).map((each) => {
    if (each.$ref !== undefined) return nameOfRef(each.$ref)
    if (each.anyOf !== undefined || each.oneOf !== undefined) return typeOf(each)
    if (each.const !== undefined) return JSON.stringify(each.const)
    if (each.type === 'array') return `list of ${each.items === undefined ? 'anything' : typeOf(each.items)}`
    return plainType(each)
  })
  return [...new Set(words), ...(canBeNull ? ['null'] : [])].join(' or ')
}

const formatted = (value: number) => value.toLocaleString('en-GB')

const range = (low = 0, high: number | undefined, unit: string) => {
  if (low === 0) return high === undefined ? [] : [`at most ${formatted(high)}${unit}`]
  return [high === undefined ? `at least ${formatted(low)}${unit}` : `${formatted(low)} to ${formatted(high)}${unit}`]
}

const SAFE = Number.MAX_SAFE_INTEGER

const exampleOf = ({ type, format, examples }: Schema) =>
  examples === undefined || format !== undefined || type === 'object' || type === 'array'
    ? []
    : [`such as ${JSON.stringify(examples[0])}`]

/** Returns a value's constraints: range, length, default, example. */
export const rulesOf = (schema: Schema): string[] =>
  nonNullVariants(schema).flatMap((each) => [
    ...range(each.minimum, each.maximum === SAFE ? undefined : each.maximum, ''),
    ...range(each.minLength, each.maxLength, ' characters'),
    ...range(each.minItems, each.maxItems, ' items'),
    ...(each.default === undefined ? [] : [`${JSON.stringify(each.default)} by default`]),
    ...exampleOf(each),
  ])

const choices = (schema: Schema) => nonNullVariants(schema).flatMap(({ enum: values }) => values ?? [])

/** Returns the object schemas inside a reference, a list or a union, by name. A union of objects has several. */
const formsOf = (contract: Contract, schema: Schema): [name: string, form: Schema][] =>
  nonNullVariants(schema).flatMap((each): [string, Schema][] => {
    const found = follow<Schema>(contract, each)
    if (found.properties !== undefined) return [[typeOf(each), found]]
    if (found.items !== undefined) return formsOf(contract, found.items)
    return found.anyOf === undefined && found.oneOf === undefined ? [] : formsOf(contract, found)
  })

/** Drawn only when opened, because schemas can refer to themselves and readers open few of them. */
const fold = (title: string, isOpen: boolean, draw: () => HTMLElement) => {
  const details = element('details', { class: 'inner' }, element('summary', {}, title))
  details.addEventListener('toggle', () => details.append(draw()), { once: true })
  details.open = isOpen
  return details
}

const row = (contract: Contract, name: string, schema: Schema, isRequired: boolean, depth: number): HTMLElement => {
  const found = follow<Schema>(contract, schema)
  const description = schema.description ?? found.description
  const hasFields = formsOf(contract, schema).length > 0
  const values = choices(found)
  const parts = [
    element(
      'div',
      { class: 'property-head' },
      element('code', { class: 'property-name' }, name),
      element('span', { class: 'property-type' }, typeOf(schema)),
      isRequired && element('span', { class: 'property-required' }, 'required'),
    ),
    description !== undefined && description !== '' && element('p', {}, ...prose(description)),
    values.length > 0 &&
      element('p', { class: 'values' }, ...values.map((value) => element('code', {}, String(value)))),
    rulesOf(found).length > 0 && element('p', { class: 'quiet' }, rulesOf(found).join(', ')),
  ]
  if (!hasFields || depth > 6) return element('li', { class: 'property' }, ...parts)
  const fields = fold('Fields', false, () => schemaView(contract, schema, depth + 1))
  return element('li', { class: 'property' }, ...parts, fields)
}

const fieldsOf = (contract: Contract, form: Schema, depth: number) => {
  const required = new Set(form.required)
  return element(
    'ul',
    { class: 'properties', role: 'list' },
    ...Object.entries(form.properties ?? {}).map(([name, inner]) =>
      row(contract, name, inner, required.has(name), depth),
    ),
  )
}

/** Lists an object's fields with type, description and constraints. Of a union, lists each form by its name. */
export const schemaView = (contract: Contract, schema: Schema, depth = 0): HTMLElement => {
  const forms = formsOf(contract, schema)
  const [first] = forms
  if (first === undefined) return element('p', { class: 'property-type' }, typeOf(schema))
  if (forms.length === 1) return fieldsOf(contract, first[1], depth)
  const folds = forms.map(([name, form], index) => fold(name, index === 0, () => fieldsOf(contract, form, depth)))
  return element('div', { class: 'forms' }, ...folds)
}
