import { follow, type Contract, type Parameter, type Route, type Schema, type Surface } from './contract.ts'

export interface Filled {
  path: Record<string, string>
  query: Record<string, string>
  header: Record<string, string>
  body: string | null
}

export interface Request {
  method: string
  /** Path and query, relative to the base URL. */
  address: string
  headers: Record<string, string>
  body: string | null
}

export type Secrets = Record<'apiKey' | 'bearer', string>

const PLACEHOLDERS: Secrets = { apiKey: '$API_KEY', bearer: '$TOKEN' }

const exampleOfSchema = (contract: Contract, schema: Schema): unknown => {
  const found = follow(contract, schema)
  if (found.examples !== undefined) return found.examples[0]
  return found.default ?? found.enum?.[0] ?? ''
}

/** Returns the initial value of a field: an example if the parameter is required, otherwise nothing. */
export const firstValueOf = (contract: Contract, { in: place, required, example, schema }: Parameter): string =>
  place === 'path' || required === true ? String(example ?? exampleOfSchema(contract, schema)) : ''

export const bodyExampleOf = (route: Route): string | null => {
  const content = Object.values(route.operation.requestBody?.content ?? {})[0]
  if (content === undefined) return null
  const example = content.example ?? Object.values(content.examples ?? {})[0]?.value ?? {}
  return JSON.stringify(example, null, 2)
}

const nonEmpty = (values: Record<string, string>) => Object.entries(values).filter(([, value]) => value !== '')

const credentialOf = (surface: Surface, { apiKey, bearer }: Secrets): Record<string, string> => {
  if (surface === 'open') return {}
  return surface === 'v1' ? { 'x-svc-api-key': apiKey } : { Authorization: `Bearer ${bearer}` }
}

export const requestOf = (route: Route, filled: Filled, secrets: Secrets): Request => {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(filled.path[name] ?? ''),
  )
  const query = new URLSearchParams(nonEmpty(filled.query)).toString()
  return {
    method: route.method,
    address: path + (query === '' ? '' : `?${query}`),
    headers: {
      ...credentialOf(route.surface, secrets),
      ...(filled.body === null ? {} : { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(nonEmpty(filled.header)),
    },
    body: filled.body,
  }
}

export const withPlaceholders = (secrets: Secrets): Secrets => ({
  apiKey: secrets.apiKey === '' ? PLACEHOLDERS.apiKey : secrets.apiKey,
  bearer: secrets.bearer === '' ? PLACEHOLDERS.bearer : secrets.bearer,
})
