import { pascal } from '../../scripts/openapi/schema-names.ts'
import { refName, type Model, type Resource, type Schema, type Verb } from './model.ts'
import { wrap } from './wrap.ts'

/** Writes the types and classes of the TypeScript SDK. */

const HEAD = '// Generated from the OpenAPI document by `npm run sdk`. Do not edit.\n'
const fieldName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

const comment = (text: string, indent: string) => {
  const clean = text.replaceAll('*/', '*\\/')
  const lines = wrap(clean, 112 - indent.length)
  if (lines.length === 1) return `${indent}/** ${clean} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
}

const commented = (description: string | undefined, indent: string) =>
  description === undefined ? '' : comment(description, indent)

const primitive = (type: string) => {
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'string' || type === 'boolean' || type === 'null' ? type : 'unknown'
}

const typeOf = (schema: Schema): string => {
  const { $ref, type, anyOf, oneOf } = schema
  if ($ref !== undefined) return refName($ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const values = schema.enum ?? schema['x-extensible-enum']
  if (values !== undefined) {
    const literals = values.map((value) => JSON.stringify(value))
    // An open enumeration completes the known values and accepts values that later versions add.
    const open = schema['x-extensible-enum'] === undefined ? [] : ['(string & {})']
    const nullable = Array.isArray(type) && type.includes('null') && !values.includes(null) ? ['null'] : []
    return [...new Set([...literals, ...open, ...nullable])].join(' | ')
  }
  const options = anyOf ?? oneOf
  if (options !== undefined) return [...new Set(options.map(typeOf))].join(' | ')
  if (Array.isArray(type)) return [...new Set(type.map((each) => typeOf({ ...schema, type: each })))].join(' | ')
  if (type === 'array') return arrayOf(schema.items === undefined ? 'unknown' : typeOf(schema.items))
  if (type === 'object') return objectOf(schema)
  return schema.not === undefined ? primitive(type ?? '') : 'never'
}

const arrayOf = (item: string) => (/[ |&]/.test(item) ? `(${item})[]` : `${item}[]`)

const objectOf = ({ properties, additionalProperties }: Schema) => {
  if (properties !== undefined) return 'Record<string, unknown>'
  const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  return `Record<string, ${value}>`
}

const fieldsOf = ({ properties = {}, required = [] }: Schema) =>
  Object.entries(properties)
    .map(([name, schema]) => {
      const mark = required.includes(name) ? '' : '?'
      return `${commented(schema.description, '  ')}  ${fieldName(name)}${mark}: ${typeOf(schema)}\n`
    })
    .join('')

const component = (name: string, schema: Schema) => {
  const head = commented(schema.description, '')
  const isObject = schema.type === 'object' && schema.properties !== undefined
  return isObject
    ? `${head}export interface ${name} {\n${fieldsOf(schema)}}\n`
    : `${head}export type ${name} = ${typeOf(schema)}\n`
}

const queryName = ({ id }: Verb) => `${pascal(id)}Query`
const queryFields = ({ query }: Verb) => query.filter(({ name }) => name !== 'calendarSlug')

const queryType = (verb: Verb) => {
  const fields = queryFields(verb).map(
    ({ name, required, schema, description }) =>
      `${commented(description, '  ')}  ${fieldName(name)}${required ? '' : '?'}: ${typeOf(schema)}\n`,
  )
  return fields.length === 0 ? '' : `export interface ${queryName(verb)} {\n${fields.join('')}}\n`
}

const codesType = ({ resources }: Model) => {
  const lines = resources.flatMap(({ verbs }) =>
    verbs.map(
      ({ id, codes }) =>
        `  ${JSON.stringify(id)}: ${codes.map((code) => JSON.stringify(code)).join(' | ') || 'never'}\n`,
    ),
  )
  return `/** Error codes by operation. */\nexport interface Codes {\n${lines.join('')}}\n`
}

const deliveryType = ({ payloads }: Model) => {
  const lines = Object.entries(payloads).map(([type, name]) => `  ${JSON.stringify(type)}: ${name}\n`)
  return [
    `/** Body of a webhook delivery by type. */\nexport interface Deliveries {\n${lines.join('')}}\n`,
    '/** Body of any webhook delivery. Narrow it by `type`. */',
    'export type Delivery = { [Type in keyof Deliveries]: Deliveries[Type] & { type: Type } }[keyof Deliveries]\n',
  ].join('\n')
}

export const typesFile = (model: Model) =>
  [
    HEAD,
    ...Object.entries(model.schemas).map(([name, schema]) => component(name, schema)),
    ...model.resources.flatMap(({ verbs }) => verbs.map(queryType)),
    codesType(model),
    deliveryType(model),
  ]
    .filter((part) => part !== '')
    .join('\n')

const inTypes = (type: string, model: Model) =>
  type.replaceAll(/(?<!["\w])[A-Z]\w+/g, (name) => (name in model.schemas ? `T.${name}` : name))

interface Argument {
  name: string
  type: string
  isOptional: boolean
}

const argumentsOf = (verb: Verb, model: Model): Argument[] => {
  const path = verb.pathParams.map((name) => ({ name, type: 'string', isOptional: false }))
  const { body } = verb
  const given: Argument[] = []
  if (body !== null) {
    const type = body.schema === null ? 'Uint8Array<ArrayBuffer> | Blob' : inTypes(typeOf(body.schema), model)
    given.push({ name: 'body', type, isOptional: !body.isRequired })
  }
  const query = queryFields(verb)
  if (query.length > 0) {
    const isOptional = query.every(({ required }) => !required)
    given.push({ name: 'query', type: `T.${queryName(verb)}`, isOptional })
  }
  return [...path, ...given, { name: 'options', type: optionsOf(verb), isOptional: true }]
}

const optionsOf = ({ takesIfMatch, takesIfNoneMatch, hasEffects, isIdempotent }: Verb) => {
  const extras = [
    ...(isIdempotent ? ['Keyed'] : []),
    ...(takesIfMatch ? ['IfMatch'] : []),
    ...(takesIfNoneMatch ? ['IfNoneMatch'] : []),
    ...(hasEffects ? ['Quoted'] : []),
  ]
  return ['RequestOptions', ...extras].join(' & ')
}

const returnType = ({ returned }: Verb, model: Model) => {
  if (returned.kind === 'text') return 'Call<string>'
  if (returned.kind === 'page') return `Pages<${inTypes(typeOf(returned.item), model)}>`
  return `Call<${'schema' in returned ? inTypes(typeOf(returned.schema), model) : 'Uint8Array<ArrayBuffer>'}>`
}

const template = (path: string) =>
  `\`${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `\${segment(${name})}`)}\``
const paramsIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

/**
 * Says which credential the call takes, and its path with a session token if it isn't the path without `/v1`. Where
 * that path lacks `{slug}`, the calendar is a query parameter.
 */
const credentialOf = ({ surfaces, path, sessionPath, pathParams }: Verb) => {
  if (!surfaces.includes('v1')) return surfaces.includes('dashboard') ? ["by: 'session'"] : ["by: 'anyone'"]
  if (!surfaces.includes('dashboard')) return [`by: '${surfaces.includes('open') ? 'key or nothing' : 'key'}'`]
  if (sessionPath === null) return []
  if (paramsIn(sessionPath).some((name) => !pathParams.includes(name))) return ["by: 'key'"]
  const missing = paramsIn(path).filter((name) => !paramsIn(sessionPath).includes(name))
  const search = missing.includes('slug') ? '?calendarSlug={slug}' : ''
  return [`sessionPath: ${template(`${sessionPath}${search}`)}`]
}

/** The request as `Client.send` takes it. Absent flags are off, which keeps the built file small. */
const requestOf = (verb: Verb) => {
  const { returned, body } = verb
  return [
    `method: '${verb.method}'`,
    `path: ${template(verb.path)}`,
    ...credentialOf(verb),
    ...(body === null ? [] : ['body']),
    ...(queryFields(verb).length === 0 ? [] : ['query']),
    ...(verb.isIdempotent ? ['isKeyed: true'] : []),
    ...(returned.kind === 'data' || returned.kind === 'page' ? [] : [`reads: '${returned.kind}'`]),
    'options',
  ].join(', ')
}

const docOf = (verb: Verb) => {
  const { summary, description } = verb
  const text = description.startsWith(summary) ? description : `${summary}. ${description}`
  return comment(text, '  ')
}

const method = (verb: Verb, model: Model) => {
  const given = argumentsOf(verb, model)
  const list = given.map(({ name, type, isOptional }, index) => {
    // TypeScript allows no optional parameter before a required one.
    const isLast = given.slice(index).every((each) => each.isOptional)
    return `${name}${isOptional && isLast ? '?' : ''}: ${type}${isOptional && !isLast ? ' | undefined' : ''}`
  })
  const returns = returnType(verb, model)
  const call =
    verb.returned.kind === 'page'
      ? `this.client.pages('${verb.returned.paging}', { ${requestOf(verb)} })`
      : `this.client.send({ ${requestOf(verb)} })`
  const text = verb.hasEffects
    ? `  readonly ${verb.name} = quotable((${list.join(', ')}): ${returns} => ${call}, ${given.length - 1})\n`
    : `  ${verb.name}(${list.join(', ')}): ${returns} {\n    return ${call}\n  }\n`
  return `${docOf(verb)}${text}`
}

const className = ({ name }: Resource) => `${pascal(name)}Resource`

const resourceClass = (resource: Resource, model: Model) =>
  [
    comment(resource.description, ''),
    `export class ${className(resource)} extends Resource {\n`,
    resource.verbs.map((verb) => method(verb, model)).join('\n'),
    '}\n',
  ].join('')

const CLOCK = 'The clock of a sandbox.'
const MAILS = 'The emails that a sandbox captured.'

export const clientFile = (model: Model) => {
  const text = model.resources.map((resource) => resourceClass(resource, model)).join('\n')
  const values = ['Client', ...(text.includes('quotable(') ? ['quotable'] : []), 'Resource', 'segment']
  const types = ['Call', 'IfMatch', 'IfNoneMatch', 'Keyed', 'Pages', 'Quoted', 'RequestOptions']
  const used = types.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).map((name) => `type ${name}`)
  return [
    HEAD,
    `import { ${[...values, ...used].join(', ')} } from '../runtime.ts'\n`,
    "import { SandboxClock, SandboxMails } from '../sandbox.ts'\n",
    "import type * as T from './types.ts'\n\n",
    `/** Version of the service that this package was generated for. */\nexport const VERSION = '${model.version}'\n\n`,
    text,
    '\n/** The API of the event calendar service. Each property holds the operations on one kind of object. */\n',
    'export class EventCalendar extends Client {\n',
    ...model.resources.map(
      (resource) =>
        `${comment(resource.description, '  ')}  readonly ${resource.name}: ${className(resource)} = new ${className(resource)}(this)\n`,
    ),
    `${comment(CLOCK, '  ')}  readonly clock: SandboxClock = new SandboxClock(this.test)\n`,
    `${comment(MAILS, '  ')}  readonly mails: SandboxMails = new SandboxMails(this.test)\n`,
    '}\n',
  ].join('')
}
