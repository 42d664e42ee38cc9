import { env, exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { compose } from '../../../src/modules/mails/compose.ts'
import { send } from '../../support/api.ts'
import { appWith, deps } from '../../support/app.ts'
import { setColumns } from '../../support/database.ts'
import { readQr } from '../../support/qr-reader.ts'
import { newCalendar, person, type Calendar } from '../../support/factories.ts'

const DAY = 86_400_000
const from = new Date(Date.now() + 20 * DAY).toISOString().slice(0, 10)

let calendar: Calendar
beforeAll(async () => {
  calendar = await newCalendar({ timezone: 'UTC' })
})

const make = async (template: Record<string, unknown> = {}) => {
  const json = {
    calendarSlug: calendar.slug,
    template: { title: 'Class', ...template },
    startAt: `${from}T19:00`,
    durationMinutes: 60,
    timezone: 'UTC',
    rrule: 'FREQ=WEEKLY;COUNT=4',
  }
  const made = await send('POST /series', { as: calendar.owner, json })
  const dates = await send(`GET /series/${made.body.data.id}/events`, { as: calendar.owner })
  return {
    id: made.body.data.id as string,
    dates: dates.body.data as {
      id: string
      tickets: { id: string; name: string }[]
      registrationQuestions: { id: string }[]
    }[],
  }
}
type Series = Awaited<ReturnType<typeof make>>
const register = ({ id, dates }: Series, which: number[], fields: Record<string, unknown> = {}) =>
  send(`POST /public/series/${id}/registrations`, {
    json: { ...person(), eventIds: which.map((index) => dates[index]?.id), ...fields },
  })
const guestsOf = async ({ dates }: Series) => {
  const { results } = await env.DB.prepare(
    `select event_id as id, status, party_id as party, email from guests where event_id in (select value from json_each(?)) order by created_at, id`,
  )
    .bind(JSON.stringify(dates.map(({ id }) => id)))
    .run<{ id: string; status: string; party: string; email: string }>()
  return results
}

describe('POST /public/series/:seriesId/registrations', () => {
  it('registers one guest per date as one party and sends one email with all dates', async () => {
    const series = await make({ registrationQuestions: [{ label: 'Level?', type: 'TEXT', required: true }] })
    const answers = [{ questionId: series.dates[0]?.registrationQuestions[0]?.id, answer: 'Beginner' }]
    const email = 'ada@several.test'
    const answer = await register(series, [2, 0, 3, 0], { answers, email })
    expect(answer.status, answer.text).toBe(200)
    const { partyId, registrations } = answer.body.data
    expect(partyId).toMatch(/^pty_/)
    expect(registrations.map(({ guest }: { guest: { eventId: string } }) => guest.eventId)).toEqual(
      [0, 2, 3].map((index) => series.dates[index]?.id),
    )
    expect(new Set(registrations.map(({ guest }: { guest: { qrCode: string } }) => guest.qrCode)).size).toBe(3)
    const guests = await guestsOf(series)
    expect(guests.map(({ status, party }) => [status, party])).toEqual([1, 2, 3].map(() => ['CONFIRMED', partyId]))
    const mails = await env.DB.prepare('select * from mails where recipient = ?')
      .bind(email)
      .run<{ kind: string; is_limited: number }>()
    // Anyone can enter another person's address, so `is_limited` makes these emails count towards a daily limit.
    expect(mails.results.map(({ kind, is_limited }) => [kind, is_limited])).toEqual([['registrations', 1]])
    const [row] = await deps.db.query.mails.findMany({ where: (mail, { eq }) => eq(mail.recipient, email) })
    const message = row === undefined ? null : await compose(row, deps)
    expect(message?.subject).toBe('You’re registered for 3 dates: Class')
    for (const { manageUrl } of registrations) expect(message?.text).toContain(manageUrl)
    // The email contains a QR code per date and one .ics file with all dates.
    const held = registrations.map(({ guest }: { guest: { qrCode: string; shortCode: string } }) => guest)
    const pictures = message?.attachments.filter(({ type }) => type === 'image/png') ?? []
    expect(pictures.map(({ contentId }) => contentId).filter((id) => id?.startsWith('code-'))).toHaveLength(3)
    for (const [index, { qrCode, shortCode }] of held.entries()) {
      expect(message?.text).toContain(shortCode)
      expect(message?.html).toContain(`cid:code-${index + 1}`)
      const drawn = pictures.find(({ contentId }) => contentId === `code-${index + 1}`)
      expect((await readQr(drawn?.content as Uint8Array))[0]?.text).toBe(qrCode)
    }
    const entries = message?.attachments.find(({ type }) => type.startsWith('text/calendar'))
    const uids = [0, 2, 3].map((index) => `UID:${series.dates[index]?.id}@`)
    for (const uid of uids) expect(entries?.content).toContain(uid)
    expect(String(entries?.content).split('BEGIN:VEVENT')).toHaveLength(4)
  })

  it('writes the email in the language of the guest, with a note at each date that needs approval', async () => {
    const series = await make({ requiresApproval: true, title: 'Class https://pirates.example/now' })
    const email = 'ada@deutsch.test'
    await register(series, [0, 1], { email, locale: 'de' })
    const [row] = await deps.db.query.mails.findMany({ where: (mail, { eq }) => eq(mail.recipient, email) })
    const message = row === undefined ? null : await compose(row, deps)
    expect(message?.subject).toBe('Ihre Anmeldung zu 2 Terminen: Class')
    expect(message?.text.match(/Der Veranstalter prüft/g), message?.text).toHaveLength(2)
  })

  it('registers for no date if one of them is full, and names that date', async () => {
    const series = await make({ capacity: 1 })
    expect((await register(series, [2])).status).toBe(200)
    const refused = await register(series, [0, 1, 2, 3])
    expect([refused.status, refused.body.code]).toEqual([409, 'capacity_exceeded'])
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
      Date.parse(from) + 14 * DAY,
    )
    expect(refused.body.message).toContain(day)
    const alone = await register(series, [2])
    expect([alone.status, alone.body.code]).toEqual([409, 'capacity_exceeded'])
    expect(await guestsOf(series)).toHaveLength(1)
  })

  it('registers for no date if one of them is closed or cancelled or has a ticket with minPerOrder 2', async () => {
    const series = await make()
    const code = async () => (await register(series, [0, 1])).body.code
    const [, date] = series.dates
    await setColumns('tickets', date!.tickets[0]!.id, { min_per_order: 2 })
    expect(await code()).toBe('quantity_not_allowed')
    await setColumns('events', date!.id, { registration_closes_at: Date.now() - 1 })
    expect(await code()).toBe('registration_closed')
    await setColumns('events', date!.id, { status: 'CANCELLED' })
    expect(await code()).toBe('event_cancelled')
    expect(await guestsOf(series)).toEqual([])
  })

  it('gives the last seats of two dates to only one of eight concurrent registrations', async () => {
    const series = await make({ capacity: 1 })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => register(series, index % 2 === 0 ? [0, 1] : [1, 0])),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const guests = await guestsOf(series)
    expect(guests).toHaveLength(2)
    expect(new Set(guests.map(({ party }) => party)).size).toBe(1)
  })

  it('lists every date in one email, even those the guest was invited to', async () => {
    const series = await make()
    const who = person()
    for (const index of [0, 2])
      await send(`POST /events/${series.dates[index]?.id}/guests/invite`, {
        as: calendar.owner,
        json: { emails: [who.email] },
      })
    const { registrations } = (await register(series, [2, 1, 0], who)).body.data
    expect(registrations).toHaveLength(3)
    const row = await deps.db.query.mails.findFirst({
      where: (mail, { and, eq }) => and(eq(mail.recipient, who.email), eq(mail.kind, 'registrations')),
    })
    const message = row === undefined ? null : await compose(row, deps)
    const places = registrations.map(({ manageUrl }: { manageUrl: string }) => message?.text.indexOf(manageUrl) ?? -1)
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((left: number, right: number) => left - right))
  })

  it('registers nothing if the address is already registered for one of the dates', async () => {
    const series = await make()
    const who = person()
    await register(series, [1], who)
    const again = await register(series, [0, 1], who)
    expect([again.status, again.body.data]).toEqual([200, { partyId: null, registrations: [] }])
    expect(again.body.message).toMatch(/already/)
    expect(await guestsOf(series)).toHaveLength(1)
  })

  it('returns 400 if a ticket has become paid, and 409 conflicting_edits if its price changes during each attempt', async () => {
    const series = await make()
    const ticketId = series.dates[1]!.tickets[0]!.id
    const cost = (price: number) => setColumns('tickets', ticketId, { price, currency: 'EUR' })
    const registerWhile = async (during: number, after: number) => {
      let commits = 0
      const app = appWith({
        commit: async (change) => {
          commits += 1
          if (commits > 20) throw new Error('nobody looks again')
          await cost(during)
          try {
            return await deps.commit(change)
          } finally {
            await cost(after)
          }
        },
      })
      const answer = await app.request(`/api/public/series/${series.id}/registrations`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...person(), eventIds: series.dates.slice(0, 2).map((date) => date.id) }),
      })
      return { commits, ...(await answer.json<{ statusCode: number; code: string; errors: object[] }>()) }
    }
    expect(await registerWhile(1_000, 1_000)).toMatchObject({
      commits: 1,
      statusCode: 400,
      errors: [{ field: 'eventIds.1', message: 'has a paid ticket: register for it separately' }],
    })
    await cost(0)
    expect(await registerWhile(1_000, 0)).toMatchObject({ commits: 6, statusCode: 409, code: 'conflicting_edits' })
    expect(await guestsOf(series)).toEqual([])
  })

  it('uses the ticket of the same name on each date', async () => {
    const series = await make({ tickets: [{ name: 'Floor' }, { name: 'Balcony' }] })
    const unnamed = await register(series, [0, 1])
    expect([unnamed.status, unnamed.body.errors[0].field]).toEqual([400, 'ticketId'])
    const answer = await register(series, [0, 1], { ticketId: series.dates[1]?.tickets[1]?.id })
    expect(
      answer.body.data.registrations.map(({ guest }: { guest: { ticket: { name: string } } }) => guest.ticket.name),
    ).toEqual(['Balcony', 'Balcony'])
  })

  it('returns 400 for paid tickets, dates of another series and more than 50 dates', async () => {
    const [series, other] = [await make(), await make()]
    const paid = await make({ tickets: [{ name: 'Seat', price: 500, currency: 'EUR' }] })
    const foreign = await register(series, [0], { eventIds: [series.dates[0]?.id, other.dates[0]?.id] })
    expect([foreign.status, foreign.body.errors]).toEqual([
      400,
      [{ field: 'eventIds.1', message: 'isn’t a date of this series' }],
    ])
    expect((await register(paid, [0, 1])).body.errors[0].field).toBe('eventIds.0')
    expect(
      (await register(series, [0], { eventIds: Array.from({ length: 51 }, (_, index) => `evt_${index}`) })).body
        .errors[0].field,
    ).toBe('eventIds')
    expect(await guestsOf(paid)).toEqual([])
  })
})

