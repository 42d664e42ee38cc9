import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { mails as mailRows } from '../../../src/db/schema.ts'
import { findEntry, inviteOf } from '../../../src/modules/invites/index.ts'
import { compose } from '../../../src/modules/mails/compose.ts'
import { createMailer } from '../../../src/platform/mailer.ts'
import { deps } from '../../support/app.ts'
import { mailsTo } from '../../support/database.ts'
import { manageApi, newCalendar, newEvent, newOrder, person } from '../../support/factories.ts'
import { ask, entryOf, HOST, inviting, mailsFor } from '../../support/invites.ts'
import { pay } from '../../support/orders.ts'
import { findManaged } from '../../../src/modules/seats/guests.store.ts'

const calendar = await newCalendar({ name: 'Harbour Club' })
const as = calendar.owner

const join = async (event: { id: string }, fields = {}) => {
  const visitor = person(fields)
  const made = await ask(`POST /public/events/${event.id}/registrations`, { json: visitor })
  return { ...made, email: visitor.email }
}

/** Waits for the newest email of a kind, because emails about a change are written only after the response. */
const newest = (email: string, kind: string, count = 1) =>
  vi.waitFor(
    async () => {
      const found = (await mailsFor(email)).filter((mail) => mail.kind === kind)
      expect(found.length, `${kind} to ${email}`).toBeGreaterThanOrEqual(count)
      return found.at(-1)!
    },
    { timeout: 20_000 },
  )
const entryIn = async (email: string, kind: string, count?: number) => entryOf(await newest(email, kind, count))

