import { beforeAll, describe, expect, it } from 'vitest'
import { send, type Answered } from '../support/api.ts'
import { newCalendar, newCoupon, newDoor, newEvent, newGuest, newWebhook, register } from '../support/factories.ts'
import { bytesButForId, closedWays, documentedCall, namesBelow, pathIn } from '../support/routes.ts'
import { newWorld, type World } from '../support/worlds.ts'

/** Asserts that the responses are identical except for the request id. */
const expectOneAnswer = (answers: readonly Answered[], what: string) => {
  const [first, ...rest] = answers.map(bytesButForId)
  for (const answer of rest) expect(answer, what).toEqual(first)
}

const UNKNOWN: Record<string, string> = {
  evt: 'evt_0000000000000000000000',
  tkt: 'tkt_0000000000000000000000',
  gst: 'gst_0000000000000000000000',
  whk: 'whk_0000000000000000000000',
  qst: 'qst_0000000000000000000000',
}

describe('id of another event in the same calendar', () => {
  const belowEvents = closedWays.filter(
    (way) => way.operation.subject === 'event' && namesBelow(way).length > 0 && way.route.surface === 'dashboard',
  )
  it.each(belowEvents.map((way) => [way.line, way] as const))(
    'returns the same 404 at %s as an unknown id',
    async (_line, way) => {
      const world = await newWorld()
      const sibling = await newEvent(world.calendar)
      const under = (below: World) => ({
        ...below,
        ids: { ...below.ids, events: sibling.id },
      })
      const { json, query } = await documentedCall(way)
      const ask = async (below: World) =>
        send(`${way.route.method} ${pathIn(way, under(world), below)}${query}`, {
          as: world.members.OWNER,
          ...(json === undefined ? {} : { json }),
        })
      const nothing = { ...world, ids: {} }
      const answers = [await ask(world), await ask(nothing)]
      expect(answers[0]?.body, way.line).toMatchObject({ statusCode: 404, code: 'not_found' })
      expectOneAnswer(answers, way.line)
    },
  )
})

type Place = Awaited<ReturnType<typeof newPlace>>

const newPlace = async () => {
  const calendar = await newCalendar()
  const event = await newEvent(calendar, { registrationQuestions: [{ label: 'Diet', type: 'TEXT' }] })
  const { guest } = (await register(event)).body.data as { guest: { id: string; qrCode: string } }
  const webhook = await newWebhook(calendar, 'https://example.com/in')
  await newCoupon(calendar, { code: 'SECRET10' })
  const questionId = event.registrationQuestions[0].id as string
  return { calendar, event, ticketId: event.ticketId, questionId, guest, webhookId: webhook.id }
}

