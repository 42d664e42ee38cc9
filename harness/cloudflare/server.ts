import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listen } from '../loopback.ts'
import { ACCOUNT, createAccount } from './account.ts'
import { router, type Answer } from './protocol.ts'

const PREFIX = '/client/v4'

/** How a call fails: either rejected without effect, or executed with the response lost. */
type Mishap = 'refused' | 'answer lost'

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const sendAnswer = (response: ServerResponse, { status = 200, result = null, errors = [] }: Answer) =>
  sendJson(response, status, { success: errors.length === 0, errors, messages: [], result })

/** Starts a local server that acts as the Cloudflare REST API and as the host of the deployed Worker. */
export const startCloudflare = async () => {
  let origin = ''
  const account = createAccount(() => origin)
  const route = router(ACCOUNT, account.handlers)
  const calls: string[] = []
  const unknown: string[] = []
  let planned: { call: RegExp; mishap: Mishap } | null = null

  const takeUpload = (name: string, body: Buffer, response: ServerResponse) => {
    account.uploads.set(name, body.toString())
    response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end()
  }

  const answerHealth = (response: ServerResponse) => {
    const bindings = Object.values(account.workers).flatMap((worker) => worker.bindings)
    const version = bindings.find(({ name }) => name === 'VERSION')?.text
    sendJson(response, version === undefined ? 404 : 200, { status: 'ok', data: { status: 'ok', version } })
  }

  const answerCall = async (request: IncomingMessage, url: URL, body: Buffer, response: ServerResponse) => {
    const method = request.method ?? ''
    const path = url.pathname.slice(PREFIX.length)
    const name = `${method} ${path.replace(`/accounts/${ACCOUNT}`, '@')}`
    calls.push(name)
    const mishap = planned?.call.test(name) === true ? planned.mishap : null
    if (mishap !== null) planned = null
    if (mishap === 'refused')
      return sendAnswer(response, { status: 400, errors: [{ code: 10_021, message: 'It was not accepted' }] })
    const answer = await route({
      method,
      path,
      query: url.searchParams,
      body,
      type: request.headers['content-type'] ?? '',
      jurisdiction: request.headers['cf-r2-jurisdiction'] as string | undefined,
    })
    if (mishap === 'answer lost') return request.socket.destroy()
    if (answer === null) unknown.push(name)
    return sendAnswer(response, answer ?? { status: 404, errors: [{ code: 7003, message: `no route for ${name}` }] })
  }

  const server = await listen((request, response, body) => {
    const url = new URL(request.url ?? '', 'http://cloudflare')
    if (url.pathname === '/api/health') return answerHealth(response)
    if (url.pathname.startsWith('/uploads/')) return takeUpload(url.pathname.slice('/uploads/'.length), body, response)
    return answerCall(request, url, body, response)
  })
  origin = server.origin

  return {
    ...account,
    ...server,
    apiUrl: `${origin}${PREFIX}`,
    /** `calls` contains every API call in order, `unknown` only the calls without a handler. */
    calls,
    unknown,
    /** Makes the next matching call fail, once. */
    plan: (call: RegExp, mishap: Mishap) => {
      planned = { call, mishap }
    },
  }
}
