import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { guestsOf, rowOf, seatsHeld, setColumns } from '../../support/database.ts'
import { manageApi, newCalendar, newEvent, newOrder, person } from '../../support/factories.ts'
import {
  ask,
  bring,
  entryOf,
  hear,
  inviting,
  mailsFor,
  repliesCounted,
  replyTo,
  type Answering,
} from '../../support/invites.ts'
import { pay } from '../../support/orders.ts'

const calendar = await newCalendar()
const as = calendar.owner

type Entry = NonNullable<ReturnType<typeof entryOf>>

const lastEntry = async (email: string): Promise<Entry> => {
  const entry = entryOf((await mailsFor(email)).findLast((mail) => mail.invite !== undefined))
  if (entry === null) throw new Error(`${email} has no invite`)
  return entry
}

const joined = async (event: { id: string }) => {
  const visitor = person()
  const { guest, manageUrl } = await ask(`POST /public/events/${event.id}/registrations`, { json: visitor })
  return { guest, email: visitor.email, invite: await lastEntry(visitor.email), page: manageApi(manageUrl) }
}

const asked = async (event: { id: string; slug: string }, name = 'asked') => {
  const email = `${name}-${event.slug}@guests.test`
  await ask(`POST /events/${event.id}/guests/invite`, { as, json: { emails: [email] } })
  const row = (await guestsOf(event)).find((guest) => guest['email'] === email)
  return { id: String(row?.['id']), email, invite: await lastEntry(email) }
}

const statusOf = async (id: string) => (await rowOf('guests', id))?.['status']
const answerOf = async (id: string) =>
  (await env.DB.prepare('select answer from invites where guest_id = ?').bind(id).first<{ answer: string }>())?.answer
const kindsTo = async (email: string) => (await mailsFor(email)).map(({ kind }) => kind)

describe('calendar reply DECLINED', () => {
  it('cancels the guest, promotes the next one on the waiting list and emails that guest', async () => {
    const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true })
    const first = await joined(event)
    const { guest: second } = await ask(`POST /public/events/${event.id}/registrations`, { json: person() })
    expect(await hear(replyTo(first.invite, { answer: 'DECLINED' }))).toEqual({ heard: 'left', refused: null })
    expect([await statusOf(first.guest.id), await statusOf(second.id)]).toEqual(['CANCELLED', 'CONFIRMED'])
    expect(await kindsTo(second.email)).toContain('promoted')
    // No email is sent: the guest declined in their calendar app, which already shows it.
    expect(await kindsTo(first.email)).toEqual([])
    expect((await ask(`GET ${first.page}`)).guest.status).toBe('CANCELLED')
    expect(await seatsHeld(event)).toBe(1)
  })

  it('keeps the attendees without an address if the buyer declines, and emails the manage link', async () => {
    const event = await newEvent(calendar)
    const buyer = person()
    const json = { buyer, attendees: [{}, {}] }
    const { guests } = await ask(`POST /public/events/${event.id}/registrations`, { json })
    expect((await hear(replyTo(await lastEntry(buyer.email), { answer: 'DECLINED' }))).heard).toBe('kept')
    for (const { id } of guests) expect(await statusOf(id)).toBe('CONFIRMED')
    expect(await kindsTo(buyer.email)).toEqual(['party', 'reply.kept'])
  })

  it('sets an invited guest to DECLINED', async () => {
    const one = await asked(await newEvent(calendar))
    expect((await hear(replyTo(one.invite, { answer: 'DECLINED' }))).heard).toBe('left')
    expect(await statusOf(one.id)).toBe('DECLINED')
  })

  it.each([
    [
      'of a paid ticket',
      async () => {
        const { event, order, guest } = await newOrder(calendar)
        await pay(calendar, event, order.id)
        return { id: guest.id, email: guest.email }
      },
    ],
    [
      'after the event has started',
      async () => {
        const event = await newEvent(calendar)
        const { guest, email } = await joined(event)
        await setColumns('events', event.id, { start_at: Date.now() - 1_000, end_at: Date.now() + 3_600_000 })
        return { id: guest.id, email }
      },
    ],
  ])('keeps the seat %s and emails the manage link once', async (_what, make) => {
    const { id, email } = await make()
    const mail = replyTo(await lastEntry(email), { answer: 'DECLINED' })
    expect((await hear(mail)).heard).toBe('kept')
    expect((await hear(mail)).heard).toBe('replayed')
    expect(await statusOf(id)).toBe('CONFIRMED')
    const kept = (await mailsFor(email)).filter(({ kind }) => kind === 'reply.kept')
    expect(kept).toHaveLength(1)
    expect(kept[0]?.text).toMatch(/you still have your place[\s\S]*\/r\//)
  })
})

