import { beforeAll, describe, expect, it } from 'vitest'
import { base64, utf8 } from '../../../src/kernel/crypto.ts'
import { NAMED_EVENT_TYPES } from '../../../src/kernel/vocabulary.ts'
import { send } from '../../support/api.ts'
import {
  newCalendar,
  newDoor,
  newEvent,
  newGuest,
  newKey,
  newOrder,
  newWebhook,
  register,
  type Calendar,
} from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'
import { receiver } from '../../support/webhooks.ts'

interface Body {
  id: string
  type: string
  seq?: number
  data: Record<string, unknown>
}

let calendar: Calendar
let key = ''
beforeAll(async () => {
  calendar = await newCalendar()
  ;({ key } = await newKey(calendar))
})

/** Creates a webhook subscribed to every type that must be listed explicitly, and returns the bodies it receives. */
const listening = async (events: readonly string[] = NAMED_EVENT_TYPES) => {
  const { url, seen } = receiver('200')
  const { id } = await newWebhook(calendar, url, { events })
  const bodies = async (count: number) => {
    await expect.poll(async () => (await seen()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
    return (await seen()).map(({ body }) => JSON.parse(body) as Body)
  }
  return { id, bodies, end: () => send(`DELETE /calendars/${calendar.slug}/webhooks/${id}`, { as: calendar.owner }) }
}
const found = async (archiveId: string) =>
  (await send(`GET /calendars/${calendar.slug}/archives/${archiveId}`, { as: calendar.owner })).body
const of = (bodies: Body[], type: string) => bodies.filter((body) => body.type === type)

describe('event type that a webhook must list explicitly', () => {
  it('reports an approval and a correction with the seq of the change feed', async () => {
    const event = await newEvent(calendar, { requiresApproval: true })
    const hook = await listening()
    const { guest } = (await register(event, { firstName: 'Ada', lastName: 'Byron' })).body.data
    await send(`POST /v1/events/${event.id}/guests/${guest.id}/approve`, { key })
    await send(`PATCH /v1/events/${event.id}/guests/${guest.id}`, { key, json: { lastName: 'Lovelace' } })
    const bodies = await hook.bodies(2)
    expect(
      of(bodies, 'guest.updated').map(({ data }) => [data['previousStatus'], data['status'], data['changes']]),
    ).toEqual(
      expect.arrayContaining([
        ['PENDING', 'CONFIRMED', ['status']],
        ['CONFIRMED', 'CONFIRMED', ['lastName']],
      ]),
    )
    const corrected = bodies.find(({ data }) => data['guestName'] === 'Ada Lovelace')
    expect(corrected?.data).toMatchObject({
      eventId: event.id,
      eventSlug: event.slug,
      eventTitle: event.title,
      guestId: guest.id,
      ticketId: event.ticketId,
      registrationAnswers: [],
    })
    const feed = await send(`GET /v1/changes?types=guest&limit=100`, { key })
    const seqs = feed.body.data.filter((row: { id: string }) => row.id === guest.id).map(({ seq }: Body) => seq)
    expect(bodies.map(({ seq }) => seq).toSorted()).toEqual(seqs.slice(1).toSorted())
    await hook.end()
  })

  it('reports an undone check-in, changes to an order and the publication of a draft', async () => {
    const door = await newDoor(calendar)
    const guest = await newGuest(door)
    const hook = await listening(NAMED_EVENT_TYPES.filter((type) => type !== 'guest.updated'))
    const inside = await send(`POST /v1/events/${door.id}/checkins`, { key, json: { guestId: guest.id } })
    await send(`DELETE /v1/events/${door.id}/checkins/${inside.body.data.id}`, { key })
    const { event, order } = await newOrder(calendar, { price: 2_500 })
    await send(`POST /v1/events/${event.id}/orders/${order.id}/mark-paid`, { key })
    await send(`POST /v1/events/${event.id}/orders/${order.id}/refund`, { key, json: { amount: 500 } })
    const json = {
      title: 'Draft',
      startAt: '2031-05-02',
      endAt: '2031-05-03',
      allDay: true,
      timezone: 'UTC',
      status: 'DRAFT',
    }
    const draft = (await send('POST /v1/events', { key, json })).body.data
    await send(`PATCH /v1/events/${draft.id}`, { key, json: { status: 'PUBLISHED' } })

    const bodies = await hook.bodies(8)
    expect(of(bodies, 'checkin.undone').map(({ data }) => data)).toEqual([
      expect.objectContaining({ checkinId: inside.body.data.id, guestId: guest.id, qrCode: guest.qrCode }),
    ])
    const orders = of(bodies, 'order.updated').map(({ data }) => [data['previousStatus'], data['status'], data['net']])
    expect(orders).toEqual(
      expect.arrayContaining([
        ['PENDING', 'PAID', 2_500],
        ['PAID', 'PARTIALLY_REFUNDED', 2_000],
      ]),
    )
    expect(of(bodies, 'refund.updated')).toMatchObject([
      {
        data: {
          refundId: expect.stringMatching(/^rfd_/),
          orderId: order.id,
          eventId: event.id,
          amount: 500,
          currency: 'EUR',
          status: 'SUCCEEDED',
          previousStatus: null,
          paidOutAt: null,
        },
      },
    ])
    const ofDraft = bodies.filter(({ data }) => data['eventId'] === draft.id)
    expect(ofDraft.map(({ type, data }) => [type, data['status'], data['startAt'], data['endAt']]).toSorted()).toEqual([
      ['event.created', 'DRAFT', '2031-05-02', '2031-05-03'],
      ['event.published', 'PUBLISHED', '2031-05-02', '2031-05-03'],
    ])
    const paid = bodies.filter(({ data }) => data['eventId'] === event.id && data['orderId'] === undefined)
    expect(paid.map(({ type }) => type).toSorted()).toEqual(['event.created', 'event.published'])
    for (const body of bodies) expect(body.seq).toBeGreaterThan(0)
    await hook.end()
  })

  it('reports each invoice and credit note once, with its number', async () => {
    const seller = { documents: 'ALWAYS', name: 'A', line1: 'B', city: 'C', country: 'DE', vatId: 'DE1' }
    await send(`PUT /calendars/${calendar.slug}/seller`, { as: calendar.owner, json: seller })
    const hook = await listening(['document.issued'])
    const { event, order } = await newOrder(calendar, { price: 2_500 })
    const path = `POST /v1/events/${event.id}/orders/${order.id}`
    for (const _again of [1, 2]) await send(`${path}/mark-paid`, { key })
    const refund = (await send(`${path}/refund`, { key, json: { amount: 500 } })).body.data.refund.id
    const bodies = await hook.bodies(2)
    const listed = (await send(`GET /calendars/${calendar.slug}/documents?orderId=${order.id}`, { as: calendar.owner }))
      .body.data
    expect(bodies.map(({ data }) => data).toSorted(({ kind }) => (kind === 'INVOICE' ? -1 : 1))).toEqual(
      listed.toReversed().map(({ id, number, kind, issuedAt }: Record<string, string>) => ({
        documentId: id,
        number,
        kind,
        orderId: order.id,
        refundId: kind === 'INVOICE' ? null : refund,
        eventId: event.id,
        issuedAt,
      })),
    )
    await send(`PUT /calendars/${calendar.slug}/seller`, { as: calendar.owner, json: { ...seller, documents: 'OFF' } })
    await hook.end()
  })

  it('reports an import of guests, an import of events and an archive once each', async () => {
    const event = await newEvent(calendar)
    const hook = await listening(['import.completed', 'archive.completed', 'guest.registered', 'event.created'])
    const imported = async (line: string, text: string) => {
      const file = base64(utf8(text))
      const { digest } = (await send(line, { key, json: { file, dryRun: true } })).body.data
      return (await send(line, { key, json: { file, confirm: digest } })).body.data
    }
    const ofGuests = await imported(`POST /v1/events/${event.id}/guests/import`, 'email,name\nada@list.test,Ada\n')
    const text = 'Title,Start\nSummer fair,2031-06-01 10:00\n'
    const ofEvents = await imported(`POST /v1/calendars/${calendar.slug}/events/import`, text)
    const token = await tokenFor(calendar.owner, { auth_time: Math.floor(Date.now() / 1000) })
    const { id: archiveId } = (await send(`POST /calendars/${calendar.slug}/archives`, { token })).body.data

    const bodies = await hook.bodies(3)
    const [archive] = of(bodies, 'archive.completed')
    const { data } = await found(archiveId)
    expect(archive?.data).toEqual({ archiveId, status: 'READY', digest: data.digest, completedAt: data.completedAt })
    const counts = { new: 1, changed: 0, same: 0, skipped: 0, refused: 0 }
    const completedAt = expect.any(String)
    expect(of(bodies, 'import.completed').map((body) => body.data)).toEqual(
      expect.arrayContaining([
        { eventId: event.id, source: 'CSV', digest: ofGuests.digest, counts, completedAt },
        { eventId: null, source: 'CSV', digest: ofEvents.digest, counts, completedAt },
      ]),
    )
    expect(bodies).toHaveLength(3)
    await hook.end()
  })

  it('is not sent to a webhook that does not list it or belongs to another event', async () => {
    const [mine, other] = [await newEvent(calendar), await newEvent(calendar)]
    const { url, seen } = receiver('200')
    const all = await newWebhook(calendar, url)
    const ofOther = await newWebhook(other, url, { events: ['guest.updated'] })
    const guest = await newGuest(mine)
    await send(`PATCH /v1/events/${mine.id}/guests/${guest.id}`, { key, json: { lastName: 'Nobody' } })
    await send(`POST /v1/events/${mine.id}/guests/${guest.id}/erase`, { key })
    const log = await send(`GET /calendars/${calendar.slug}/webhook-deliveries`, { as: calendar.owner })
    const mineOnly = log.body.data.filter(({ webhookId }: { webhookId: string }) =>
      [all.id, ofOther.id].includes(webhookId),
    )
    expect([mineOnly, await seen()]).toEqual([[], []])
  })

  it('is not sent for an erasure', async () => {
    const event = await newEvent(calendar)
    const guest = await newGuest(event)
    const hook = await listening(['guest.updated'])
    await send(`POST /v1/events/${event.id}/guests/${guest.id}/erase`, { key })
    const log = await send(`GET /calendars/${calendar.slug}/webhook-deliveries?webhookId=${hook.id}`, {
      as: calendar.owner,
    })
    expect(log.body.data).toEqual([])
    await hook.end()
  })
})
