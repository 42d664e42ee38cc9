import { describe, expect, it } from 'vitest'
import { rowsOfCsv } from '../../../src/kernel/csv-reading.ts'
import { findEventColumns } from '../../../src/modules/imports/event-columns.ts'
import { readEventLine } from '../../../src/modules/imports/event-csv.ts'

const READING = { timezone: 'Europe/Berlin', dateOrder: null, decimalMark: null, currency: 'EUR' }
const eventsIn = (text: string) => {
  const rows = rowsOfCsv(text)
  const { headerAt = 0, meanings = [] } = findEventColumns(rows) ?? {}
  return rows.slice(headerAt + 1).map((cells, at) => readEventLine(cells, at + 2, meanings, READING))
}
const meaningsIn = (text: string) => findEventColumns(rowsOfCsv(text))?.meanings

/** Programmes with a date, a start and an end in columns of their own, as people write them in a spreadsheet. */
const PROGRAMMES = {
  en: 'Date,Start,End,Title',
  de: 'Datum,Beginn,Ende,Titel',
  fr: 'Date,Début,Fin,Titre',
  es: 'Fecha,Inicio,Fin,Título',
  it: 'Data,Inizio,Fine,Titolo',
  nl: 'Datum,Aanvang,Einde,Titel',
  pt: 'Data,Início,Fim,Título',
  pl: 'Data,Początek,Koniec,Tytuł',
  ja: '日付,開始,終了,タイトル',
  ar: 'التاريخ,البداية,النهاية,العنوان',
}

describe('findEventColumns', () => {
  it.each(Object.entries(PROGRAMMES))('reads a date and separate columns with times of day in %s', (_, head) => {
    const text = `${head}\n2031-06-01,18:00,23:30,Hafenfest\n2031-06-02,22:00,02:00,Nacht`
    expect(meaningsIn(text)).toEqual(['start', 'startTime', 'endTime', 'title'])
    expect(eventsIn(text).map(({ event }) => [event?.startAt, event?.endAt])).toEqual([
      ['2031-06-01T18:00:00', '2031-06-01T23:30:00'],
      ['2031-06-02T22:00:00', '2031-06-03T02:00:00'],
    ])
  })

  it('keeps the column with the most values that fit, and ignores its rivals', () => {
    expect(meaningsIn('Titel;Termin;Datum\nA;bald;2031-06-01\nB;2031-06-02;2031-06-02')).toEqual([
      'title',
      null,
      'start',
    ])
    expect(meaningsIn('Titel;Datum;Beginn\nA;2031-06-01;2031-06-01 18:00')).toEqual(['title', 'start', null])
    expect(meaningsIn('Titel;Beginn\nA;18:00')).toEqual(['title', 'start'])
  })
})

describe('readEventLine', () => {
  it('ends an event on the last day in the file, with a note, if that day has no time', () => {
    const [days, evening, stated] = eventsIn(
      'Title,Start,End\nFair,01.06.2031 10:00,03.06.2031\nEvening,01.06.2031 10:00,01.06.2031\nLong,01.06.2031 10:00,01.06.2031 23:59',
    )
    expect(days).toMatchObject({
      event: { startAt: '2031-06-01T10:00:00', endAt: '2031-06-03T23:59:00' },
      reasons: [{ code: 'end_open' }],
    })
    expect(evening?.event).not.toHaveProperty('endAt')
    expect(stated).toMatchObject({ event: { endAt: '2031-06-01T23:59:00' }, reasons: [] })
  })

  it('names a line by title and start, in whatever form a spreadsheet writes dates', () => {
    const keysIn = (line: string) => eventsIn(`Title,Start,Time\n${line}`).map(({ sourceKey }) => sourceKey)
    const [key] = keysIn('Fair,2031-06-01,18:00')
    for (const line of ['FAIR,01.06.2031,18:00:00', 'Fair,2031-06-01 18:00,', 'fair,1.6.2031,18.00 Uhr'])
      expect(keysIn(line)).toEqual([key])
    expect(keysIn('Fair,2031-06-01,19:00')).not.toEqual([key])
  })
})
