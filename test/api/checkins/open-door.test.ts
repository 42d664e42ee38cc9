import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { newCalendar, newKey, newOrder } from '../../support/factories.ts'
import { pay, refund } from '../../support/orders.ts'

const calendar = await newCalendar()
const { key } = await newKey(calendar)
const HOUR = 3_600_000
const TRIES = 24
const GUESTS = 3
const LIMIT = 2

interface Scan {
  id: string
  guestId: string
  checkpointId: string | null
  direction: string | null
}
interface Change {
  object: string
  id: string
  current: Scan | null
}

const rowsOf = async <Row>(sql: string, ...values: string[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results

/** Guests whose last scan of a list is IN. */
const insideBy = (scans: readonly Scan[]) => {
  const last = new Map(scans.map(({ guestId, direction }) => [guestId, direction]))
  return [...last].flatMap(([guestId, direction]) => (direction === 'OUT' ? [] : [guestId])).toSorted()
}

it('an open door stays consistent when scans, exits, undos, transfers, refunds and cancellations race', async () => {
  const times = { startAt: Date.now() - HOUR, endAt: Date.now() + HOUR }
  for (let turn = 0; turn < TRIES; turn += 1) {
    const first = await newOrder(calendar, { ...times, timezone: 'UTC', reentry: true })
    const { event } = first
    const orders = [first.order]
    const guests = [first.guest.id as string]
    while (guests.length < GUESTS) {
      const json = { firstName: 'An', lastName: 'Other', email: `${guests.length}-${event.id}@guests.test` }
      const answer = await send(`POST /v1/events/${event.id}/guests`, {
        key,
        json: { ...json, ticketId: event.ticketId },
      })
      guests.push(answer.body.data.id)
      const { data } = (await send(`GET /v1/events/${event.id}/orders`, { key })).body
      orders.push(data.find(({ id }: { id: string }) => !orders.some((each) => each.id === id)))
    }
    for (const { id } of orders) expect((await pay(calendar, event, id)).status).toBe(200)
    const room = (
      await send(`POST /v1/events/${event.id}/checkpoints`, {
        key,
        json: { name: 'Room', mode: 'IN_OUT', limit: LIMIT },
      })
    ).body.data.id
    const at = `/v1/events/${event.id}`
    const { cursor } = (await send('GET /v1/changes?cursor=now', { key })).body.meta
    const scan = (guestId: string, json: object = {}) =>
      send(`POST ${at}/checkins`, { key, json: { guestId, ...json } })
    const list = async (query = ''): Promise<Scan[]> => (await send(`GET ${at}/checkins${query}`, { key })).body.data
    const undoLast = async (query: string) => {
      const last = (await list(query)).at(-1)
      return last === undefined ? null : send(`DELETE ${at}/checkins/${last.id}`, { key })
    }
    const ways = [
      (index: number) => scan(guests[index] ?? ''),
      (index: number) => scan(guests[index] ?? '', { direction: 'OUT' }),
      (index: number) => scan(guests[index] ?? '', { checkpointId: room }),
      (index: number) => scan(guests[index] ?? '', { checkpointId: room, direction: 'OUT' }),
      () => undoLast(''),
      () => undoLast(`?checkpointId=${room}`),
    ]
    const leaves = [
      (index: number) =>
        send(`POST /v1/rsvps/${guests[index]}/transfer`, {
          key,
          json: { recipientEmail: `to-${guests[index]}@guests.test`, recipientName: 'To Her' },
        }),
      (index: number) => refund(calendar, event, orders[index]?.id ?? '', { cancelGuests: true, notifyBuyer: false }),
      (index: number) => send(`PATCH ${at}/guests/${guests[index]}/status`, { key, json: { status: 'CANCELLED' } }),
    ]
    // Some are inside before the race begins.
    for (const index of [turn % GUESTS, (turn + 1) % GUESTS]) {
      await scan(guests[index] ?? '', { checkpointId: room })
      if (turn % 2 === 0) await scan(guests[index] ?? '')
    }
    const acts = guests.flatMap((_, index) => [
      ...ways.map((way) => () => way(index)),
      () => leaves[(turn + index) % leaves.length]?.(index) ?? Promise.resolve(null),
    ])
    const order = acts.map((act, index) => ({ act, rank: (index * 7 + turn * 5) % acts.length }))
    const answers = await Promise.all(order.toSorted((left, right) => left.rank - right.rank).map(({ act }) => act()))
    for (const answer of answers) if (answer !== null) expect(answer.status, answer.text).toBeLessThan(500)

    const people = await rowsOf<{ id: string; status: string }>(
      'select id, status from guests where event_id = ?',
      event.id,
    )
    const [main, there] = [await list(), await list(`?checkpointId=${room}`)]
    const current = await rowsOf<{ guest_id: string }>(
      'select guest_id from checkins where event_id = ? and undone_at is null',
      event.id,
    )
    const ofStatus = (...statuses: string[]) =>
      people.flatMap(({ id, status }) => (statuses.includes(status) ? [id] : [])).toSorted()
    expect(current.map(({ guest_id }) => guest_id).toSorted()).toEqual(ofStatus('CHECKED_IN'))
    const seated = ofStatus('CONFIRMED', 'CHECKED_IN')
    const inRoom = insideBy(there)
    expect(seated).toEqual(expect.arrayContaining(inRoom))
    expect(inRoom.length).toBeLessThanOrEqual(LIMIT)
    const { body } = await send(`GET ${at}/checkins/summary`, { key })
    const { inside, checkedIn, checkpoints } = body.data
    expect([inside, checkedIn]).toEqual([insideBy(main).length, current.length])
    expect(checkpoints).toMatchObject([{ id: room, inside: inRoom.length }])
    for (const scans of [main, there]) {
      for (const ofGuest of Map.groupBy(scans, ({ guestId }) => guestId).values())
        expect(ofGuest.map(({ direction }) => direction)).toEqual(
          ofGuest.map((_, index) => (index % 2 === 0 ? 'IN' : 'OUT')),
        )
    }

    // A reader of the change feed has the same check-ins and scans.
    const held = new Map<string, Scan>()
    for (let [next, more] = [cursor as string, true]; more;) {
      const page = (await send(`GET /v1/changes?types=checkin,scan&limit=100&cursor=${next}`, { key })).body
      for (const change of page.data as Change[]) {
        if (change.current === null) held.delete(change.id)
        else held.set(change.id, change.current)
      }
      ;[next, more] = [page.meta.cursor, page.meta.hasMore]
    }
    expect([...held.keys()].toSorted()).toEqual([...main, ...there].map(({ id }) => id).toSorted())
  }
}, 240_000)
