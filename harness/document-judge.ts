import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FormatsPlugin } from 'ajv-formats'
import { byLiteralFirst, matchRoute, patternOf } from '../src/kernel/route-pattern.ts'

export interface JudgedAnswer {
  method: string
  /** Path below the base path, including the query. */
  path: string
  status: number
  headers: Record<string, string>
  /** The response body if it is text. */
  text: string
}

type Json = Record<string, unknown>
interface Described {
  description: string
  'x-codes'?: string[]
  content?: Record<string, { schema?: Json }>
  headers?: Record<string, { $ref?: string; required?: boolean }>
}
interface DescribedOperation {
  /** Id of the operation in the registry, the same for each of its routes. */
  'x-operation': string
  responses: Record<string, Described & { $ref?: string }>
}
export interface OpenApiDocument {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { responses?: Record<string, Described>; headers?: Record<string, { required?: boolean }> }
}

const DOCUMENT = 'document'
const QUOTE_SCHEMA = `${DOCUMENT}#/components/schemas/QuoteResult`
const ERROR_SCHEMA = `${DOCUMENT}#/components/schemas/Error`

/**
 * Forbids properties that the document does not describe. Clients have to tolerate such properties, but our own
 * responses must not contain them.
 */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closed(part)]))
  const isClosable = inner['type'] === 'object' && 'properties' in inner && !('additionalProperties' in inner)
  return isClosable ? { ...inner, additionalProperties: false } : inner
}

/** Returns the `code` of an error response. */
const codeOf = ({ method, status, headers, text }: JudgedAnswer) =>
  status >= 400 && method !== 'HEAD' && headers['content-type']?.startsWith('application/json') === true
    ? (JSON.parse(text) as { code?: string }).code
    : undefined

const pointer = (...parts: string[]) =>
  parts
    .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D'))
    .join('/')

/** Returns functions that validate responses against the OpenAPI document. */
export const judgeBy = (document: OpenApiDocument) => {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true })
  // ajv-formats is CommonJS. Some loaders return its default export as `default`, others directly.
  const plugin = addFormats as unknown as FormatsPlugin & { default?: FormatsPlugin }
  ;(plugin.default ?? plugin)(ajv)
  ajv.addSchema(closed(document) as Json, DOCUMENT)
  const validators = new Map<string, ValidateFunction>()
  const validatorOf = ($ref: string) => {
    const known = validators.get($ref) ?? ajv.compile({ $ref })
    validators.set($ref, known)
    return known
  }
  const routes = Object.entries(document.paths)
    .map(([template, item]) => ({ template, item, pattern: patternOf(template) }))
    .toSorted((left, right) => byLiteralFirst(left.pattern, right.pattern))
  const segmentsOf = (path: string) => path.split('/').length
  const routesByLength = Map.groupBy(routes, ({ pattern }) => segmentsOf(pattern))

  const faultOfBody = ($ref: string, text: string) => {
    const validate = validatorOf($ref)
    if (validate(JSON.parse(text))) return null
    return `the body does not match the document: ${ajv.errorsText(validate.errors, { dataVar: 'body' })}: ${text.slice(0, 500)}`
  }

  const isRequired = (header: { $ref?: string; required?: boolean }) =>
    (header.$ref === undefined ? header : document.components.headers?.[header.$ref.split('/').at(-1) as string])
      ?.required === true

  const routeOf = ({ method: asked, path }: JudgedAnswer) => {
    const method = asked === 'HEAD' ? 'get' : asked.toLowerCase()
    const [pathname = ''] = path.split('?')
    const alike = routesByLength.get(segmentsOf(pathname)) ?? []
    // Patterns are sorted by literal segments first, and the first that matches is the only one that counts.
    const here = alike.find(({ pattern }) => matchRoute(pattern, pathname) !== null)
    return { method, here, route: here !== undefined && method in here.item ? here : undefined }
  }

  const faultIn = (answer: JudgedAnswer): string | null => {
    const { method: asked, status, headers, text } = answer
    if (asked === 'OPTIONS') return null
    const { method, here, route } = routeOf(answer)
    const mediaType = headers['content-type']?.split(';')[0]?.trim() ?? null
    if (route === undefined) {
      const wanted = here === undefined ? 404 : 405
      if (status !== wanted) return `no operation is documented here, and the status is not ${wanted}`
      return asked === 'HEAD' ? null : faultOfBody(ERROR_SCHEMA, text)
    }
    const { template, item } = route
    if (headers['dry-run'] !== undefined) {
      const takesQuotes = 'x-effects' in (item[method] ?? {})
      return takesQuotes ? faultOfBody(QUOTE_SCHEMA, text) : 'the operation takes no dry run'
    }
    const responses = item[method]?.responses ?? {}
    const documented = responses[String(status)]
    if (documented === undefined) return `the status is not documented for ${method.toUpperCase()} ${template}`
    const name = documented.$ref?.split('/').at(-1)
    const response = name === undefined ? documented : (document.components.responses?.[name] as Described)
    const place =
      name === undefined
        ? pointer('', 'paths', template, method, 'responses', String(status))
        : pointer('', 'components', 'responses', name)

    const code = codeOf(answer)
    if (code !== undefined && response['x-codes']?.includes(code) === false) {
      return `the code ${code} is not documented for ${method.toUpperCase()} ${template}`
    }
    for (const [header, described] of Object.entries(response.headers ?? {})) {
      if (isRequired(described) && !(header.toLowerCase() in headers)) return `the header ${header} is missing`
    }
    if (response.content === undefined) return text === '' ? null : 'there is a body although none is documented'
    if (asked === 'HEAD') return text === '' ? null : 'a HEAD was answered with a body'
    if (mediaType === null || !(mediaType in response.content)) return `the content type ${mediaType} is not documented`
    if (mediaType !== 'application/json') return null
    return faultOfBody(`${DOCUMENT}#${place}/${pointer('content', mediaType, 'schema')}`, text)
  }

  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  const responseOf = ({ $ref, ...written }: Described & { $ref?: string }) =>
    $ref === undefined ? written : document.components.responses?.[$ref.split('/').at(-1) as string]
  return {
    operations: [...new Set(operations.map((described) => described['x-operation']))].toSorted(),
    /** All pairs of operation and error code in the document. */
    listed: [
      ...new Set(
        operations.flatMap(({ 'x-operation': id, responses }) =>
          Object.values(responses)
            .flatMap((response) => responseOf(response)?.['x-codes'] ?? [])
            .map((code) => `${id} ${code}`),
        ),
      ),
    ].toSorted(),
    /** Returns the operation that sent the response, or undefined if the URL has no route. */
    operationOf: (answer: JudgedAnswer) => {
      const { method, route } = routeOf(answer)
      return route?.item[method]?.['x-operation']
    },
    codeOf,
    /** Returns how the response deviates from the document, or null if it conforms. */
    faultOf: (answer: JudgedAnswer) => {
      const fault = faultIn(answer)
      return fault === null ? null : `${answer.method} ${answer.path} → ${answer.status}: ${fault}`
    },
  }
}