describe('calendar invite', () => {
  it('is sent with the confirmation, from the calendar to the guest, under a UID of the registration', async () => {
    const event = await newEvent(calendar, { title: 'Jazz', location: { name: 'Pier 1', city: 'Lyon' } })
    const { guest, email } = await join(event, { firstName: 'Zoë' })
    const mail = await newest(email, 'confirmation')
    const entry = entryOf(mail)
    expect(entry).toMatchObject({
      method: 'REQUEST',
      uid: `${guest.id}@event-calendar.local`,
      sequence: 0,
      start: '2031-05-02T18:00:00Z',
      summary: 'Jazz',
      location: 'Pier 1, Lyon',
      attendee: email,
      partstat: 'ACCEPTED',
    })
    expect(entry?.organizer).toMatch(new RegExp(`^rsvp\\+[a-z2-7]{26}@${HOST}$`))
    expect(mail.invite?.text).toContain('ORGANIZER;CN="Harbour Club":')
    // The .ics file of the event would add a second entry to the calendar app.
    expect(mail.attachments.some(({ type }) => type.startsWith('text/calendar'))).toBe(false)
  })

  it('is not sent without invitesHost; the email then has an .ics file of the event', async () => {
    const event = await newEvent(calendar)
    const { email } = await join(event)
    const [mail] = await mailsFor(email, deps)
    expect(mail?.invite).toBeUndefined()
    const file = mail?.attachments.find(({ type }) => type.startsWith('text/calendar'))
    expect(String(file?.content)).toContain(`UID:${event.id}@event-calendar.local`)
  })

  it.each([
    ['time', { startAt: '2031-05-03T18:00:00Z', endAt: '2031-05-03T19:00:00Z' }, { start: '2031-05-03T18:00:00Z' }],
    ['place', { location: { name: 'Pier 2' } }, { location: 'Pier 2' }],
    ['title', { title: 'Another name' }, { summary: 'Another name' }],
  ])('is updated after a change of %s, with the same UID and SEQUENCE 1', async (_what, json, shown) => {
    const event = await newEvent(calendar, { title: 'Concert' })
    const { guest, email } = await join(event)
    await ask(`PATCH /events/${event.id}`, { as, json })
    expect(await entryIn(email, 'event.changed')).toMatchObject({
      ...shown,
      method: 'REQUEST',
      uid: `${guest.id}@event-calendar.local`,
      sequence: 1,
    })
  })

  it('is not updated after a change to the description or a change with suppressNotifications', async () => {
    const event = await newEvent(calendar)
    const { email } = await join(event)
    await ask(`PATCH /events/${event.id}`, { as, json: { description: 'More of it' } })
    await ask(`PATCH /events/${event.id}`, { as, json: { title: 'Quietly', suppressNotifications: true } })
    const { results } = await env.DB.prepare('select id from letters where event_id = ?').bind(event.id).all()
    expect(results).toEqual([])
    expect(await mailsFor(email)).toHaveLength(1)
  })

  it('is sent on approval and promotion, not while the guest is PENDING or WAITLISTED', async () => {
    const event = await newEvent(calendar, { requiresApproval: true })
    const { guest, email } = await join(event)
    expect(await entryIn(email, 'pending')).toBeNull()
    await ask(`POST /events/${event.id}/guests/${guest.id}/approve`, { as })
    expect(await entryIn(email, 'confirmation')).toMatchObject({ method: 'REQUEST', sequence: 1, partstat: 'ACCEPTED' })

    const small = await newEvent(calendar, { capacity: 1, waitlistEnabled: true })
    const first = await join(small)
    const second = await join(small)
    expect(await entryIn(second.email, 'waitlisted')).toBeNull()
    await ask(`POST ${manageApi(first.manageUrl)}/cancel`)
    expect(await entryIn(second.email, 'promoted')).toMatchObject({ method: 'REQUEST', sequence: 1 })
  })

  it('has PARTSTAT NEEDS-ACTION for an invited guest', async () => {
    const event = await newEvent(calendar)
    const email = `asked-${event.slug}@guests.test`
    await ask(`POST /events/${event.id}/guests/invite`, { as, json: { emails: [email] } })
    expect(await entryIn(email, 'invitation')).toMatchObject({ method: 'REQUEST', partstat: 'NEEDS-ACTION' })
  })

  describe('METHOD:CANCEL', () => {
    it('is sent when the guest cancels, in an email to the guest', async () => {
      const { guest, email, manageUrl } = await join(await newEvent(calendar))
      await ask(`POST ${manageApi(manageUrl)}/cancel`)
      const uid = `${guest.id}@event-calendar.local`
      expect(await entryIn(email, 'withdrawn')).toMatchObject({ method: 'CANCEL', uid, sequence: 1 })
    })

    it('is sent when the buyer cancels the guest; the buyer’s own invite ends with their last attendee', async () => {
      const event = await newEvent(calendar)
      const [buyer, email] = [person(), `brought-${event.slug}@guests.test`]
      const { guests, manageUrl } = await ask(`POST /public/events/${event.id}/registrations`, {
        json: { buyer, attendees: [{}, { email }, {}] },
      })
      const [first, brought, last] = guests.map(({ id }: { id: string }) => id)
      expect(await entryIn(email, 'confirmation')).toMatchObject({ method: 'REQUEST', sequence: 0 })
      const cancel = (guestIds: string[]) => ask(`POST ${manageApi(manageUrl)}/cancel`, { json: { guestIds } })
      await cancel([first, brought])
      const uidOf = (id: string) => `${id}@event-calendar.local`
      expect(await entryIn(email, 'withdrawn')).toMatchObject({ method: 'CANCEL', uid: uidOf(brought), sequence: 1 })
      // Attendees without their own address share the buyer's invite. It gets METHOD:CANCEL once the last of them has
      // cancelled.
      const kindsToBuyer = async () => (await mailsTo(buyer.email)).map(({ kind }) => kind)
      expect(await kindsToBuyer()).toEqual(['party'])
      await cancel([last])
      expect(await kindsToBuyer()).toEqual(['party', 'withdrawn'])
      expect(await entryIn(buyer.email, 'withdrawn')).toMatchObject({
        method: 'CANCEL',
        uid: uidOf(first),
        sequence: 2,
      })
      expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['confirmation', 'withdrawn'])
    })

    it.each([
      ['CANCELLED', 'cancelled'],
      ['DECLINED', 'refusal'],
      ['WAITLISTED', 'waitlisted'],
    ])(
      'is sent when a moderator sets %s; CONFIRMED sends the invite again with a higher SEQUENCE',
      async (status, kind) => {
        const event = await newEvent(calendar)
        const { guest, email } = await join(event)
        const path = `PATCH /events/${event.id}/guests/${guest.id}/status`
        await ask(path, { as, json: { status } })
        expect(await entryIn(email, kind)).toMatchObject({ method: 'CANCEL', sequence: 1 })
        await ask(path, { as, json: { status: 'CONFIRMED' } })
        expect(await entryIn(email, 'confirmation', 2)).toMatchObject({ method: 'REQUEST', sequence: 2 })
      },
    )

    it('is sent after a transfer, to the sender only', async () => {
      const event = await newEvent(calendar)
      const { guest, email } = await join(event)
      const recipientEmail = `receiver-${event.slug}@guests.test`
      const taken = await ask(`POST /rsvps/${guest.id}/transfer`, { as, json: { recipientEmail } })
      expect(await entryIn(email, 'transfer.sent')).toMatchObject({ method: 'CANCEL', sequence: 1, attendee: email })
      expect(await entryIn(recipientEmail, 'transfer.received')).toMatchObject({
        method: 'REQUEST',
        uid: `${taken.id}@event-calendar.local`,
        sequence: 0,
        attendee: recipientEmail,
      })
    })

    it('is never in the confirmation, even if a transfer overlaps the composing of the email', async () => {
      const event = await newEvent(calendar)
      const { guest, email } = await join(event)
      const [row] = await deps.db.select().from(mailRows).where(eq(mailRows.recipient, email))
      const recipientEmail = `overlap-${event.slug}@guests.test`
      let isBetween = false
      const linkKeyOf: typeof deps.vault.linkKeyOf = async (...of) => {
        if (!isBetween) {
          isBetween = true
          await ask(`POST /rsvps/${guest.id}/transfer`, { as, json: { recipientEmail } })
        }
        return deps.vault.linkKeyOf(...of)
      }
      const message = await compose(row!, { ...inviting, vault: { ...deps.vault, linkKeyOf } })
      expect([row!.kind, isBetween]).toEqual(['confirmation', true])
      expect(entryOf(message ?? undefined)).toMatchObject({ method: 'REQUEST', sequence: 0 })
      expect(await compose(row!, inviting)).toBeNull()
      expect(await entryIn(email, 'transfer.sent')).toMatchObject({ method: 'CANCEL', sequence: 1 })
    })

    it('is in no confirmation if 24 guests register and are transferred while it is composed', async () => {
      const event = await newEvent(calendar)
      const methods = await Promise.all(
        Array.from({ length: 24 }, async (_, index) => {
          const { guest, email } = await join(event)
          const rows = await deps.db.select().from(mailRows).where(eq(mailRows.recipient, email))
          const row = rows.find(({ kind }) => kind === 'confirmation')!
          const recipientEmail = `taker-${index}-${event.slug}@guests.test`
          const passing = ask(`POST /rsvps/${guest.id}/transfer`, { as, json: { recipientEmail } })
          const composed = []
          // Once the guest has left, the confirmation no longer applies.
          do composed.push(await compose(row, inviting))
          while (composed.at(-1) !== null)
          await passing
          return composed.flatMap((message) => (message === null ? [] : (entryOf(message)?.method ?? 'none')))
        }),
      )
      expect(new Set(methods.flat())).toEqual(new Set(['REQUEST']))
    })

    it('is sent when a refund cancels the guest', async () => {
      const { event, order, guest } = await newOrder(calendar)
      await pay(calendar, event, order.id)
      expect(await entryIn(guest.email, 'confirmation')).toMatchObject({ method: 'REQUEST', sequence: 1 })
      await ask(`POST /events/${event.id}/orders/${order.id}/refund`, { as, json: { cancelGuests: true } })
      expect(await entryIn(guest.email, 'cancelled')).toMatchObject({ method: 'CANCEL', sequence: 2 })
    })

    it('is sent when the event is cancelled, only to guests who had an invite', async () => {
      const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true })
      const email = `called-${event.slug}@guests.test`
      const isIn = await join(event)
      const waits = await join(event)
      await ask(`POST /events/${event.id}/guests/invite`, { as, json: { emails: [email] } })
      await ask(`POST /events/${event.id}/cancel`, { as })
      for (const one of [isIn.email, email])
        expect(await entryIn(one, 'event.cancelled')).toMatchObject({ method: 'CANCEL', sequence: 1 })
      expect(await entryIn(waits.email, 'event.cancelled')).toBeNull()
    })
  })

  it('stays one entry with one UID when attendees of a buyer leave, even if the first one does', async () => {
    const event = await newEvent(calendar)
    const [buyer, email] = [person(), `first-${event.slug}@guests.test`]
    const { guests } = await ask(`POST /public/events/${event.id}/registrations`, {
      json: { buyer, attendees: [{ email }, {}, {}] },
    })
    const [, kid, other] = guests.map(({ id }: { id: string }) => id)
    const uid = `${kid}@event-calendar.local`
    expect(await entryIn(buyer.email, 'party')).toMatchObject({ method: 'REQUEST', uid, sequence: 0 })
    const cancel = (id: string) =>
      ask(`PATCH /events/${event.id}/guests/${id}/status`, { as, json: { status: 'CANCELLED' } })
    await cancel(kid)
    expect(await entryIn(buyer.email, 'cancelled')).toMatchObject({ method: 'REQUEST', uid, sequence: 1 })
    await ask(`PATCH /events/${event.id}`, { as, json: { title: 'Moved' } })
    expect(await entryIn(buyer.email, 'event.changed')).toMatchObject({ method: 'REQUEST', uid, sequence: 2 })
    await cancel(other)
    expect(await entryIn(buyer.email, 'cancelled', 2)).toMatchObject({ method: 'CANCEL', uid, sequence: 3 })
  })

  it('has its own UID and SEQUENCE 0 for a second registration', async () => {
    const event = await newEvent(calendar)
    const first = await join(event)
    await ask(`POST ${manageApi(first.manageUrl)}/cancel`)
    const again = await ask(`POST /public/events/${event.id}/registrations`, { json: person({ email: first.email }) })
    const entry = await entryIn(first.email, 'confirmation')
    expect(entry).toMatchObject({ uid: `${again.guest.id}@event-calendar.local`, sequence: 0 })
    expect(again.guest.id).not.toBe(first.guest.id)
  })

  it('is sent once per date of a series, each in a separate email', async () => {
    const startAt = `${new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)}T18:00`
    const rule = { startAt, durationMinutes: 60, timezone: 'UTC', rrule: 'FREQ=WEEKLY;COUNT=3' }
    const template = { title: 'Choir' }
    const series = await ask('POST /series', { as, json: { calendarSlug: calendar.slug, template, ...rule } })
    const { results } = await env.DB.prepare('select id from events where series_id = ? order by start_at')
      .bind(series.id)
      .all<{ id: string }>()
    const visitor = person()
    const { registrations } = await ask(`POST /public/series/${series.id}/registrations`, {
      json: { ...visitor, eventIds: results.map(({ id }) => id) },
    })
    const mails = await mailsFor(visitor.email)
    expect(mails.filter(({ kind }) => kind === 'registrations').map((mail) => entryOf(mail))).toEqual([null])
    const uids = mails.filter(({ kind }) => kind === 'confirmation').map((mail) => entryOf(mail)?.uid)
    expect(uids.toSorted()).toEqual(
      registrations.map(({ guest }: { guest: { id: string } }) => `${guest.id}@event-calendar.local`).toSorted(),
    )
    expect(uids).toHaveLength(3)
  })

  it('is not sent to the buyer in place of the guest', async () => {
    const { guest } = await join(await newEvent(calendar))
    const managed = (await findManaged(deps.db, guest.id))!
    const around = { ...managed, url: null, causedAt: 0 }
    const inviteTo = async (recipient: string) =>
      inviteOf({ ...around, recipient, entry: await findEntry(deps.db, guest.id, recipient) }, inviting)
    expect(await inviteTo(guest.email)).toMatchObject({ method: 'REQUEST' })
    expect(await inviteTo('buyer@guests.test')).toBeNull()
  })
})

describe('raw message of an email with an invite', () => {
  it('is identical with TOPOLOGY single and edge', async () => {
    const { email } = await join(await newEvent(calendar))
    const mail = await newest(email, 'confirmation')
    const sent: Record<string, unknown>[] = []
    const bound = (TOPOLOGY: string) =>
      createMailer({ ...env, TOPOLOGY, EMAIL: { send: async (each: never) => sent.push(each) } } as never)
    await bound('single').send(mail)
    await bound('edge').send(mail)
    const [written, posted] = sent
    const raw = posted?.['EmailMessage::raw']
    expect(posted).toMatchObject({ from: 'calendar@event-calendar.local', to: email })
    expect(raw).toBe(written?.['raw'])
    expect(String(raw)).toContain('text/calendar; charset=utf-8; method=REQUEST')
    // The simulator behind the local `EMAIL` binding must accept the message too.
    await createMailer({ ...env, TOPOLOGY: 'edge' } as never).send(mail)
  })
})
