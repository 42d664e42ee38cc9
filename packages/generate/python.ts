import { pascal } from '../../scripts/openapi/schema-names.ts'
import { refName, type Model, type Resource, type Schema, type Verb } from './model.ts'
import { wrap } from './wrap.ts'

/** Writes the types and classes of the Python SDK. */

const HEAD = '# Generated from the OpenAPI document by `npm run sdk`. Do not edit.\n'
const KEYWORDS = new Set([
  'from',
  'import',
  'class',
  'in',
  'is',
  'not',
  'pass',
  'global',
  'def',
  'with',
  'as',
  'return',
])

const snake = (text: string) => {
  const name = text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return KEYWORDS.has(name) ? `${name}_` : name
}
const text = (value: unknown) => JSON.stringify(value)

const docstring = (words: string, indent: string) => {
  const lines = wrap(words.replaceAll('\\', '\\\\').replaceAll('"""', "'''"), 100 - indent.length)
  if (lines.length === 1) return `${indent}"""${lines[0]}"""\n`
  return `${indent}"""${lines.join(`\n${indent}`)}\n${indent}"""\n`
}

const comment = (words: string | undefined, indent: string) =>
  words === undefined
    ? ''
    : wrap(words, 98 - indent.length)
        .map((line) => `${indent}# ${line}\n`)
        .join('')

const union = (options: string[]) => {
  const different = [...new Set(options)]
  const others = different.filter((each) => each !== 'None')
  const inner = others.length === 1 ? (others[0] ?? 'Any') : `Union[${others.join(', ')}]`
  if (others.length === 0) return 'None'
  return others.length === different.length ? inner : `Optional[${inner}]`
}

const typeOf = (schema: Schema): string => {
  const { $ref, type, anyOf, oneOf } = schema
  if ($ref !== undefined) return refName($ref)
  if (schema.const !== undefined) return `Literal[${pythonValue(schema.const)}]`
  const nullable = Array.isArray(type) && type.includes('null') ? ['None'] : []
  if (schema.enum !== undefined) {
    const values = schema.enum.filter((value) => value !== null).map(pythonValue)
    return union([`Literal[${values.join(', ')}]`, ...nullable, ...(schema.enum.includes(null) ? ['None'] : [])])
  }
  // Later versions add values to an open enumeration.
  if (schema['x-extensible-enum'] !== undefined) return union(['str', ...nullable])
  const options = anyOf ?? oneOf
  if (options !== undefined) return union(options.map(typeOf))
  if (Array.isArray(type)) return union(type.map((each) => typeOf({ ...schema, type: each })))
  if (type === 'array') return `List[${schema.items === undefined ? 'Any' : typeOf(schema.items)}]`
  if (type === 'object') {
    const { additionalProperties } = schema
    return `Dict[str, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'Any'}]`
  }
  return PRIMITIVES[type ?? ''] ?? 'Any'
}

const PRIMITIVES: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

const pythonValue = (value: unknown) => {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return text(value)
}

const fields = (entries: [string, Schema][]) =>
  entries.map(([name, schema]) => `${comment(schema.description, '    ')}    ${name}: ${typeOf(schema)}\n`).join('')

const body = (entries: [string, Schema][], description: string | undefined) => {
  const lines = `${description === undefined ? '' : docstring(description, '    ')}${fields(entries)}`
  return lines === '' ? '    pass\n' : lines
}

/**
 * Keys such as `from` aren't valid names in a class, so these types use the functional syntax `TypedDict('…', {…})`.
 */
const asCall = (name: string, { properties = {}, required = [] }: Schema) => {
  const part = (own: string, entries: [string, Schema][], total: boolean) =>
    `${own} = TypedDict(${text(own)}, {${entries.map(([key, each]) => `${text(key)}: ${text(typeOf(each))}`).join(', ')}}, total=${total ? 'True' : 'False'})\n`
  const entries = Object.entries(properties)
  return part(
    name,
    entries,
    entries.every(([key]) => required.includes(key)),
  )
}

const objectType = (name: string, schema: Schema) => {
  const entries = Object.entries(schema.properties ?? {})
  if (entries.some(([key]) => KEYWORDS.has(key) || !/^[A-Za-z_]\w*$/.test(key))) return asCall(name, schema)
  const isRequired = ([key]: [string, Schema]) => schema.required?.includes(key) === true
  const needed = entries.filter(isRequired)
  const others = entries.filter((entry) => !isRequired(entry))
  if (others.length === 0) return `class ${name}(TypedDict):\n${body(needed, schema.description)}`
  if (needed.length === 0) return `class ${name}(TypedDict, total=False):\n${body(others, schema.description)}`
  // Python 3.10 has no NotRequired, so required fields are in a base class.
  return [
    `class _${name}Required(TypedDict):\n${body(needed, undefined)}`,
    `class ${name}(_${name}Required, total=False):\n${body(others, schema.description)}`,
  ].join('\n\n')
}

