import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { exportGuests } from '../../../src/modules/exports/export-guests.ts'
import { depsOf } from '../../../src/platform/deps.ts'
import { send } from '../../support/api.ts'
import { setColumns } from '../../support/database.ts'
import { newCalendar, newEvent, newKey, person, register } from '../../support/factories.ts'

const calendar = await newCalendar()
const { key } = await newKey(calendar, ['guests:read'])
const FIXED = 'id,firstName,lastName,email,status,ticketId,ticketName,orderId,createdAt,checkedInAt,qrCode,source'

/** Inserts `count` rows directly into `guests`. Tests use more than the 500 rows that the export reads per page. */
const fill = (event: { id: string; ticketId: string }, count: number) =>
  env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?3)
    insert into guests (id, calendar_id, event_id, ticket_id, user_id, first_name, last_name, email, search_text, status, source, qr_code,
      answers, move_id, created_at, updated_at)
    select 'gst_' || ?1 || i, 'cal_x', ?1, ?2, 'usr_x', 'First', 'Last ' || i, i || '@many.test', 'first last ' || i, 'CONFIRMED', 'API',
      'qr_' || ?1 || i, '[]', 'mov_x', i / 7, i from n`,
  )
    .bind(event.id, event.ticketId, count)
    .run()

describe('GET /v1/events/:eventId/export', () => {
  it('writes RFC 4180 CSV with the fixed columns and one column per question, including removed questions', async () => {
    const questions = JSON.stringify([
      { id: 'qst_a', label: 'Why, "exactly"?', type: 'TEXT', required: false, options: [] },
    ])
    const event = await newEvent(calendar, { registration_questions: questions })
    const { guest } = (
      await register(event, {
        firstName: '=1+1',
        lastName: 'O"Neil, Jr',
        answers: [{ questionId: 'qst_a', answer: '  @cmd' }],
      })
    ).body.data
    await env.DB.prepare('update events set registration_questions = ? where id = ?').bind('[]', event.id).run()
    const answer = await send(`GET /v1/events/${event.id}/export?format=csv`, { key })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(answer.text).toBe(
      `${FIXED},"Why, ""exactly""?"\r\n${guest.id},'=1+1,"O""Neil, Jr",${guest.email},CONFIRMED,${event.ticketId},${guest.ticket.name},${guest.orderId},${guest.createdAt},,${guest.qrCode},PUBLIC,"'  @cmd"\r\n`,
    )
    const marked = await exportGuests.run(
      { event: { ...event, calendarId: calendar.id }, query: { format: 'csv', bom: true } } as never,
      depsOf(env as never),
    )
    const bytes = new Uint8Array(await (marked as Response).arrayBuffer())
    expect(Array.from(bytes.subarray(0, 5))).toEqual([0xef, 0xbb, 0xbf, 0x69, 0x64])
  })

  it('appends the question id to a column name that another column already has', async () => {
    const asked = [
      ['qst_mail', 'email'],
      ['qst_status', 'status'],
      ['qst_one', 'Diet'],
      ['qst_two', 'Diet'],
      ['qst_size', 'Size'],
    ].map(([id, label]) => ({ id, label, type: 'TEXT', required: false, options: [] }))
    const event = await newEvent(calendar, { registration_questions: JSON.stringify(asked) })
    const answers = asked.map(({ id }) => ({ questionId: id, answer: `answer to ${id}` }))
    const { guest } = (await register(event, { answers })).body.data
    const [head = '', line = ''] = (await send(`GET /v1/events/${event.id}/export`, { key })).text.split('\r\n')
    expect(head).toBe(`${FIXED},email (qst_mail),status (qst_status),Diet (qst_one),Diet (qst_two),Size`)
    expect(line.split(',')[3]).toBe(guest.email)
    expect(line.split(',').slice(12)).toEqual(answers.map(({ answer }) => answer))
    const { data } = (await send(`GET /v1/events/${event.id}/export?format=json`, { key })).body
    expect(data).toEqual([guest])
    expect(data[0]).toMatchObject({
      email: guest.email,
      status: 'CONFIRMED',
      registrationAnswers: asked.map(({ label, id }) => ({ question: label, answer: `answer to ${id}` })),
    })
  })

  it.each(['csv', 'json'])('exports each of 2,345 guests exactly once as %s', async (format) => {
    const event = await newEvent(calendar)
    await fill(event, 2_345)
    const answer = await send(`GET /events/${event.id}/export?format=${format}`, { as: calendar.owner })
    const emails =
      format === 'json'
        ? JSON.parse(answer.text).data.map(({ email }: { email: string }) => email)
        : answer.text
            .trim()
            .split('\r\n')
            .slice(1)
            .map((line) => line.split(',')[3])
    expect(new Set(emails).size).toBe(2_345)
    expect(emails).toHaveLength(2_345)
  })

  it('returns translated headings, local times and the order number with `headings`', async () => {
    const event = await newEvent(calendar, { timezone: 'Asia/Tokyo' })
    const { guest, order } = (await register(event)).body.data
    await setColumns('guests', guest.id, { created_at: Date.UTC(2026, 5, 1, 20, 30) })
    const { text } = await send(`GET /events/${event.id}/export?headings=de&bom=true`, { as: calendar.owner })
    const [head = '', line = ''] = text.split('\r\n')
    const cells = new Map(head.split(',').map((name, at) => [name, line.split(',')[at]]))
    expect(head).toMatch(/^\uFEFF?Vorname,Nachname,/)
    expect(cells.get('Bestellnummer')).toBe(order.number)
    expect(cells.get('Zeitzone')).toBe('Asia/Tokyo')
    expect([...cells.values()]).toContainEqual(expect.stringMatching(/^2026-06-02 05:30/))
    expect((await send(`GET /events/${event.id}/export?headings=tlh`, { as: calendar.owner })).status).toBe(400)
  })

  it('returns the guest objects of the API for format=json, and an empty list if there are no guests', async () => {
    const event = await newEvent(calendar)
    expect((await send(`GET /v1/events/${event.id}/export?format=json`, { key })).body).toEqual({ data: [] })
    const { guest } = (await register(event)).body.data
    expect((await send(`GET /v1/events/${event.id}/export?format=json`, { key })).body).toEqual({ data: [guest] })
    expect((await send(`GET /v1/events/${event.id}/export?format=xml`, { key })).status).toBe(400)
  })

  it('aborts the response when the database fails midway', async () => {
    const event = await newEvent(calendar)
    await fill(event, 1_500)
    const deps = depsOf(env as never)
    let reads = 0
    // `db.all` is called four times before page 2: for the event, its questions, the event again and page 1.
    const failing = new Proxy(deps.db, {
      get(target, name) {
        if (name === 'all' && ++reads > 4) throw new Error('gone')
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const call = { event: { ...event, calendarId: calendar.id }, query: { format: 'csv' } } as never
    const { body } = (await exportGuests.run(call, { ...deps, db: failing })) as Response
    let text = ''
    const whole = async () => {
      for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece
    }
    await expect(whole()).rejects.toThrow('gone')
    expect(text.split('\r\n').length).toBeGreaterThan(100)
  })
})

describe('GET .../guests', () => {
  it('filters, searches (treating wildcards literally), counts and paginates, with either an API key or a session', async () => {
    const event = await newEvent(calendar, { capacity: 2, waitlistEnabled: true })
    const [a, b, c] = [
      (await register(event, person({ firstName: 'Zoë', lastName: '100%_sure' }))).body.data.guest,
      (await register(event, person({ firstName: 'Bob' }))).body.data.guest,
      (await register(event, person({ firstName: 'Carl' }))).body.data.guest,
    ]
    const list = async (query: string) => (await send(`GET /v1/events/${event.id}/guests?${query}`, { key })).body
    const ids = async (query: string) => (await list(query)).data.map(({ id }: { id: string }) => id)
    expect((await list('limit=2&page=2')).meta).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 })
    expect(await ids('limit=2&page=2')).toEqual([c.id])
    expect(await ids('status=WAITLISTED')).toEqual([c.id])
    expect((await list('status=CONFIRMED')).meta.total).toBe(2)
    expect((await list('status=WAITLISTED')).data[0].waitlistPosition).toBe(1)
    expect(await ids(`email=${b.email.toUpperCase()}`)).toEqual([b.id])
    expect(await ids(`ticketId=${event.ticketId}&status=CONFIRMED`)).toEqual([a.id, b.id])
    expect(await ids('ticketId=tkt_other')).toEqual([])
    expect(await ids('q=zoe')).toEqual([a.id])
    expect(await ids('q=%25')).toEqual([a.id])
    expect(await ids('q=_')).toEqual([a.id])
    expect((await list('q=ada')).meta.total).toBe(3)
    expect(await ids(`updatedSince=${encodeURIComponent(new Date(Date.now() + 60_000).toISOString())}`)).toEqual([])
    for (const bad of ['status=GONE', 'page=0', 'limit=101', 'page=x', 'updatedSince=yesterday']) {
      expect((await send(`GET /v1/events/${event.id}/guests?${bad}`, { key })).status).toBe(400)
    }
    const dashboard = await send(`GET /events/${event.id}/guests?limit=1`, { as: calendar.owner })
    expect(dashboard.body).toEqual({
      data: [
        {
          id: a.id,
          firstName: 'Zoë',
          lastName: '100%_sure',
          email: a.email,
          status: 'CONFIRMED',
          registrationAnswers: [],
        },
      ],
      total: 3,
      page: 1,
      limit: 1,
      totalPages: 3,
    })
  })

  it('on the dashboard, requires the PRO plan only for searching', async () => {
    const plus = await newCalendar({ plan: 'PLUS' })
    const event = await newEvent(plus)
    expect((await send(`GET /events/${event.id}/guests`, { as: plus.owner })).status).toBe(200)
    const answer = await send(`GET /events/${event.id}/guests?q=x`, { as: plus.owner })
    expect([answer.status, answer.body.code]).toEqual([403, 'plan_insufficient'])
  })

  it('searches with `search` for a session on every plan, and ignores it for an API key', async () => {
    const free = await newCalendar({ plan: 'FREE' })
    const [event, kept] = [await newEvent(free), await newEvent(calendar)]
    const named = (at: typeof event, firstName: string) => register(at, { firstName, lastName: 'Bläsi' })
    for (const at of [event, kept]) for (const name of ['Zoë', 'Ivo']) await named(at, name)
    const names = ({ body }: { body: { data: { firstName: string }[] } }) => body.data.map(({ firstName }) => firstName)
    const find = (search: string) => send(`GET /events/${event.id}/guests?search=${search}`, { as: free.owner })
    expect(names(await find('zoe blasi'))).toEqual(['Zoë'])
    expect(names(await find('nobody'))).toEqual([])
    const byKey = await send(`GET /v1/events/${kept.id}/guests?search=zoe`, { key })
    expect(names(byKey)).toHaveLength(2)
  })
})

