export type Credential = { token: string } | { apiKey: string }

export interface Answer<Data> {
  status: number
  code: string | undefined
  data: Data
}

class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer'
}

const headersOf = (credential: Credential): Record<string, string> =>
  'token' in credential ? { authorization: `Bearer ${credential.token}` } : { 'x-svc-api-key': credential.apiKey }

const parse = (text: string): { data?: unknown; code?: string; message?: string } => {
  try {
    return JSON.parse(text) as object
  } catch {
    return {}
  }
}

export interface Api {
  /** Throws an error that names the call, unless the status is 2xx or one of `expected`. */
  call<Data>(credential: Credential, operation: string, body?: object, expected?: number[]): Promise<Answer<Data>>
}

export const createApi = (baseUrl: string): Api => ({
  async call<Data>(credential: Credential, operation: string, body?: object, expected: number[] = []) {
    const [method = 'GET', path = ''] = operation.split(' ')
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...headersOf(credential), ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
    })
    const text = await response.text()
    const { data, code } = parse(text)
    if (!response.ok && !expected.includes(response.status)) {
      throw new UnexpectedAnswer(`${operation} answered ${response.status}: ${text.slice(0, 500)}`)
    }
    return { status: response.status, code, data: data as Data }
  },
})
