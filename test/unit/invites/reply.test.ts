import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { readReply } from '../../../src/modules/invites/reply.ts'

const reply = (lines: string[] = [], attendee = 'ATTENDEE;PARTSTAT=DECLINED:mailto:ada@guests.test') =>
  [
    'BEGIN:VCALENDAR',
    'PRODID:-//Stranger//EN',
    'VERSION:2.0',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    'UID:gst_1@calendar.test',
    'DTSTAMP:20310501T180000Z',
    'SEQUENCE:2',
    attendee,
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const nested = (word: string, depth: number) => Array<string>(depth).fill(`${word}:X-DEEP`)

const READ = {
  uid: 'gst_1@calendar.test',
  sequence: 2,
  stampedAt: Date.parse('2031-05-01T18:00:00Z'),
  attendee: 'ada@guests.test',
  answer: 'DECLINED',
}

describe('readReply', () => {
  it.each([
    ['in canonical form', reply()],
    ['with LF line endings', reply().replaceAll('\r\n', '\n')],
    ['folded at arbitrary positions', reply().replace('DECLINED:mailto', 'DECL\r\n INED:mai\r\n\tlto')],
    ['in mixed case', reply([], 'attendee;partstat=declined:MAILTO:Ada@Guests.test')],
    [
      'with quoted parameter values',
      reply([], 'ATTENDEE;CN="Ada; PARTSTAT=ACCEPTED: x, y";PARTSTAT=DECLINED:mailto:ada@guests.test'),
    ],
    [
      'with a VALARM that has its own attendee',
      reply(['BEGIN:VALARM', 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:x@evil.test', 'END:VALARM']),
    ],
    ['with components nested 5 deep', reply([...nested('BEGIN', 3), ...nested('END', 3)])],
    ['with 190 alarms', reply(Array(190).fill('BEGIN:VALARM\r\nEND:VALARM'))],
    ['with a VTIMEZONE', reply().replace('BEGIN:VEVENT', 'BEGIN:VTIMEZONE\r\nTZID:X\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT')],
  ])('reads a reply %s, in agreement with ical.js', (_how, text) => {
    expect(readReply(text)).toEqual(READ)
    const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
    expect(event?.getFirstProperty('attendee')?.getFirstParameter('partstat')?.toUpperCase()).toBe('DECLINED')
  })

  it('returns sequence 0 when SEQUENCE is missing', () => {
    expect(readReply(reply().replace('SEQUENCE:2\r\n', ''))).toMatchObject({ sequence: 0 })
  })

  it.each([
    ['another method', reply().replace('METHOD:REPLY', 'METHOD:REQUEST')],
    ['two methods', reply().replace('METHOD:REPLY', 'METHOD:REPLY\r\nMETHOD:REPLY')],
    ['no method', reply().replace('METHOD:REPLY\r\n', '')],
    ['METHOD inside the event', reply(['METHOD:REPLY']).replace('METHOD:REPLY\r\n', '')],
    ['two attendees', reply(['ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@guests.test'])],
    ['no attendee', reply([], 'COMMENT:nobody')],
    ['two events', reply(['END:VEVENT', 'BEGIN:VEVENT', 'UID:gst_2@calendar.test'])],
    ['two calendars', reply() + reply()],
    ['an unsupported PARTSTAT', reply([], 'ATTENDEE;PARTSTAT=DELEGATED:mailto:ada@guests.test')],
    ['no PARTSTAT', reply([], 'ATTENDEE:mailto:ada@guests.test')],
    ['an attendee that is not a mailto: URL', reply([], 'ATTENDEE;PARTSTAT=DECLINED:https://guests.test/ada')],
    ['no DTSTAMP', reply().replace('DTSTAMP:20310501T180000Z\r\n', '')],
    ['a DTSTAMP without a zone', reply().replace('180000Z', '180000')],
    ['an impossible date', reply().replace('20310501T', '20311301T')],
    ['a negative SEQUENCE', reply().replace('SEQUENCE:2', 'SEQUENCE:-2')],
    ['two SEQUENCE lines', reply(['SEQUENCE:3'])],
    ['no UID', reply().replace('UID:gst_1@calendar.test\r\n', '')],
    ['components nested 6 deep', reply([...nested('BEGIN', 4), ...nested('END', 4)])],
    ['more than 200 components', reply(Array(200).fill('BEGIN:VALARM\r\nEND:VALARM'))],
    ['more than 2,000 lines', reply(Array(2_000).fill('X-LINE:1'))],
    ['more than 64 KB', reply([`COMMENT:${'x'.repeat(70_000)}`])],
    ['empty text', ''],
  ])('returns null for %s', (_what, text) => expect(readReply(text)).toBeNull())
})