describe('setting the status to CHECKED_IN', () => {
  it('follows the rules of the door and is reverted by the next status change', async () => {
    const { key: writer } = await newKey(calendar, ['guests:read', 'guests:write'])
    const event = await newEvent(calendar, { startAt: Date.now(), endAt: Date.now() + 3_600_000 })
    const { guest } = (await register(event)).body.data
    const set = (status: string) =>
      send(`PATCH /v1/events/${event.id}/guests/${guest.id}/status`, { key: writer, json: { status } })
    const inside = await set('CHECKED_IN')
    expect(inside.body.data, inside.text).toMatchObject({ status: 'CHECKED_IN', checkedInAt: expect.any(String) })
    const list = await send(`GET /v1/events/${event.id}/guests?status=CHECKED_IN`, { key: writer })
    expect(list.body.data).toMatchObject([{ id: guest.id, checkedInAt: inside.body.data.checkedInAt }])
    const transfer = await send(`POST /v1/rsvps/${guest.id}/transfer`, {
      key: writer,
      json: { recipientEmail: 'no@guests.test' },
    })
    expect([transfer.status, transfer.body.code]).toEqual([409, 'invalid_transition'])
    expect((await set('CANCELLED')).body.data).toMatchObject({ status: 'CANCELLED', checkedInAt: null })
    const far = await newEvent(calendar)
    const early = (await register(far)).body.data.guest
    const answer = await send(`PATCH /v1/events/${far.id}/guests/${early.id}/status`, {
      key: writer,
      json: { status: 'CHECKED_IN' },
    })
    expect([answer.status, answer.body.code]).toEqual([403, 'checkin_not_open'])
  })
})
