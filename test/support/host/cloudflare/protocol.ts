import type { IncomingMessage } from 'node:http'

export interface Call {
  method: string
  /** Below the API's root. */
  path: string
  query: URLSearchParams
  body: Buffer
  type: string
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

export const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export const pageOf = <Item>(items: Item[], { query }: Call): Answer => {
  const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 10)]
  return { result: items.slice((page - 1) * perPage, page * perPage) }
}

/** Handlers by method and path; `@` stands for the account, `:x` for one segment. */
export const router = (account: string, table: Record<string, Handler>) => {
  const routes = Object.entries(table).map(([route, handler]) => {
    const [method = '', path = ''] = route.split(' ')
    const pattern = path.replace('@', `/accounts/${account}`).replaceAll(/:\w+/g, '([^/]+)')
    return { method, pattern: new RegExp(`^${pattern}$`), handler }
  })
  return async (call: Call): Promise<Answer | null> => {
    for (const { method, pattern, handler } of routes) {
      const match = method === call.method ? pattern.exec(call.path) : null
      if (match !== null) return handler(call, ...match.slice(1).map(decodeURIComponent))
    }
    return null
  }
}
