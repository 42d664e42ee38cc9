import { describe, expect, it } from 'vitest'
import type { Bucket } from '../../../src/access/rate-limit.ts'
import type { Deps } from '../../../src/deps.ts'
import { notFound } from '../../../src/kernel/failure.ts'
import { appWith, deps } from '../../support/app.ts'
import { newCalendar, newEvent, newGuest, newKey } from '../../support/factories.ts'

const start = async () => {
  const calendar = await newCalendar()
  const { key } = await newKey(calendar)
  const event = await newEvent(calendar)
  return { key, event, params: { eventId: event.id } }
}

/** Calls a tool, and returns the counted rate limits and the assets read, in order. */
const costOf = async (
  key: string,
  name: string,
  args: object,
  { full = [], readBuilt = deps.readBuilt }: { full?: Bucket[]; readBuilt?: Deps['readBuilt'] } = {},
) => {
  const taken: Bucket[] = []
  const read: string[] = []
  const { request } = appWith({
    limiter: {
      policy: (bucket) => deps.limiter.policy(bucket),
      take: async (bucket) => {
        taken.push(bucket)
        return { retryAfterSeconds: full.includes(bucket) ? 7 : null }
      },
    },
    readBuilt: (path) => {
      read.push(path)
      return readBuilt(path)
    },
  })
  const answer = await request('http://127.0.0.1:8787/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'x-svc-api-key': key },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })
  return { status: answer.status, text: await answer.text(), taken, read }
}

describe('a tool call', () => {
  it('costs one operation if it reads', async () => {
    const { key, params } = await start()
    const { taken, text } = await costOf(key, 'run_operation', { id: 'events.read', params })
    expect(text).toContain(params.eventId)
    expect(taken).toEqual(['v1', 'agents'])
  })

  it('is counted before it writes', async () => {
    const { key } = await start()
    const draft = { title: 'Not made', startAt: '2031-01-01T10:00:00Z', timezone: 'UTC' }
    const refused = await costOf(key, 'draft_event', draft, { full: ['agents'] })
    expect([refused.status, refused.taken]).toEqual([429, ['v1', 'agents']])
    expect((await costOf(key, 'draft_event', draft)).taken).toEqual(['v1', 'agents', 'v1'])
    const found = await costOf(key, 'find_events', { search: 'Not made' })
    expect(JSON.parse(found.text).result.structuredContent.page).toMatchObject({ total: 1 })
  })

  it('returns nothing above the limit after a read', async () => {
    const { key, event, params } = await start()
    const guest = await newGuest(event)
    const { status, text } = await costOf(key, 'read_guest', { ...params, guestId: guest.id }, { full: ['agents'] })
    expect([status, text]).toEqual([429, expect.not.stringContaining(guest.id)])
  })

  it('reads one file to describe an operation', async () => {
    const { key } = await start()
    const { read, text } = await costOf(key, 'find_operation', { id: 'events.create' })
    expect(read).toEqual(['/assets/inputs/events.create.json'])
    expect(JSON.parse(text).result.structuredContent).toMatchObject({ id: 'events.create', writes: true })
  })

  it('returns an error if a sandbox is asked to describe an operation', async () => {
    const { key } = await start()
    const readBuilt = async () => {
      throw notFound()
    }
    const { status, text } = await costOf(key, 'find_operation', { id: 'events.create' }, { readBuilt })
    expect([status, JSON.parse(text).result]).toMatchObject([200, { isError: true }])
  })
})
