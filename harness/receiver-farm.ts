import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { TestProject } from 'vitest/node'
import { listen } from './loopback.ts'
import { Stripe } from './stripe.ts'

interface Seen {
  at: number
  method: string
  headers: Record<string, string>
  body: string
}

const DRIP_MS = 200
const SLOW_MS = 1_500
const CHUNK = Buffer.alloc(1024 * 1024, 'x')
const HUGE_BYTES = 200 * 1024 * 1024
/** 200 MiB of zeros, compressed to about 200 KiB. */
const bomb = gzipSync(Buffer.alloc(HUGE_BYTES))

const sendHuge = (response: ServerResponse) => {
  let left = HUGE_BYTES
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= CHUNK.length
      if (!response.write(CHUNK)) {
        response.once('drain', more)
        return
      }
    }
    response.end()
  }
  response.writeHead(200, { 'content-type': 'text/plain' })
  more()
}

const drip = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/plain' })
  const timer = setInterval(() => response.write('.'), DRIP_MS)
  response.on('close', () => clearInterval(timer))
}

/** Responds as `mode` says: with a status code or with a failure that is typical of servers. */
const behave = (mode: string, request: IncomingMessage, body: Buffer, response: ServerResponse, origin: string) => {
  const retryAfter = new URL(request.url ?? '', origin).searchParams.get('retryAfter')
  if (mode === 'hang') return
  if (mode.startsWith('slow')) {
    return void setTimeout(() => response.writeHead(Number(mode.split('-')[1] ?? 200)).end('at last'), SLOW_MS)
  }
  if (mode === 'drip') return drip(response)
  // Some real receivers echo the request body.
  if (mode.startsWith('echo')) return void response.writeHead(Number(mode.split('-')[1] ?? 200)).end(body)
  if (mode === 'huge') return sendHuge(response)
  if (mode === 'bomb') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  if (mode === 'binary') return void response.writeHead(200).end(Buffer.from([0, 255, 0, 65, 240, 159]))
  if (mode === 'reset') return void request.socket.resetAndDestroy()
  const head =
    mode === '301' ? { location: `${origin}/to/200/redirected` } : retryAfter ? { 'retry-after': retryAfter } : {}
  response.writeHead(Number(mode), head).end(mode === '204' ? undefined : `you asked for ${mode}`)
}

/**
 * Webhook receivers on loopback. POST /to/<mode>[,<mode>…]/<name> applies one mode per request and repeats the last;
 * `?by=delivery` counts requests per delivery. PUT /document/<name> stores a response, which GET returns. GET /seen/<name> returns the requests received. POST /judge verifies a
 * signature with the Stripe library, which is too large for the Worker's tests.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const seen = new Map<string, Seen[]>()
  const documents = new Map<string, { status: number; headers: Record<string, string>; body: string }>()
  let origin = ''

  const receive = (modes: string[], name: string, request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const { method = '', headers } = request as IncomingMessage & { headers: Record<string, string> }
    const earlier = seen.get(name) ?? []
    seen.set(name, earlier)
    earlier.push({ at: Date.now(), method, headers, body: body.toString() })
    const isByDelivery = new URL(request.url ?? '', origin).searchParams.get('by') === 'delivery'
    const id = headers['x-svc-delivery-id']
    const count = earlier.filter((one) => !isByDelivery || one.headers['x-svc-delivery-id'] === id).length
    behave(modes[Math.min(count, modes.length) - 1] ?? '200', request, body, response, origin)
  }

  const judge = async (response: ServerResponse, asked: Buffer) => {
    const { body, signature, secret } = JSON.parse(asked.toString()) as Record<string, string>
    try {
      const event = await new Stripe('sk_test').webhooks.constructEventAsync(body ?? '', signature ?? '', secret ?? '')
      response.end(JSON.stringify({ event }))
    } catch (error) {
      response.end(JSON.stringify({ refusal: String(error) }))
    }
  }

  const farm = await listen((request, response, body) => {
    const [, verb, first = '', second = ''] = new URL(request.url ?? '', 'http://farm').pathname.split('/')
    if (verb === 'to') return receive(first.split(','), second, request, response, body)
    if (verb === 'judge') return judge(response, body)
    if (verb === 'document' && request.method === 'PUT') {
      documents.set(first, JSON.parse(body.toString()))
      return response.end()
    }
    const document = verb === 'document' ? documents.get(first) : undefined
    if (document !== undefined) return response.writeHead(document.status, document.headers).end(document.body)
    if (verb === 'seen') return response.end(JSON.stringify(seen.get(first) ?? []))
    return response.writeHead(404).end()
  })
  origin = farm.origin
  project.provide('farm', origin)
  return farm.close
}
