import * as z from 'zod'
import { CloudError } from './cloud-error.ts'
import { askWrangler } from './wrangler.ts'

const apiUrl = () => process.env['CLOUDFLARE_API_BASE_URL'] ?? 'https://api.cloudflare.com/client/v4'
const PER_PAGE = 50
const TIMEOUT_MS = 30_000

const Answer = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number(), message: z.string() })).default([]),
  result: z.unknown(),
})

const Credentials = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['api_token', 'oauth']), token: z.string() }),
  z.object({ type: z.literal('api_key'), key: z.string(), email: z.string() }),
])

export class Refusal extends CloudError {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface CloudflareApi {
  get<Result>(path: string, schema: z.ZodType<Result>, headers?: Record<string, string>): Promise<Result>
  post<Result>(
    path: string,
    body: unknown,
    schema: z.ZodType<Result>,
    headers?: Record<string, string>,
  ): Promise<Result>
  /** Fetches all pages of a list. */
  list<Item>(path: string, query: Record<string, string>, item: z.ZodType<Item>): Promise<Item[]>
}

/** Returns the credentials that wrangler would use: `CLOUDFLARE_API_TOKEN`, or else wrangler's own login. */
const authorization = async (): Promise<Record<string, string>> => {
  const token = process.env['CLOUDFLARE_API_TOKEN']
  if (token !== undefined && token !== '') return { Authorization: `Bearer ${token}` }
  const credentials = Credentials.parse(JSON.parse(await askWrangler('auth', 'token', '--json')))
  if (credentials.type === 'api_key') return { 'X-Auth-Key': credentials.key, 'X-Auth-Email': credentials.email }
  return { Authorization: `Bearer ${credentials.token}` }
}

const answerOf = async (response: Response, what: string): Promise<unknown> => {
  const answer = Answer.safeParse(await response.json().catch(() => null))
  if (answer.success && answer.data.success && response.ok) return answer.data.result
  const reasons = answer.success ? answer.data.errors.map(({ code, message }) => `${message} (${code})`) : []
  throw new Refusal(response.status, `Cloudflare refused ${what} with ${response.status}: ${reasons.join(', ')}`)
}

export const connect = async (): Promise<CloudflareApi> => {
  const headers = { ...(await authorization()), 'Content-Type': 'application/json' }

  const call = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const what = `${method} ${path.split('?')[0]}`
    const response = await fetch(`${apiUrl()}${path}`, {
      method,
      headers: { ...headers, ...more },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new CloudError(`Cloudflare did not answer ${what}; run the command again, existing resources are kept`, {
        cause,
      })
    })
    return answerOf(response, what)
  }

  return {
    get: async (path, schema, more) => schema.parse(await call('GET', path, undefined, more)),
    post: async (path, body, schema, more) => schema.parse(await call('POST', path, body, more)),
    list: async (path, query, item) => {
      const items = []
      for (let page = 1; ; page += 1) {
        const params = new URLSearchParams({ ...query, page: String(page), per_page: String(PER_PAGE) })
        const found = z.array(item).parse(await call('GET', `${path}?${params.toString()}`))
        items.push(...found)
        if (found.length < PER_PAGE) return items
      }
    },
  }
}

/**
 * Returns the account id from `CLOUDFLARE_ACCOUNT_ID` or wrangler.toml, or else the only account that the credentials
 * can access.
 */
export const accountOf = async (api: CloudflareApi, configured: string | null): Promise<string> => {
  const named = process.env['CLOUDFLARE_ACCOUNT_ID'] || configured
  if (named) return named
  const accounts = await api.list('/accounts', {}, z.object({ id: z.string(), name: z.string() }))
  const [account] = accounts
  if (account !== undefined && accounts.length === 1) return account.id
  const names = accounts.map(({ id, name }) => `${id} (${name})`).join(', ') || 'none'
  throw new CloudError(`set CLOUDFLARE_ACCOUNT_ID; these credentials have access to: ${names}`)
}
