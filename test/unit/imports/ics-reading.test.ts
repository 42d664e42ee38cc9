import { describe, expect, it } from 'vitest'
import { utf8 } from '../../../src/kernel/crypto.ts'
import { decode } from '../../../src/kernel/text-decoding.ts'
import { readIcsEvents } from '../../../src/modules/imports/event-ics.ts'
import { readIcs, withWholeCharacters } from '../../../src/modules/imports/ics-reading.ts'

const fileOf = (lines: readonly string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const eventsIn = (lines: readonly string[]) =>
  readIcsEvents(readIcs(fileOf(lines)).events, { asked: null, fallback: 'Europe/Berlin' })

/** Folds lines after `width` bytes, also inside of a character, as programs do that RFC 5545 warns of. */
const foldedByBytes = (text: string, width: number, mark: string) => {
  const lines = text.split('\r\n').map((line) => utf8(line))
  const bytes = lines.flatMap((line, index) => {
    const parts: number[] = []
    for (const [at, byte] of line.entries()) {
      if (index > 0 && at > 0 && at % width === 0) parts.push(...utf8(`${mark} `))
      parts.push(byte)
    }
    return [...parts, ...utf8(mark)]
  })
  return Uint8Array.from(bytes)
}

describe('withWholeCharacters', () => {
  const text = fileOf(['BEGIN:VEVENT', 'SUMMARY:Zürich – 東京の夏まつり 🎉 für alle Gäste', 'END:VEVENT'])

  it.each([1, 2, 3, 5, 7, 11, 75])('keeps characters that are folded after each %d bytes', (width) => {
    for (const mark of ['\r\n', '\n']) {
      const read = decode(withWholeCharacters(foldedByBytes(text, width, mark)))
      const [event] = readIcs(read.text).events
      expect(read.encoding).toBe('UTF-8')
      expect(event?.properties.get('SUMMARY')?.[0]?.value).toBe('Zürich – 東京の夏まつり 🎉 für alle Gäste')
    }
  })

  it('keeps the lines of a file, and the bytes of other files', () => {
    const folded = foldedByBytes(text, 15, '\r\n')
    const count = (bytes: Uint8Array) => bytes.filter((byte) => byte === 10).length
    expect(count(withWholeCharacters(folded))).toBe(count(folded))
    const csv = Uint8Array.from([...utf8('Title;Start\n'), 0xc3, 10, 32, 0xbc])
    expect(withWholeCharacters(csv)).toEqual(csv)
  })

  it('reads a file in Windows-1252 as before', () => {
    const latin = fileOf(['BEGIN:VEVENT', 'SUMMARY:Zürich für alle Gäste', 'END:VEVENT'])
    const bytes = Uint8Array.from(latin, (letter) => letter.charCodeAt(0))
    const read = decode(withWholeCharacters(bytes))
    expect(read.text).toContain('SUMMARY:Zürich')
    expect(read.text).toContain('für alle Gäste')
  })
})

const SERIES = [
  'BEGIN:VEVENT',
  'UID:choir',
  'DTSTART;TZID=Europe/Berlin:20310901T190000',
  'DTEND;TZID=Europe/Berlin:20310901T200000',
  'RRULE:FREQ=WEEKLY;COUNT=4',
  'SUMMARY:Choir',
  'END:VEVENT',
]
const CANCELLED_DATE = [
  'BEGIN:VEVENT',
  'UID:choir',
  'RECURRENCE-ID:20310908T170000Z',
  'DTSTART:20310908T170000Z',
  'STATUS:CANCELLED',
  'SUMMARY:Choir',
  'END:VEVENT',
]

describe('readIcsEvents', () => {
  it.each([
    ['after', [...SERIES, ...CANCELLED_DATE], 0],
    ['before', [...CANCELLED_DATE, ...SERIES], 1],
  ] as const)('leaves out the cancelled date that the file lists %s its series', (_, lines, at) => {
    const read = eventsIn(lines)
    expect(read[at]).toMatchObject({ sourceKey: '#choir', repeats: { exdates: ['2031-09-08T19:00:00'] } })
    expect(read[1 - at]).toMatchObject({ event: null, isSkipped: true })
    expect(new Set(read.map(({ sourceKey }) => sourceKey)).size).toBe(2)
  })

  it('adds the dates of RDATE in the time zone of the series', () => {
    const added = 'RDATE;TZID=America/New_York:20311001T140000'
    const period = 'RDATE;VALUE=PERIOD:20311003T180000Z/PT2H'
    const [withRule] = eventsIn([...SERIES.slice(0, -1), added, period, 'END:VEVENT'])
    expect(withRule?.repeats).toEqual({
      rrule: 'FREQ=WEEKLY;COUNT=4',
      exdates: [],
      rdates: ['2031-10-01T20:00:00', '2031-10-03T20:00:00'],
    })
    const [withoutRule] = eventsIn([...SERIES.slice(0, 4), added, 'SUMMARY:Choir', 'END:VEVENT'])
    expect(withoutRule?.repeats).toEqual({ rrule: 'FREQ=DAILY;COUNT=1', exdates: [], rdates: ['2031-10-01T20:00:00'] })
  })

  it('reads an end in its own time zone', () => {
    const [flight] = eventsIn([
      'BEGIN:VEVENT',
      'UID:flight',
      'DTSTART;TZID=Europe/Berlin:20310601T100000',
      'DTEND;TZID=America/New_York:20310601T130000',
      'SUMMARY:Flight',
      'END:VEVENT',
    ])
    expect(flight?.event).toMatchObject({ startAt: '2031-06-01T10:00:00', endAt: '2031-06-01T19:00:00' })
  })
})
