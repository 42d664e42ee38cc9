import { afterEach, describe, expect, it, vi } from 'vitest'
import { once } from '../../../web/shared/once.ts'
import { createApi, Refusal, wordsOf } from '../../../web/shared/api.ts'

const answers = (...responses: (() => Response)[]) => {
  const asked: { url: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init })
    const next = responses[Math.min(asked.length, responses.length) - 1]
    return (next as () => Response)()
  })
  return asked
}

const ok = () => Response.json({ data: 1 })
const refused = (status: number, body: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ message: 'As it was told.', code: 'told', errors: [], ...body }, { status, headers })
const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

afterEach(() => vi.unstubAllGlobals())

describe('createApi', () => {
  it.each([
    ['a key', { kind: 'key', key: 'svc_live_x' } as const, 'x-svc-api-key', 'svc_live_x'],
    ['a door pass', { kind: 'pass', token: 'svc_door_x' } as const, 'Authorization', 'Bearer svc_door_x'],
    [
      'a session',
      { kind: 'session', token: async () => 'jwt', renew: async () => null } as const,
      'Authorization',
      'Bearer jwt',
    ],
  ])('sends %s in the header the service reads', async (_, credential, header, value) => {
    const asked = answers(ok)
    expect(await createApi(credential).get('/me')).toEqual({ data: 1 })
    expect(asked[0]).toMatchObject({ url: '/api/me', init: { method: 'GET', credentials: 'omit' } })
    expect(new Headers(asked[0]?.init.headers).get(header)).toBe(value)
  })

  it('writes defined query parameters and omits empty and undefined ones', async () => {
    const asked = answers(ok)
    await createApi({ kind: 'none' }).get('/x', { page: 2, status: '', type: undefined, q: 'a&b', past: false })
    expect(asked[0]?.url).toBe('/api/x?page=2&q=a%26b&past=false')
  })

  it('sends an amount that isn’t a number so that the service refuses it', async () => {
    const asked = answers(ok)
    await createApi({ kind: 'none' }).put('/x', { price: Number.NaN, prices: [Number.NaN, 1, null] })
    expect(asked[0]?.init.body).toBe('{"price":"NaN","prices":["NaN",1,null]}')
  })

  it('retries once with a renewed token after a 401', async () => {
    const tokens = ['old', 'new']
    const asked = answers(() => refused(401), ok)
    const renew = async () => tokens.shift() ?? null
    const api = createApi({ kind: 'session', token: async () => tokens[0] ?? null, renew })
    expect(await api.post('/x', { a: 1 })).toEqual({ data: 1 })
    expect(asked.map(({ init }) => new Headers(init.headers).get('Authorization'))).toEqual([
      'Bearer old',
      'Bearer new',
    ])
    expect(asked[1]?.init.body).toBe('{"a":1}')
  })

  it('sends no request without a session token', async () => {
    const asked = answers(ok)
    const error = await thrownBy(
      createApi({ kind: 'session', token: async () => null, renew: async () => null }).get('/me'),
    )
    expect(error).toMatchObject({ status: 401 })
    expect(asked).toEqual([])
  })

  it.each([
    ['a network error', 0, {}, {}, 'We can’t reach the service. Check your connection and try again.'],
    ['a 429', 429, {}, { 'Retry-After': '12' }, 'Too many tries. Try again in 12 seconds.'],
    ['a 429 with a long Retry-After', 429, {}, { 'Retry-After': '240' }, 'Too many tries. Try again in 4 minutes.'],
    ['a 503', 503, {}, { 'Retry-After': '1' }, 'Something isn’t responding. Try again in a second.'],
    [
      'a 500',
      500,
      { requestId: 'req_1' },
      {},
      'Something went wrong on our side. If it happens again, send us this number: req_1.',
    ],
    ['a 409', 409, { message: 'Three keys are active.' }, {}, 'Three keys are active.'],
    ['a 401', 401, {}, {}, 'This API key isn’t valid, or no longer works.'],
  ])('wordsOf has a message for %s', async (_, status, body, headers, words) => {
    answers(() => {
      if (status === 0) throw new TypeError('failed')
      return refused(status, body, headers)
    })
    const error = await thrownBy(createApi({ kind: 'key', key: 'x' }).get('/x'))
    expect(error).toBeInstanceOf(Refusal)
    expect(error).toMatchObject({ status })
    expect(wordsOf(error)).toBe(words)
  })

  it('keeps the Idempotency-Key after a network error or a 500, and takes a new one after any other response', async () => {
    const silent = () => {
      throw new TypeError('failed')
    }
    const asked = answers(
      silent,
      () => refused(500),
      ok,
      ok,
      () => refused(409),
      ok,
    )
    const api = once(createApi({ kind: 'key', key: 'x' }))
    for (let time = 0; time < 6; time += 1) await thrownBy(api.post('/x', { a: 1 }))
    const keys = asked.map(({ init }) => new Headers(init.headers).get('Idempotency-Key') ?? '')
    expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true)
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
    expect(new Set(keys).size).toBe(4)
  })

  it('sends a write once that is repeated while it waits, unless another write to the same path came between', async () => {
    const asked = answers(ok)
    const api = once(createApi({ kind: 'key', key: 'x' }))
    const both = await Promise.all([api.post('/x', { a: 1 }), api.post('/x', { a: 1 })])
    expect(both).toEqual([{ data: 1 }, { data: 1 }])
    expect(asked.length).toBe(1)
    await Promise.all([api.delete('/x'), api.delete('/x'), api.delete('/y'), api.patch('/x', {}), api.put('/x', {})])
    expect(asked.slice(1).map(({ url, init }) => `${init.method} ${url}`)).toEqual([
      'DELETE /api/x',
      'DELETE /api/y',
      'PATCH /api/x',
      'PUT /api/x',
    ])
    await Promise.all([true, false, true].map((isActive) => api.patch('/z', { isActive })))
    expect(asked.slice(5).map(({ init }) => init.body)).toEqual([
      '{"isActive":true}',
      '{"isActive":false}',
      '{"isActive":true}',
    ])
    await api.patch('/z', { isActive: true })
    expect(asked.length).toBe(9)
  })

  it('gives the error of a shared write to both callers, and sends the next one', async () => {
    const asked = answers(() => refused(409), ok)
    const api = once(createApi({ kind: 'key', key: 'x' }))
    const errors = await Promise.all([thrownBy(api.delete('/x')), thrownBy(api.delete('/x'))])
    expect(errors).toMatchObject([{ status: 409 }, { status: 409 }])
    expect(await api.delete('/x')).toEqual({ data: 1 })
    expect(asked.length).toBe(2)
  })

  it('wordsOf blames the page only for an exception in the page', () => {
    expect(wordsOf(new TypeError('x is undefined'))).toBe('Something went wrong on this page. Reload it.')
  })
})