describe('foreign id in a body or a query', () => {
  let ours: Place
  let theirs: Place

  beforeAll(async () => {
    ;[ours, theirs] = [await newPlace(), await newPlace()]
  })

  /**
   * Each pair of calls differs in one id: in one call it belongs to another calendar, in the other it doesn't exist.
   */
  const named: Record<string, (pick: (their: (place: Place) => string, none: string) => string) => [string, unknown?]> =
    {
      'a ticket to add a guest with': (id) => [
        `POST /events/${ours.event.id}/guests`,
        { firstName: 'A', lastName: 'B', email: 'same@guests.test', ticketId: id((p) => p.ticketId, UNKNOWN.tkt!) },
      ],
      'a ticket to filter guests by': (id) => [
        `GET /events/${ours.event.id}/guests?ticketId=${id((p) => p.ticketId, UNKNOWN.tkt!)}`,
      ],
      'a ticket to filter check-ins by': (id) => [
        `GET /events/${ours.event.id}/checkins?ticketId=${id((p) => p.ticketId, UNKNOWN.tkt!)}`,
      ],
      'a code to look up': (id) => [
        `GET /events/${ours.event.id}/checkins/lookup?qrCode=${id((p) => p.guest.qrCode, 'qr_0000000000000000000000')}`,
      ],
      'a guest to check in': (id) => [
        `POST /events/${ours.event.id}/checkins`,
        { guestId: id((p) => p.guest.id, UNKNOWN.gst!) },
      ],
      'a code to check in': (id) => [
        `POST /events/${ours.event.id}/checkins`,
        { qrCode: id((p) => p.guest.qrCode, 'qr_0000000000000000000000') },
      ],
      'a guest in a batch of scans': (id) => [
        `POST /events/${ours.event.id}/checkins/batch`,
        { scans: [{ guestId: id((p) => p.guest.id, UNKNOWN.gst!), scannedAt: new Date().toISOString() }] },
      ],
      'an event to bind a coupon to': (id) => [
        `POST /calendars/${ours.calendar.slug}/coupons`,
        { code: 'BOUND', discountType: 'PERCENT', percentOff: 5, eventId: id((p) => p.event.id, UNKNOWN.evt!) },
      ],
      'a ticket to bind a coupon to': (id) => [
        `POST /calendars/${ours.calendar.slug}/coupons`,
        {
          code: 'BOUND',
          discountType: 'PERCENT',
          percentOff: 5,
          eventId: ours.event.id,
          ticketIds: [id((p) => p.ticketId, UNKNOWN.tkt!)],
        },
      ],
      'an event to list coupons of': (id) => [
        `GET /coupons/calendar/${ours.calendar.slug}?eventId=${id((p) => p.event.id, UNKNOWN.evt!)}`,
      ],
      'an event to export': (id) => [
        `POST /calendars/${ours.calendar.slug}/scheduled-exports`,
        {
          dataset: 'GUESTS',
          frequency: 'DAILY',
          timeOfDay: '08:00',
          recipients: ['a@guests.test'],
          eventId: id((p) => p.event.id, UNKNOWN.evt!),
        },
      ],
      'a ticket to address an announcement by': (id) => [
        `POST /events/${ours.event.id}/announcements`,
        { subject: 's', body: 'b', audience: { ticketIds: [id((p) => p.ticketId, UNKNOWN.tkt!)] } },
      ],
      'a webhook to filter deliveries by': (id) => [
        `GET /calendars/${ours.calendar.slug}/webhook-deliveries?webhookId=${id((p) => p.webhookId, UNKNOWN.whk!)}`,
      ],
      'a calendar to list events of': (id) => [`GET /events?calendarSlug=${id((p) => p.calendar.slug, 'no-calendar')}`],
      'a calendar to create an event in': (id) => [
        'POST /events',
        {
          title: 'x',
          startAt: '2031-05-02T18:00:00Z',
          timezone: 'UTC',
          calendarSlug: id((p) => p.calendar.slug, 'no-calendar'),
        },
      ],
    }

  const both = (call: (typeof named)[string]) => [call((their) => their(theirs)), call((_their, none) => none)]

  it.each(Object.entries(named))('%s gets the same response as an unknown id', async (what, call) => {
    const answers = []
    for (const [line, json] of both(call)) {
      answers.push(await send(line, { as: ours.calendar.owner, ...(json === undefined ? {} : { json }) }))
    }
    expectOneAnswer(answers, what)
    expect([200, 400, 404], what).toContain(answers[0]?.status)
    // If the service accepted the foreign id, the creation would return 200.
    if (answers[0]?.status === 200 && /^POST .*(?<!batch)$/.test(both(call)[0]![0])) expect(what).toBe('refused')
  })

  it.each([
    ['a ticket', (place: Place) => ({ ticketId: place.ticketId }), { ticketId: UNKNOWN.tkt }],
    ['a coupon', () => ({ couponCode: 'SECRET10' }), { couponCode: 'NOSUCH10' }],
    [
      'a question',
      (place: Place) => ({ answers: [{ questionId: place.questionId, answer: 'x' }] }),
      { answers: [{ questionId: UNKNOWN.qst, answer: 'x' }] },
    ],
  ] as const)(
    '%s of another calendar gets the same response as an unknown one when a guest registers',
    async (what, their, none) => {
      const place = await newPlace()
      const bare = await newEvent(await newCalendar(), {})
      const person = { firstName: 'A', lastName: 'B', email: 'who@guests.test' }
      const line = `POST /public/events/${bare.id}/registrations`
      const answers = [
        await send(line, { json: { ...person, ...their(place) } }),
        await send(line, { json: { ...person, ...none } }),
      ]
      expect([400, 422], answers[0]?.text).toContain(answers[0]?.status)
      expectOneAnswer(answers, what)
    },
  )
})