describe('page of a series date', () => {
  const headers = { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' }
  const open = (path: string, init: RequestInit = {}) =>
    exports.default.fetch(new Request(`https://calendar.test${path}`, { headers, redirect: 'manual', ...init }))
  const slugOf = async (id: string | undefined) =>
    (await env.DB.prepare('select slug from events where id = ?').bind(id).first<{ slug: string }>())?.slug ?? ''
  const formOf = (email: string, dates: (string | undefined)[]) => {
    const typed = new URLSearchParams({ firstName: 'Ada', lastName: 'Lovelace', email })
    for (const date of dates) typed.append('date', date ?? '')
    return typed.toString()
  }

  it('offers the other dates, and registers for all selected dates or for none', async () => {
    const series = await make({ capacity: 1 })
    const ids = series.dates.map(({ id }) => id)
    const slug = await slugOf(ids[1])
    const page = await (await open(`/e/${slug}`)).text()
    expect(page).toContain('Add more dates')
    for (const id of [ids[0], ids[2], ids[3]]) expect(page).toContain(`name="date" value="${id}"`)
    expect(page).not.toContain(`value="${ids[1]}"`)
    const email = 'ada@ticked.test'
    const done = await open(`/e/${slug}`, { method: 'POST', body: formOf(email, [ids[3], ids[0]]) })
    expect([done.status, done.headers.get('Location')]).toEqual([303, expect.stringMatching(/^\/r\//)])
    expect(await (await open(done.headers.get('Location') ?? '')).text()).toContain(slug)
    const guests = await guestsOf(series)
    expect(guests.map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
    expect(new Set(guests.map(({ id }) => id))).toEqual(new Set([ids[0], ids[1], ids[3]]))

    // One date is full, so the page returns 409, creates no guest and keeps the input in the form.
    const other = await slugOf(ids[2])
    const refused = await open(`/e/${other}`, { method: 'POST', body: formOf('alan@ticked.test', [ids[0]]) })
    expect(refused.status).toBe(409)
    const again = await refused.text()
    expect(again).toContain('Someone else just got the last place.')
    expect(again).toContain('alan@ticked.test')
    expect(await guestsOf(series)).toHaveLength(3)

    // Only the email reveals that the address is already registered for one of the dates.
    const twice = await open(`/e/${other}`, { method: 'POST', body: formOf(email, [ids[3]]) })
    expect([twice.status, twice.headers.get('Location')]).toEqual([303, `/e/${other}/already`])
  })

  it('offers no other dates to select if a ticket is paid or verifyEmail is set', async () => {
    const tickets = [{ name: 'Seat', price: 500, currency: 'EUR' }]
    for (const series of [await make({ tickets }), await make({ verifyEmail: true })]) {
      const page = await (await open(`/e/${await slugOf(series.dates[0]?.id)}`)).text()
      expect(page).toContain('Other dates')
      expect(page).not.toContain('name="date"')
    }
  })
})
