import { exports } from 'cloudflare:workers'
import examples from '../../scripts/openapi/examples.json' with { type: 'json' }
import { ways, type Way } from './routes.ts'

interface Call {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

interface Of {
  /** Where the sandbox is, without `/api`. */
  base: string
  slug: string
  key: string
  token: string
  /** The calendar's slug in the examples. */
  slugInExamples?: string
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  evt: ['eventId'],
  ser: ['seriesId'],
  gst: ['guestId', 'rsvpId'],
  ord: ['orderId'],
  tkt: ['ticketId'],
  cpn: ['couponId'],
  whk: ['id'],
  cpt: ['checkpointId'],
  add: ['addonId'],
  tax: ['taxRateId'],
  key: ['keyId'],
}
const MADE = new RegExp(`"id":"((${Object.keys(NAMES).join('|')})_\\w+)"`)
const ENDS_ALL = /^(?:calendars\.delete|me\.delete|apiKeys\.)/

/**
 * Calls every operation of the registry, with the bodies of the OpenAPI document and the newest objects of the sandbox.
 * Returns how many calls had which status.
 */
export const callEverything = async ({ base, slug, key, token, slugInExamples = 'harbour-concerts' }: Of) => {
  const { calls } = examples as unknown as { calls: Record<string, Call> }
  const ids = new Map<string, string>()
  const send = async ({ operation, route }: Way) => {
    const { params = {}, query = {}, body = {} } = calls[operation.id] ?? {}
    const valueOf = (name: string) =>
      name === 'slug' && operation.subject === 'calendar' ? slug : (ids.get(name) ?? params[name] ?? 'unknown')
    const path = route.path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(valueOf(name)))
    const search = new URLSearchParams({
      ...query,
      ...(operation.subjectIn === 'query' ? { calendarSlug: slug } : {}),
    })
    const headers = new Headers({ 'Content-Type': 'application/json' })
    if (route.surface === 'v1') headers.set('x-svc-api-key', key)
    if (route.surface === 'dashboard') headers.set('Authorization', `Bearer ${token}`)
    const answer = await exports.default.fetch(
      new Request(`${base}/api${path}?${search.toString()}`, {
        method: route.method,
        headers,
        ...(route.method === 'GET' ? {} : { body: JSON.stringify(body).replaceAll(slugInExamples, slug) }),
      }),
    )
    const [, id = '', prefix = ''] = (route.method === 'POST' ? MADE.exec(await answer.text()) : null) ?? []
    for (const name of NAMES[prefix] ?? []) ids.set(name, id)
    return answer.status
  }
  const turnOf = ({ operation, route }: Way) =>
    ENDS_ALL.test(operation.id) ? 3 : route.method === 'DELETE' ? 2 : route.method === 'GET' ? 1 : 0
  const statuses: Record<number, number> = {}
  for (const way of ways.toSorted((left, right) => turnOf(left) - turnOf(right))) {
    const status = await send(way)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}
