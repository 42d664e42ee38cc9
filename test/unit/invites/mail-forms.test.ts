import ICAL from 'ical.js'
import { simpleParser } from 'mailparser'
import nodeIcal from 'node-ical'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import type { MailMessage } from '../../../src/deps.ts'
import type { EventRow } from '../../../src/db/rows.ts'
import { inviteFile, type Invite } from '../../../src/modules/invites/invite-file.ts'
import { readMail } from '../../../src/modules/invites/read-mail.ts'
import { rawMail } from '../../../src/platform/raw-mail.ts'

const at = Date.parse('2031-05-02T18:00:00Z')
const event = {
  id: 'evt_1',
  slug: 'one',
  title: 'One',
  description: null,
  startAt: at,
  endAt: at + 3_600_000,
  startDate: null,
  endDate: null,
  timezone: 'Europe/Lisbon',
  allDay: false,
  location: null,
  locationVisibility: 'PUBLIC',
  meetingUrl: null,
  tags: [],
  sequence: 0,
} as unknown as EventRow

const invite = (fields: Partial<Invite> = {}, of: Partial<EventRow> = {}): Invite => ({
  method: 'REQUEST',
  uid: 'gst_Ab1@calendar.test',
  sequence: 4,
  stampedAt: at - 86_400_000,
  createdAt: at - 172_800_000,
  event: { ...event, ...of },
  url: 'https://calendar.test/e/one',
  organizer: { name: 'Club', email: 'rsvp+abc234@mail.test' },
  attendee: { name: 'Ada Lovelace', email: 'ada+club@guests.test' },
  partstat: 'ACCEPTED',
  ...fields,
})

const mail = (fields: Partial<MailMessage> = {}): MailMessage => ({
  id: 'mail_1',
  messageId: '<mail_1@calendar.test>',
  to: 'ada+club@guests.test',
  subject: 'You’re registered: One',
  html: '<p>Hello</p><img src="cid:qr-code">',
  text: 'Hello\n',
  headers: { 'List-Unsubscribe': '<https://calendar.test/u/1>' },
  attachments: [
    {
      filename: 'code.png',
      type: 'image/png',
      content: new Uint8Array([137, 80, 78, 71, 13, 10]),
      contentId: 'qr-code',
    },
  ],
  causedAt: at,
  invite: { method: 'REQUEST', text: inviteFile(invite()), filename: 'one.ics' },
  ...fields,
})
const sender = { name: 'Event Calendar', email: 'calendar@calendar.test' }

const HARD = [
  'plain',
  'Zoë Größe, "Ltd"; <b>\\',
  '日本語の題名がここにあってとても長いので折り返されるはずです',
  '👩‍👩‍👧‍👦'.repeat(12),
  'Bcc: everybody@guests.test\r\nX-Evil: 1',
  '=?utf-8?B?aGk=?=',
  'a'.repeat(180),
  '"quoted", and back\\slashed',
]
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

