import { matchRoute } from '../../src/kernel/route-pattern.ts'

export interface Call {
  method: string
  /** Path below /client/v4. */
  path: string
  query: URLSearchParams
  body: Buffer
  type: string
  /** Jurisdiction named in the header, which R2 requires. */
  jurisdiction?: string | undefined
}

export interface Answer {
  status?: number
  result?: unknown
  errors?: { code: number; message: string }[]
}

export type Handler = (call: Call, ...captured: string[]) => Answer | Promise<Answer>

export const missing = (code: number, message: string): Answer => ({ status: 404, errors: [{ code, message }] })
export const refused = (code: number, message: string): Answer => ({ status: 400, errors: [{ code, message }] })

export const jsonOf = ({ body }: Call) => JSON.parse(body.toString()) as Record<string, unknown>

export const pageOf = <Item>(items: Item[], { query }: Call): Answer => {
  const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 10)]
  return { result: items.slice((page - 1) * perPage, page * perPage) }
}

/** Dispatches by method and path. In a path, `@` stands for the account and `:x` for one segment. */
export const router = (account: string, table: Record<string, Handler>) => {
  const routes = Object.entries(table).map(([route, handler]) => {
    const [method = '', path = ''] = route.split(' ')
    return { method, pattern: path.replace('@', `/accounts/${account}`), handler }
  })
  return async (call: Call): Promise<Answer | null> => {
    for (const { method, pattern, handler } of routes) {
      const said = method === call.method ? matchRoute(pattern, call.path) : null
      if (said !== null) return handler(call, ...Object.values(said).map(decodeURIComponent))
    }
    return null
  }
}
