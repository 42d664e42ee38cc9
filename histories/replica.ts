import { setTimeout as sleep } from 'node:timers/promises'
import { chanceOf } from '../harness/chance.ts'

export interface Form {
  id: string
  [field: string]: unknown
}

/** Objects in the form that the API returns, by `<object> <id>`. */
export type Kept = Record<string, Form>

/** State of one feed reader, and the API's lists as read at the end of the run. */
export interface Replica {
  name: string
  kept: Kept
  listed: Kept
  /** The `seq` values received, with one list for each cursor from which the reader started or restarted. */
  stretches: readonly (readonly number[])[]
  /** How often the reader went back to an earlier cursor, and how often it had to start over after a 410. */
  restarts: number
  resyncs: number
}

interface Change {
  seq: number
  object: string
  id: string
  op: string
  current: Form | null
}
interface Page {
  data: Change[]
  meta: { cursor: string; hasMore: boolean }
}

const LIMIT = 100
const RETRY_MS = 50
const IDLE_MS = 20
/** Check-ins and scans are in the same lists, and their ids are unique across both. */
const nameOf = (object: string, id: string) => `${object === 'scan' ? 'checkin' : object} ${id}`

/** Returns a GET function that retries until the service responds with a status other than 5xx. */
const readerOf = (baseUrl: string, apiKey: string) => {
  const read = async <Body>(path: string): Promise<{ status: number; body: Body }> => {
    try {
      const answer = await fetch(`${baseUrl}/v1${path}`, { headers: { 'x-svc-api-key': apiKey } })
      const body = (await answer.json()) as Body
      if (answer.status < 500) return { status: answer.status, body }
    } catch {
      // The service was killed, so this repeats the request.
    }
    await sleep(RETRY_MS)
    return read(path)
  }
  return read
}
type Read = ReturnType<typeof readerOf>

const wholeList = async (read: Read, path: string) => {
  const all: Form[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const joint = path.includes('?') ? '&' : '?'
    const { body } = await read<{ data: Form[]; meta?: { totalPages: number } }>(
      `${path}${joint}page=${page}&limit=${LIMIT}`,
    )
    all.push(...body.data)
    pages = body.meta?.totalPages ?? 1
  }
  return all
}

/** Reads all lists of a calendar that an API key may read. */
export const listsOf = async (baseUrl: string, apiKey: string): Promise<Kept> => {
  const read = readerOf(baseUrl, apiKey)
  const kept: Kept = {}
  const keep = (object: string, forms: readonly Form[]) => {
    for (const form of forms) kept[nameOf(object, form.id)] = form
  }
  const { slug } = (await read<{ data: { calendar: { slug: string } } }>('/me')).body.data.calendar
  keep('calendar', [(await read<{ data: Form }>(`/calendars/${slug}`)).body.data])
  keep('coupon', await wholeList(read, `/calendars/${slug}/coupons`))
  const events = await wholeList(read, `/calendars/${slug}/events?from=1970-01-01`)
  keep('event', events)
  for (const { id, tickets } of events) {
    keep('ticket', tickets as Form[])
    for (const object of ['guest', 'checkin', 'checkpoint', 'announcement', 'reminder'])
      keep(object, await wholeList(read, `/events/${id}/${object}s`))
    for (const checkpoint of await wholeList(read, `/events/${id}/checkpoints`))
      keep('scan', await wholeList(read, `/events/${id}/checkins?checkpointId=${checkpoint.id}`))
    const orders = await wholeList(read, `/events/${id}/orders`)
    keep('order', orders)
    for (const order of orders) keep('refund', order['refunds'] as Form[])
  }
  return kept
}

interface Reader {
  name: string
  baseUrl: string
  apiKey: string
  /**
   * API key of another calendar. The reader sometimes sends that calendar's cursor by mistake; null if it never does.
   */
  foreignKey: string | null
}

/**
 * Follows the feed until `isOver()` is true and the feed has ended. Along the way it sometimes returns to an earlier
 * page, like a reader that was killed, or sends a cursor of another calendar.
 */
export const followFeed = async (
  { baseUrl, apiKey, foreignKey, name }: Reader,
  seed: number,
  isOver: () => boolean,
): Promise<Omit<Replica, 'listed'>> => {
  const read = readerOf(baseUrl, apiKey)
  const chance = chanceOf(seed)
  const feed = (cursor: string, by = read) => by<Page>(`/changes?limit=${LIMIT}&cursor=${cursor}`)
  const stretches: number[][] = []
  let [kept, cursor, restarts, resyncs] = [new Map<string, Form>(), '', 0, 0]
  let earlier = { kept, cursor }

  /**
   * Takes a cursor, then reads the lists. If a row is deleted while they are being read, another row may move to a page
   * that was already read. The lists are therefore read again if the feed shows a deletion.
   */
  const begin = async () => {
    for (let isWhole = false; !isWhole;) {
      cursor = (await feed('now')).body.meta.cursor
      kept = new Map(Object.entries(await listsOf(baseUrl, apiKey)))
      isWhole = true
      for (let [at, more] = [cursor, true]; more;) {
        const { data, meta } = (await feed(at)).body
        if (data.some(({ op }) => op === 'delete')) isWhole = false
        ;[at, more] = [meta.cursor, meta.hasMore]
      }
    }
    earlier = { kept, cursor }
    stretches.push([])
  }

  await begin()
  for (let isDone = false; !isDone;) {
    const wasOver = isOver()
    const luck = wasOver ? 1 : chance()
    if (luck < 0.02 && foreignKey !== null) {
      cursor = (await feed('now', readerOf(baseUrl, foreignKey))).body.meta.cursor
    } else if (luck < 0.06) {
      ;({ kept, cursor } = earlier)
      restarts += 1
      stretches.push([])
    } else if (luck < 0.3) earlier = { kept, cursor }
    const { status, body } = await feed(cursor)
    if (status === 410) {
      resyncs += 1
      await begin()
      continue
    }
    if (status !== 200) throw new Error(`the feed answered ${status}`)
    const next = new Map(kept)
    for (const { object, id, current } of body.data) {
      if (current === null) next.delete(nameOf(object, id))
      else next.set(nameOf(object, id), current)
    }
    stretches.at(-1)?.push(...body.data.map(({ seq }) => seq))
    ;[kept, cursor] = [next, body.meta.cursor]
    isDone = wasOver && !body.meta.hasMore
    if (!body.meta.hasMore && !isDone) await sleep(IDLE_MS)
  }
  return { name, kept: Object.fromEntries(kept), stretches, restarts, resyncs }
}
