import { setTimeout as sleep } from 'node:timers/promises'
import type { PolledDelivery, PollResult, WebhooksCreatePolledBody } from '../../../sdk-typescript/src/index.ts'
import { command, type Context } from '../context.ts'
import { UsageError } from '../usage-error.ts'

const BETWEEN_POLLS_MS = 1_000
const LOCAL_TIMEOUT_MS = 10_000

/** Accepts `localhost:3000/hooks` as well as a whole URL. */
const urlOf = (text: string) => {
  const url = /^https?:\/\//.test(text) ? text : `http://${text}`
  if (!URL.canParse(url)) throw new UsageError(`--forward-to ${text} is not a URL`)
  return url
}

const typesOf = (text: string | boolean | undefined): WebhooksCreatePolledBody => {
  if (typeof text !== 'string') return {}
  return { events: text.split(',').map((type) => type.trim()) } as WebhooksCreatePolledBody
}

const forward = async (url: string, delivery: PolledDelivery): Promise<PollResult> => {
  const { id, leaseUntil, headers, body } = delivery
  const from = performance.now()
  const durationMs = () => Math.round(performance.now() - from)
  try {
    const signal = AbortSignal.timeout(LOCAL_TIMEOUT_MS)
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.arrayBuffer()
    return { id, leaseUntil, responseCode: response.status, durationMs: durationMs() }
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    return { id, leaseUntil, responseCode: null, error: reason.slice(0, 500), durationMs: durationMs() }
  }
}

const isOk = ({ responseCode }: PollResult) => responseCode !== null && responseCode >= 200 && responseCode < 300

const report = ({ print }: Context, { type, id }: PolledDelivery, result: PollResult) => {
  const outcome = result.responseCode === null ? `no response: ${result.error}` : String(result.responseCode)
  print(
    { ...result, type },
    `${isOk(result) ? 'ok    ' : 'failed'}  ${type}  ${outcome}  ${result.durationMs} ms  ${id}`,
  )
}

/** Polls until Ctrl-C. Results go with the next poll, so that a delivery is recorded once it has been forwarded. */
const forwardAll = async (context: Context, webhookId: string, url: string) => {
  const { signal } = context
  const { webhooks } = context.calendar()
  let results: PollResult[] = []
  while (!signal.aborted) {
    const polled = await webhooks.poll(webhookId, { results }, { signal })
    if (!polled.isActive) throw new Error('The webhook was deactivated. Run `evcal listen` again for a new one.')
    results = []
    for (const delivery of polled.deliveries) {
      const result = await forward(url, delivery)
      report(context, delivery, result)
      results.push(result)
    }
    if (polled.deliveries.length === 0) await sleep(BETWEEN_POLLS_MS, undefined, { signal })
  }
}

export const listen = command({
  name: 'listen',
  takes: [],
  options: { 'forward-to': { type: 'string' }, events: { type: 'string' } },
  summary: 'Forward webhooks to a server on this machine',
  async run(context, _words, { 'forward-to': to, events }) {
    if (typeof to !== 'string') throw new UsageError('listen needs --forward-to, such as localhost:3000/hooks')
    const url = urlOf(to)
    const { webhooks } = context.calendar()
    const webhook = await webhooks.createPolled(typesOf(events))
    context.note(`Listening for ${webhook.events.join(', ')}. Ctrl-C ends it.`)
    context.note(`Signing secret: ${webhook.plainSecret}`)
    try {
      await forwardAll(context, webhook.id, url)
    } catch (error) {
      if (!context.signal.aborted) throw error
    } finally {
      await webhooks.delete(webhook.id)
    }
  },
})