describe('calendar reply ACCEPTED', () => {
  it('registers an invited guest under the name in the From header', async () => {
    const one = await asked(await newEvent(calendar))
    const mail = replyTo(one.invite, { answer: 'ACCEPTED', from: `"Lovelace, Ada King" <${one.email.toUpperCase()}>` })
    expect((await hear(mail)).heard).toBe('registered')
    expect(await rowOf('guests', one.id)).toMatchObject({ status: 'CONFIRMED', last_name: 'King' })
    expect(await lastEntry(one.email)).toMatchObject({ method: 'REQUEST', partstat: 'ACCEPTED', uid: one.invite.uid })
    expect((await hear(mail)).heard).toBe('replayed')
  })

  it.each([
    ['costs money', {}, { price: 1_000 }],
    [
      'has a required question',
      { registrationQuestions: [{ label: 'Meal', type: 'TEXT', required: true }] },
      undefined,
    ],
    ['is full', { capacity: 1 }, undefined],
  ])('emails the manage link if the event %s', async (_what, fields, ticket) => {
    const event = await newEvent(calendar, fields, ticket)
    const one = await asked(event)
    if ('capacity' in fields) await joined(event)
    expect((await hear(replyTo(one.invite, { answer: 'ACCEPTED' }))).heard).toBe('kept')
    expect(await statusOf(one.id)).toBe('INVITED')
    const kept = (await mailsFor(one.email)).findLast(({ kind }) => kind === 'reply.kept')
    expect(kept?.text).toMatch(/One more step: claim your place[\s\S]*\/r\//)
  })

  it('emails the manage link once an hour, even if 24 replies arrive in parallel', async () => {
    const { order, event, guest } = await newOrder(calendar)
    await pay(calendar, event, order.id)
    const invite = await lastEntry(guest.email)
    const stampedAt = Date.now() - 60_000
    const replies = Array.from({ length: 24 }, (_, second) =>
      replyTo(invite, { answer: 'DECLINED', stampedAt: stampedAt + second * 1_000 }),
    )
    await Promise.all(replies.map((reply) => bring(reply)))
    expect((await kindsTo(guest.email)).filter((kind) => kind === 'reply.kept')).toHaveLength(1)
    expect(await statusOf(guest.id)).toBe('CONFIRMED')
  })

  it('restores a guest who had declined if a seat is free, and otherwise emails the manage link', async () => {
    const event = await newEvent(calendar, { capacity: 1 })
    const { guest, email, invite } = await joined(event)
    const now = Date.now()
    await hear(replyTo(invite, { answer: 'DECLINED', stampedAt: now - 50_000 }))
    expect((await hear(replyTo(invite, { answer: 'TENTATIVE', stampedAt: now - 40_000 }))).heard).toBe('back')
    expect([await statusOf(guest.id), await seatsHeld(event)]).toEqual(['CONFIRMED', 1])
    await hear(replyTo(invite, { answer: 'DECLINED', stampedAt: now - 30_000 }))
    await joined(event)
    expect((await hear(replyTo(invite, { answer: 'ACCEPTED', stampedAt: now - 20_000 }))).heard).toBe('kept')
    expect([await statusOf(guest.id), await seatsHeld(event)]).toEqual(['CANCELLED', 1])
    expect(await kindsTo(email)).toContain('reply.kept')
  })

  it('restores a guest who had declined even if their address was used to register a party', async () => {
    const event = await newEvent(calendar)
    const { guest, email, invite } = await joined(event)
    const buyer = { firstName: 'Ada', lastName: 'Byron', email }
    const { guests } = await ask(`POST /public/events/${event.id}/registrations`, { json: { buyer, attendees: [{}] } })
    expect((await hear(replyTo(invite, { answer: 'DECLINED', stampedAt: Date.now() - 9_000 }))).heard).toBe('left')
    expect((await hear(replyTo(invite, { answer: 'ACCEPTED' }))).heard).toBe('back')
    expect([await statusOf(guest.id), await statusOf(guests[0].id)]).toEqual(['CONFIRMED', 'CONFIRMED'])
  })

  it('has no effect on a confirmed guest but is recorded, as is TENTATIVE', async () => {
    const { guest, invite, email } = await joined(await newEvent(calendar))
    expect((await hear(replyTo(invite, { answer: 'ACCEPTED', stampedAt: Date.now() - 9_000 }))).heard).toBe('noted')
    expect((await hear(replyTo(invite, { answer: 'TENTATIVE' }))).heard).toBe('noted')
    expect([await statusOf(guest.id), await answerOf(guest.id)]).toEqual(['CONFIRMED', 'TENTATIVE'])
    // The next REQUEST sends PARTSTAT=TENTATIVE back and does not claim that the guest ACCEPTED.
    expect((await lastEntry(email)).partstat).toBe('TENTATIVE')
  })
})

describe('calendar reply', () => {
  it('is ignored if a newer one or the same one was processed before', async () => {
    const event = await newEvent(calendar)
    const { guest, invite } = await joined(event)
    await ask(`PATCH /events/${event.id}`, { as, json: { title: 'Moved' } })
    const now = Date.now()
    expect((await hear(replyTo(invite, { answer: 'TENTATIVE', sequence: 1, stampedAt: now - 9_000 }))).heard).toBe(
      'noted',
    )
    for (const older of [
      { answer: 'DECLINED', sequence: 0, stampedAt: now },
      { answer: 'DECLINED', sequence: 1, stampedAt: now - 9_000 },
      { answer: 'DECLINED', sequence: 1, stampedAt: now - 10_000 },
    ])
      expect((await hear(replyTo(invite, older))).heard, JSON.stringify(older)).toBe('replayed')
    expect([await statusOf(guest.id), await answerOf(guest.id)]).toEqual(['CONFIRMED', 'TENTATIVE'])
  })

  it('is stale if it answers an invite that has since been cancelled and resent', async () => {
    const event = await newEvent(calendar)
    const { guest, invite } = await joined(event)
    const path = `PATCH /events/${event.id}/guests/${guest.id}/status`
    await ask(path, { as, json: { status: 'CANCELLED' } })
    await ask(path, { as, json: { status: 'CONFIRMED' } })
    expect((await hear(replyTo(invite, { answer: 'DECLINED' }))).heard).toBe('stale')
    expect(await statusOf(guest.id)).toBe('CONFIRMED')
    expect((await hear(replyTo(invite, { answer: 'DECLINED', sequence: 2 }))).heard).toBe('left')
  })

  it('does not restore a guest after a moderator has declined them', async () => {
    const event = await newEvent(calendar)
    const { guest, invite } = await joined(event)
    await hear(replyTo(invite, { answer: 'DECLINED', stampedAt: Date.now() - 9_000 }))
    await ask(`PATCH /events/${event.id}/guests/${guest.id}/status`, { as, json: { status: 'DECLINED' } })
    await hear(replyTo(invite, { answer: 'ACCEPTED' }))
    expect(await statusOf(guest.id)).toBe('DECLINED')
  })

  it('is refused if its METHOD is not REPLY or its address is unknown', async () => {
    const { invite } = await joined(await newEvent(calendar))
    const written = await hear(replyTo(invite, { answer: 'DECLINED', method: 'PUBLISH' }))
    expect(written).toEqual({ heard: 'unreadable', refused: expect.stringContaining('only reads calendar replies') })
    for (const to of ['rsvp@mail.test', invite.organizer.replace('mail.test', 'other.test'), 'postmaster@mail.test']) {
      const { heard, refused } = await hear(replyTo(invite, { answer: 'DECLINED', to }))
      expect([heard, refused], to).toEqual(['', 'This mailbox does not exist.'])
    }
  })

  it('is refused without invitesHost', async () => {
    const { guest, invite } = await joined(await newEvent(calendar))
    const ports = { ...inviting, config: { ...inviting.config, invitesHost: null } }
    expect((await hear(replyTo(invite, { answer: 'DECLINED' }), ports)).refused).toBe('This mailbox does not exist.')
    expect(await statusOf(guest.id)).toBe('CONFIRMED')
  })
})

describe('forged calendar reply', () => {
  it.each<[string, (of: { invite: Entry; other: Entry }) => Partial<Answering>]>([
    ['sent to the reply address of another guest', ({ other }) => ({ to: other.organizer })],
    ['of another guest', ({ other }) => ({ attendee: other.attendee })],
    [
      'that names another guest as ATTENDEE',
      ({ invite, other }) => ({ attendee: other.attendee, from: invite.attendee }),
    ],
    ['about another guest’s entry', ({ other }) => ({ uid: other.uid })],
    ['about an entry of another domain', ({ invite }) => ({ uid: invite.uid.replace(/@.*/, '@evil.test') })],
    ['about an unknown entry', () => ({ uid: 'gst_nobody@event-calendar.local' })],
    ['from another address', () => ({ from: 'Ada <ada@evil.test>' })],
    [
      'from another address that passes DMARC for its own domain',
      () => ({ from: 'Ada <ada@evil.test>', results: ['mx.cloudflare.net; dmarc=pass header.from=evil.test'] }),
    ],
    ['from a neighbour at the same domain', () => ({ from: 'Ada <neighbour@guests.test>' })],
    ['from several addresses', ({ invite }) => ({ from: `${invite.attendee}, ada@evil.test` })],
    ['without authentication results', () => ({ results: [] })],
    ['that failed DMARC', () => ({ results: ['mx.cloudflare.net; dmarc=fail header.from=guests.test'] })],
    [
      'with authentication results of another server',
      () => ({ results: ['evil.test; dmarc=pass header.from=guests.test'] }),
    ],
    [
      'with results in the platform’s name below those of the platform',
      () => ({
        results: [
          'mx.cloudflare.net; dmarc=fail header.from=guests.test',
          'mx.cloudflare.net; dmarc=pass header.from=guests.test',
        ],
      }),
    ],
    ['with a SEQUENCE that was never sent', () => ({ sequence: 7 })],
    ['with a DTSTAMP two days ahead', () => ({ stampedAt: Date.now() + 2 * 86_400_000 })],
  ])('%s is counted and changes nothing', async (_what, forge) => {
    const event = await newEvent(calendar, { waitlistEnabled: true, capacity: 2 })
    const [one, two] = [await joined(event), await joined(event)]
    const before = [await guestsOf(event), await kindsTo(one.email)]
    const mail = replyTo(one.invite, { answer: 'DECLINED', ...forge({ invite: one.invite, other: two.invite }) })
    expect((await hear(mail)).heard).toBe('forged')
    expect([await guestsOf(event), await kindsTo(one.email)]).toEqual(before)
    expect(await answerOf(one.guest.id)).toBeUndefined()
  })

  it('is not parsed beyond its headers if the sender is not authenticated', async () => {
    const { guest, invite } = await joined(await newEvent(calendar))
    const mail = replyTo(invite, { answer: 'DECLINED', results: [] })
    // A body without a reply would be `unreadable`.
    const raw = mail.raw.replace('METHOD:REPLY', 'METHOD:PUBLISH')
    expect(await hear({ ...mail, raw })).toEqual({ heard: 'forged', refused: null })
    expect(await statusOf(guest.id)).toBe('CONFIRMED')
  })

  it('has no effect if it follows another reply in the same email', async () => {
    const event = await newEvent(calendar)
    const [one, two] = [await joined(event), await joined(event)]
    const [first, second] = [replyTo(one.invite, { answer: 'TENTATIVE' }), replyTo(two.invite, { answer: 'DECLINED' })]
    const calendarOf = (raw: string) => /--b1\r\nContent-Type: text\/calendar[\s\S]*?(?=--b1--)/.exec(raw)?.[0] ?? ''
    const again = calendarOf(replyTo(one.invite, { answer: 'DECLINED' }).raw)
    const raw = first.raw.replace('--b1--', `${calendarOf(second.raw)}${again}--b1--`)
    expect(raw.split('METHOD:REPLY')).toHaveLength(4)
    expect((await hear({ ...first, raw })).heard).toBe('noted')
    expect([await statusOf(one.guest.id), await statusOf(two.guest.id)]).toEqual(['CONFIRMED', 'CONFIRMED'])
    expect(await answerOf(one.guest.id)).toBe('TENTATIVE')
  })

  it('counts as forged if the address of the guest has been corrected since', async () => {
    const event = await newEvent(calendar)
    const { guest, invite } = await joined(event)
    const email = `right-${event.slug}@guests.test`
    await ask(`PATCH /events/${event.id}/guests/${guest.id}`, { as, json: { email } })
    expect((await hear(replyTo(invite, { answer: 'DECLINED' }))).heard).toBe('forged')
    expect((await hear(replyTo(await lastEntry(email), { answer: 'DECLINED' }))).heard).toBe('left')
  })
})

describe('1,000 calendar replies, shuffled, repeated and forged', () => {
  const randomOf = (seed: number) => {
    let state = seed
    return () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
  }

  it('leave each guest with the newest genuine answer and are counted once each', async () => {
    const random = randomOf(20_310_502)
    const pick = <One>(all: readonly One[]) => all[Math.floor(random() * all.length)]!
    const event = await newEvent(calendar, { title: 'Before' })
    await ask(`PATCH /events/${event.id}`, { as, json: { title: 'After' } })
    const guests = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        if (index % 2 === 1) return asked(event, `asked-${index}`)
        const { guest, email, invite } = await joined(event)
        return { id: guest.id as string, email, invite }
      }),
    )
    const begun = Date.now() - 3_600_000
    const told = guests.map(({ invite, id }) => ({
      id,
      invite,
      // No DTSTAMP occurs twice, because two replies with the same DTSTAMP and SEQUENCE count as one.
      answers: Array.from({ length: 40 }, (_, index) => ({
        answer: pick(['ACCEPTED', 'DECLINED', 'TENTATIVE']),
        sequence: pick([0, 1]),
        stampedAt: begun + index * 1_000,
      })),
    }))
    const forgeries: Partial<Answering>[] = [
      { results: ['evil.test; dmarc=pass header.from=guests.test'] },
      { from: 'Eve <eve@evil.test>' },
      { sequence: 9 },
    ]
    const mails = Array.from({ length: 1_000 }, () => {
      const { invite, answers } = pick(told)
      const answer = pick(answers)
      const isForged = random() < 0.2
      const newest = { ...answer, sequence: 1, stampedAt: Date.now() }
      return { isForged, invite, answer, mail: replyTo(invite, isForged ? { ...newest, ...pick(forgeries) } : answer) }
    })
    const before = await repliesCounted()
    // Sends 20 replies concurrently. The newest one has to win even if it is processed first.
    for (let from = 0; from < mails.length; from += 20)
      await Promise.all(mails.slice(from, from + 20).map(({ mail }) => bring(mail)))
    const after = await repliesCounted()
    const heard = (outcome: string) => (after[outcome] ?? 0) - (before[outcome] ?? 0)
    expect(heard('forged')).toBe(mails.filter(({ isForged }) => isForged).length)
    expect(Object.keys(after).reduce((sum, outcome) => sum + heard(outcome), 0)).toBe(1_000)
    for (const { id, invite } of told) {
      const [newest] = mails
        .filter((each) => each.invite === invite && !each.isForged)
        .map(({ answer }) => answer)
        .toSorted((left, right) => right.sequence - left.sequence || right.stampedAt - left.stampedAt)
      expect(await answerOf(id)).toBe(newest?.answer)
      const isExpected = {
        ACCEPTED: ['CONFIRMED'],
        TENTATIVE: ['CONFIRMED', 'INVITED'],
        DECLINED: ['CANCELLED', 'DECLINED'],
      }
      expect(isExpected[newest?.answer as 'ACCEPTED'], `${newest?.answer}`).toContain(await statusOf(id))
    }
    expect(await seatsHeld(event)).toBe((await guestsOf(event)).filter(({ status }) => status === 'CONFIRMED').length)
  }, 180_000)
})