describe('rawMail, read by postal-mime and mailparser', () => {
  it.each(HARD)('preserves %j in subject and sender without adding a header', async (text) => {
    const raw = rawMail(mail({ subject: text }), { ...sender, name: oneLine(text) })
    for (const line of raw.split('\r\n')) expect(line.length, line).toBeLessThanOrEqual(200)
    const [postal, parsed] = [await PostalMime.parse(raw), await simpleParser(raw)]
    expect([postal.subject, parsed.subject]).toEqual([oneLine(text), oneLine(text)])
    expect(postal.from).toMatchObject({ name: oneLine(text), address: sender.email })
    expect(parsed.from?.value).toEqual([{ name: oneLine(text), address: sender.email }])
    const names = ['from', 'to', 'subject', 'date', 'message-id', 'x-entity-ref-id', 'list-unsubscribe', 'mime-version']
    expect(postal.headers.map(({ key }) => key)).toEqual([...names, 'content-type'])
    expect(postal).toMatchObject({ messageId: '<mail_1@calendar.test>', date: '2031-05-02T18:00:00.000Z' })
  })

  it('has text, HTML with inline images and invite as alternatives, plus the invite as an attachment', async () => {
    const raw = rawMail(mail(), sender)
    const kinds = [...raw.matchAll(/^Content-Type: (\S+?)[;\r]/gm)].map(([, kind]) => kind)
    expect(kinds).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/png',
      'text/calendar',
      'application/ics',
    ])
    expect(raw).toContain('Content-Type: text/calendar; charset=utf-8; method=REQUEST\r\n')
    const [postal, parsed] = [await PostalMime.parse(raw), await simpleParser(raw, { keepCidLinks: true })]
    expect([postal.text?.trim(), postal.html?.trim()]).toEqual(['Hello', '<p>Hello</p><img src="cid:qr-code">'])
    expect([parsed.text?.trim(), parsed.html]).toEqual(['Hello', '<p>Hello</p><img src="cid:qr-code">'])
    const [picture, entry, file] = postal.attachments
    expect(picture).toMatchObject({
      mimeType: 'image/png',
      disposition: 'inline',
      contentId: '<qr-code>',
      related: true,
    })
    expect(new Uint8Array(picture?.content as ArrayBuffer)).toEqual(new Uint8Array([137, 80, 78, 71, 13, 10]))
    expect(entry).toMatchObject({ mimeType: 'text/calendar', method: 'REQUEST' })
    expect(file).toMatchObject({ mimeType: 'application/ics', disposition: 'attachment', filename: 'one.ics' })
    const textOf = (content: unknown) =>
      (typeof content === 'string' ? content : new TextDecoder().decode(content as ArrayBuffer)).replaceAll(
        '\r\n',
        '\n',
      )
    for (const each of [entry, file]) expect(textOf(each?.content)).toBe(textOf(mail().invite?.text))
    expect(parsed.attachments.map(({ contentType }) => contentType)).toEqual([
      'image/png',
      'text/calendar',
      'application/ics',
    ])
    for (const { content } of parsed.attachments.slice(1)) expect(content.toString()).toBe(mail().invite?.text)
    expect([...((await readMail(raw))?.calendars() ?? [])]).toEqual(Array(2).fill(mail().invite?.text))
  })

  it('returns the same bytes on every attempt', () => {
    expect(rawMail(mail(), sender)).toBe(rawMail(mail(), sender))
  })
})

describe('inviteFile, read by ical.js and node-ical', () => {
  const read = (text: string) => {
    const component = new ICAL.Component(ICAL.parse(text))
    const [own] = component.getAllSubcomponents('vevent')
    if (own === undefined) throw new Error('there is no event in it')
    const other = Object.values(nodeIcal.sync.parseICS(text)).find((each) => each?.type === 'VEVENT')
    return { component, own, event: new ICAL.Event(own), other }
  }

  it.each(HARD)('preserves %j in every text and name, and names no other attendee', (text) => {
    const person = { name: text, email: 'ada+club@guests.test' }
    const file = inviteFile(
      invite(
        { attendee: person, organizer: { ...person, email: 'rsvp+abc@mail.test' } },
        { title: text, description: text },
      ),
    )
    const { own, event: shown, other } = read(file)
    expect([shown.summary, shown.description]).toEqual(Array(2).fill(text.replaceAll('\r\n', '\n')))
    expect(own.getAllProperties('attendee').map((each) => each.getFirstValue())).toEqual([
      'mailto:ada+club@guests.test',
    ])
    expect(own.getAllProperties('organizer').map((each) => each.getFirstValue())).toEqual(['mailto:rsvp+abc@mail.test'])
    expect(other?.uid).toBe('gst_Ab1@calendar.test')
  })

  it('sends a REQUEST with RSVP, UID, SEQUENCE and DTSTAMP', () => {
    const { component, own } = read(inviteFile(invite()))
    const value = (name: string) => own.getFirstPropertyValue(name)?.toString()
    expect(component.getFirstPropertyValue('method')).toBe('REQUEST')
    expect([value('uid'), value('sequence'), value('dtstamp'), value('status')]).toEqual([
      'gst_Ab1@calendar.test',
      '4',
      '2031-05-01T18:00:00Z',
      'CONFIRMED',
    ])
    const attendee = own.getFirstProperty('attendee')
    expect(['partstat', 'rsvp', 'cn'].map((name) => attendee?.getFirstParameter(name))).toEqual([
      'ACCEPTED',
      'TRUE',
      'Ada Lovelace',
    ])
  })

  it('sends a CANCEL without RSVP', () => {
    const { component, own } = read(inviteFile(invite({ method: 'CANCEL' })))
    expect(component.getFirstPropertyValue('method')).toBe('CANCEL')
    expect(own.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(own.getFirstProperty('attendee')?.getFirstParameter('rsvp')).toBeUndefined()
  })

  it('writes the meeting URL as LOCATION and CONFERENCE', () => {
    const { own } = read(inviteFile(invite({}, { meetingUrl: 'https://meet.test/a?b=c,d;e' })))
    expect(own.getFirstPropertyValue('location')).toBe('https://meet.test/a?b=c,d;e')
    expect(String(own.getFirstPropertyValue('conference'))).toBe('https://meet.test/a?b=c,d;e')
  })
})