const component = (name: string, schema: Schema) =>
  schema.type === 'object' && schema.properties !== undefined
    ? objectType(name, schema)
    : `${comment(schema.description, '')}${name}: TypeAlias = ${text(typeOf(schema))}\n`

const codeTypes = ({ resources }: Model) =>
  resources
    .flatMap(({ verbs }) => verbs)
    .filter(({ codes }) => codes.length > 0)
    .map(({ id, codes }) => `${pascal(id)}Code: TypeAlias = Literal[${codes.map(text).join(', ')}]\n`)
    .join('')

const deliveryType = ({ payloads }: Model) =>
  [
    '# Body of a webhook delivery. Tell them apart by `type`.\n',
    `Delivery: TypeAlias = ${text(`Union[${[...new Set(Object.values(payloads))].join(', ')}]`)}\n`,
  ].join('')

export const pythonTypes = (model: Model) =>
  [
    `${HEAD}from __future__ import annotations\n\nfrom typing import Any, Dict, List, Literal, Optional, TypedDict, Union\n\nfrom typing import TypeAlias\n`,
    ...Object.entries(model.schemas).map(([name, schema]) => component(name, schema)),
    codeTypes(model),
    deliveryType(model),
  ].join('\n\n')

const inTypes = (type: string, model: Model) =>
  type.replaceAll(/(?<!["\w.])[A-Z]\w+/g, (name) => (name in model.schemas ? `T.${name}` : name))

const queryFields = ({ query }: Verb) => query.filter(({ name }) => name !== 'calendarSlug')

const returnType = ({ returned }: Verb, model: Model, isAsync: boolean) => {
  if (returned.kind === 'text') return 'str'
  if (returned.kind === 'page') return `${isAsync ? 'AsyncPages' : 'Pages'}[${inTypes(typeOf(returned.item), model)}]`
  return 'schema' in returned ? inTypes(typeOf(returned.schema), model) : 'bytes'
}

const OPTIONS = ['isIdempotent', 'takesIfMatch', 'takesIfNoneMatch', 'hasEffects'] as const
const OPTION_NAMES = {
  isIdempotent: 'idempotency_key',
  takesIfMatch: 'if_match',
  takesIfNoneMatch: 'if_none_match',
  hasEffects: 'quote',
} as const

const signature = (verb: Verb, model: Model) => {
  const given: string[] = verb.pathParams.map((name) => `${snake(name)}: str`)
  if (verb.body !== null) {
    const type = verb.body.schema === null ? 'bytes' : inTypes(typeOf(verb.body.schema), model)
    given.push(verb.body.isRequired ? `body: ${type}` : `body: Optional[${type}] = None`)
  }
  const named = queryFields(verb).map(({ name, required, schema }) => {
    const type = inTypes(typeOf(schema), model)
    return required
      ? `${snake(name)}: ${type}`
      : `${snake(name)}: ${type.startsWith('Optional[') ? type : `Optional[${type}]`} = None`
  })
  // After `*`, parameters are keyword-only, so those without a default may follow those with one.
  const options = OPTIONS.filter((each) => verb[each]).map((each) => `${OPTION_NAMES[each]}: Optional[str] = None`)
  return ['self', ...given, '*', ...named, ...options, 'options: Optional[RequestOptions] = None'].join(', ')
}

const template = (path: string) =>
  `f"${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `{segment(${snake(name)})}`)}"`

/** Says which credential the call takes, and its path with a session token if it isn't the path without `/v1`. */
const credentialOf = ({ surfaces, sessionPath, path, pathParams }: Verb) => {
  if (!surfaces.includes('v1')) return surfaces.includes('dashboard') ? ['by="session"'] : ['by="anyone"']
  if (!surfaces.includes('dashboard')) return [`by="${surfaces.includes('open') ? 'key or nothing' : 'key'}"`]
  if (sessionPath === null) return []
  const names = [...sessionPath.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  if (names.some((name) => !pathParams.includes(name))) return ['by="key"']
  const search = path.includes('{slug}') && !sessionPath.includes('{slug}') ? '?calendarSlug={slug}' : ''
  return [`session_path=${template(`${sessionPath}${search}`)}`]
}

const requestOf = (verb: Verb) => {
  const query = queryFields(verb).map(({ name }) => `${text(name)}: ${snake(name)}`)
  const { returned } = verb
  return [
    `"${verb.method}"`,
    verb.pathParams.length === 0 ? `"${verb.path}"` : template(verb.path),
    ...credentialOf(verb),
    ...(verb.body === null ? [] : ['body=body']),
    ...(query.length === 0 ? [] : [`query={${query.join(', ')}}`]),
    ...(verb.isIdempotent ? ['is_keyed=True'] : []),
    ...(returned.kind === 'data' || returned.kind === 'page' ? [] : [`reads="${returned.kind}"`]),
    ...OPTIONS.filter((each) => verb[each]).map((each) => `${OPTION_NAMES[each]}=${OPTION_NAMES[each]}`),
    'options=options',
  ].join(', ')
}

const docOf = ({ summary, description }: Verb) =>
  docstring(description.startsWith(summary) ? description : `${summary}. ${description}`, '        ')

const callOf = (verb: Verb, isAsync: boolean) => {
  const request = `Request(${requestOf(verb)})`
  if (verb.returned.kind === 'page') {
    return `return ${isAsync ? 'AsyncPages' : 'Pages'}(self._client, "${verb.returned.paging}", ${request})`
  }
  return `return ${isAsync ? 'await ' : ''}self._client.send(${request})`
}

const method = (verb: Verb, model: Model, isAsync: boolean) => {
  const isCoroutine = isAsync && verb.returned.kind !== 'page'
  const head = isCoroutine ? 'async def' : 'def'
  return [
    `    ${head} ${snake(verb.name)}(${signature(verb, model)}) -> ${returnType(verb, model, isAsync)}:\n`,
    docOf(verb),
    `        ${callOf(verb, isAsync)}\n`,
    ...(verb.hasEffects ? [quoteMethod(verb, model, isAsync)] : []),
  ].join('')
}

const quoteMethod = (verb: Verb, model: Model, isAsync: boolean) => {
  const given = signature(verb, model).replace(', quote: Optional[str] = None', '')
  const request = `Request(${requestOf(verb).replace(', quote=quote', '')}, is_dry_run=True)`
  return [
    `\n    ${isAsync ? 'async def' : 'def'} ${snake(verb.name)}_quote(${given}) -> Quote:\n`,
    docstring(
      `Returns what \`${snake(verb.name)}\` would do, without doing it. Pass its token as \`quote\`.`,
      '        ',
    ),
    `        return (${isAsync ? 'await ' : ''}self._client.send(${request}))["quote"]\n`,
  ].join('')
}

const resourceClass = (resource: Resource, model: Model, isAsync: boolean) =>
  [
    `class ${isAsync ? 'Async' : ''}${pascal(resource.name)}Resource:\n`,
    docstring(resource.description, '    '),
    `    def __init__(self, client: ${isAsync ? 'AsyncClient' : 'Client'}) -> None:\n        self._client = client\n\n`,
    resource.verbs.map((verb) => method(verb, model, isAsync)).join('\n'),
  ].join('')

const SETTINGS = [
  ['base_url', 'str', ''],
  ['api_key', 'Optional[str]', 'None'],
  ['access_token', 'Optional[str]', 'None'],
  ['session_token', 'Optional[str]', 'None'],
  ['max_retries', 'int', '3'],
  ['timeout_seconds', 'float', '30.0'],
] as const

/** Lists the settings explicitly, so that editors can complete them. */
const constructor = (isAsync: boolean) => {
  const transport = `Optional[httpx.${isAsync ? 'AsyncBaseTransport' : 'BaseTransport'}]`
  const settings = [...SETTINGS, ['transport', transport, 'None'] as const]
  const given = settings.map(([name, type, value]) => `        ${name}: ${type}${value === '' ? '' : ` = ${value}`},\n`)
  const passed = settings.map(([name]) => `            ${name}=${name},\n`)
  return [
    `    def __init__(\n        self,\n        *,\n${given.join('')}    ) -> None:\n`,
    docstring('`base_url` is the URL of the API, such as `https://calendar.example.org/api`.', '        '),
    `        super().__init__(\n${passed.join('')}        )\n`,
  ].join('')
}

const clientClass = (model: Model, isAsync: boolean) =>
  [
    `class ${isAsync ? 'Async' : ''}EventCalendar(${isAsync ? 'AsyncClient' : 'Client'}):\n`,
    docstring(
      'The API of the event calendar service. Each property holds the operations on one kind of object.',
      '    ',
    ),
    constructor(isAsync),
    ...model.resources.map(
      ({ name }) => `        self.${snake(name)} = ${isAsync ? 'Async' : ''}${pascal(name)}Resource(self)\n`,
    ),
    `        self.clock = ${isAsync ? 'Async' : ''}SandboxClock(self.test)\n`,
    `        self.mails = ${isAsync ? 'Async' : ''}SandboxMails(self.test)\n`,
  ].join('')

export const pythonClient = (model: Model) => {
  const classes = [false, true].flatMap((isAsync) => [
    ...model.resources.map((resource) => resourceClass(resource, model, isAsync)),
    clientClass(model, isAsync),
  ])
  return [
    HEAD,
    '# mypy: disable-error-code="no-any-return"\n',
    'from __future__ import annotations\n\nfrom typing import Any, Dict, List, Literal, Optional, Union\n\nimport httpx\n\n',
    'from .._runtime import AsyncClient, AsyncPages, Client, Pages, Quote, Request, RequestOptions, segment\n',
    'from .._sandbox import AsyncSandboxClock, AsyncSandboxMails, SandboxClock, SandboxMails\n',
    'from . import types as T\n\n',
    `VERSION = ${text(model.version)}\n`,
    '\n\n',
    classes.join('\n\n'),
  ].join('')
}