describe('secret URL', () => {
  it('returns 404 for a manage token with another guest’s proof, another purpose, a part of it or a guess', async () => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar)
    const [first, second] = [await register(event), await register(event)]
    const tokenOf = ({ body }: Answered) => (body.data.manageUrl as string).split('/').at(-1)!
    const [mine, other] = [tokenOf(first), tokenOf(second)]
    const [name, proof] = mine.split('.') as [string, string]
    const [otherName, otherProof] = other.split('.') as [string, string]
    const feed = await send(`POST /calendars/${calendar.slug}/feed-token`, { as: calendar.owner })
    const wrong = [
      `${name}.${otherProof}`,
      `${otherName}.${proof}`,
      `${name}.`,
      name,
      `${mine}0`,
      mine.slice(0, -1),
      mine.toUpperCase(),
      `${mine}.${proof}`,
      feed.body.data.token as string,
      first.body.data.guest.id as string,
      first.body.data.guest.qrCode as string,
      'gst_0000000000000000000000.AAAAAAAAAAAAAAAAAAAAAA',
    ]
    expect((await send(`GET /public/registrations/${mine}`)).status).toBe(200)
    for (const line of ['GET /public/registrations/', 'POST /public/registrations/']) {
      const end = line.startsWith('POST') ? '/cancel' : ''
      const answers = await Promise.all(wrong.map((token) => send(`${line}${token}${end}`)))
      expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 404))
      expectOneAnswer(answers, line)
    }
    // A manage token doesn't work as an unsubscribe or export token.
    for (const line of [
      `GET /public/unsubscribe/${mine}`,
      `POST /public/unsubscribe/${mine}`,
      `GET /public/exports/${mine}`,
    ]) {
      expect((await send(line)).status, line).toBe(404)
    }
    expect((await send(`GET /public/registrations/${mine}`)).body.data.guest.status).toBe('CONFIRMED')
  })

  it('returns the same 404 for a wrong feed token as for an unknown calendar', async () => {
    const [calendar, other] = [await newCalendar({ visibility: 'PRIVATE' }), await newCalendar()]
    const theirs = await send(`POST /calendars/${other.slug}/feed-token`, { as: other.owner })
    const feed = `GET /calendars/${calendar.slug}/events.ics`
    const answers = await Promise.all([
      send(`${feed}?token=${theirs.body.data.token}`),
      send(`${feed}?token=feed_0000000000000000000000000000000000000000`),
      send(`${feed}?token=`),
      send(feed),
      send('GET /calendars/no-such-calendar/events.ics?token=x'),
    ])
    expect(answers[0]?.body).toMatchObject({ statusCode: 404, code: 'not_found' })
    expectOneAnswer(answers, feed)
  })
})

describe('check-in of another event', () => {
  it('cannot be undone and remains unchanged', async () => {
    const calendar = await newCalendar()
    const [here, there] = [await newDoor(calendar), await newDoor(calendar)]
    const guest = await newGuest(there)
    const as = calendar.owner
    const admitted = await send(`POST /events/${there.id}/checkins`, { as, json: { guestId: guest.id } })
    const { id } = admitted.body.data
    const answers = [
      await send(`DELETE /events/${here.id}/checkins/${id}`, { as }),
      await send(`DELETE /events/${here.id}/checkins/chk_0000000000000000000000`, { as }),
    ]
    expect(answers[0]?.status).toBe(404)
    expectOneAnswer(answers, 'undo')
    expect((await send(`GET /events/${there.id}/checkins`, { as })).body.data).toHaveLength(1)
  })
})
