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

const READ = {
  uid: 'gst_1@calendar.test',
  sequence: 2,
  stampedAt: Date.parse('2031-05-01T18:00:00Z'),
  attendee: 'ada@guests.test',
  answer: 'DECLINED',
}

describe('an answer', () => {
  it.each([
    ['as it is written', reply()],
    ['with lines that end in one letter', reply().replaceAll('\r\n', '\n')],
    ['folded anywhere', reply().replace('DECLINED:mailto', 'DECL\r\n INED:mai\r\n\tlto')],
    ['in other sizes of letters', reply([], 'attendee;partstat=declined:MAILTO:Ada@Guests.test')],
    [
      'with names in quotation marks',
      reply([], 'ATTENDEE;CN="Ada; PARTSTAT=ACCEPTED: x, y";PARTSTAT=DECLINED:mailto:ada@guests.test'),
    ],
    [
      'with an alarm, which has an attendee too',
      reply(['BEGIN:VALARM', 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:x@evil.test', 'END:VALARM']),
    ],
    ['with a zone', reply().replace('BEGIN:VEVENT', 'BEGIN:VTIMEZONE\r\nTZID:X\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT')],
  ])('is read %s, as a stranger reads it', (_how, text) => {
    expect(readReply(text)).toEqual(READ)
    const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
    expect(event?.getFirstProperty('attendee')?.getFirstParameter('partstat')?.toUpperCase()).toBe('DECLINED')
  })

  it('is of the first version where it names none', () => {
    expect(readReply(reply().replace('SEQUENCE:2\r\n', ''))).toMatchObject({ sequence: 0 })
  })

  it.each([
    ['another method', reply().replace('METHOD:REPLY', 'METHOD:REQUEST')],
    ['two methods', reply().replace('METHOD:REPLY', 'METHOD:REPLY\r\nMETHOD:REPLY')],
    ['no method', reply().replace('METHOD:REPLY\r\n', '')],
    ['a method inside of the event', reply(['METHOD:REPLY']).replace('METHOD:REPLY\r\n', '')],
    ['two who answer', reply(['ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@guests.test'])],
    ['nobody who answers', reply([], 'COMMENT:nobody')],
    ['two events', reply(['END:VEVENT', 'BEGIN:VEVENT', 'UID:gst_2@calendar.test'])],
    ['two calendars', reply() + reply()],
    ['a word that is no answer', reply([], 'ATTENDEE;PARTSTAT=DELEGATED:mailto:ada@guests.test')],
    ['no word', reply([], 'ATTENDEE:mailto:ada@guests.test')],
    ['an address that is none', reply([], 'ATTENDEE;PARTSTAT=DECLINED:https://guests.test/ada')],
    ['no stamp', reply().replace('DTSTAMP:20310501T180000Z\r\n', '')],
    ['a stamp of no zone', reply().replace('180000Z', '180000')],
    ['a day that there is not', reply().replace('20310501T', '20311301T')],
    ['a version that is no number', reply().replace('SEQUENCE:2', 'SEQUENCE:-2')],
    ['two versions', reply(['SEQUENCE:3'])],
    ['no UID', reply().replace('UID:gst_1@calendar.test\r\n', '')],
    ['more than an answer needs', reply([`COMMENT:${'x'.repeat(70_000)}`])],
    ['nothing', ''],
  ])('is none with %s', (_what, text) => expect(readReply(text)).toBeNull())
})
