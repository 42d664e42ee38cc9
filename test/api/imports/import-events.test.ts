import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { base64, sha256Hex, utf8 } from '../../../src/kernel/crypto.ts'
import { QUOTAS } from '../../../src/kernel/quotas.ts'
import { send } from '../../support/api.ts'
import { appWith, deps } from '../../support/app.ts'
import { asks } from '../../support/asks.ts'
import { newCalendar, newKey, newWebhook } from '../../support/factories.ts'

asks({
  'POST /calendars/:slug/events/import': { role: 'MANAGER' },
  'POST /v1/calendars/:slug/events/import': { scope: 'events:write' },
})

const fileOf = (text: string) => base64(utf8(text))

const newHome = async () => {
  const calendar = await newCalendar({ timezone: 'Europe/Berlin', currency: 'EUR' })
  const { key } = await newKey(calendar, ['events:read', 'events:write'])
  const ask = (json: object) => send(`POST /v1/calendars/${calendar.slug}/events/import`, { key, json })
  const tryOut = async (text: string, more = {}) => {
    const answer = await ask({ file: fileOf(text), dryRun: true, ...more })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data
  }
  const bringIn = async (text: string, more = {}) => {
    const { digest } = await tryOut(text, more)
    const answer = await ask({ file: fileOf(text), confirm: digest, acceptRefused: true, ...more })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data
  }
  const listed = async () =>
    (await send(`GET /v1/calendars/${calendar.slug}/events?limit=100`, { key })).body.data as Record<string, any>[] // oxlint-disable-line typescript/no-explicit-any
  const countOf = async (table: string) =>
    (
      await env.DB.prepare(`select count(*) as n from ${table} where calendar_id = ?`)
        .bind(calendar.id)
        .first<{ n: number }>()
    )?.n
  return { calendar, key, ask, tryOut, bringIn, listed, countOf }
}

const LISTE = [
  'Programm Sommer;;;;;;',
  'Veranstaltung;Datum;Uhrzeit;Ende;Ort;Preis;Kapazität',
  'Hafenfest;01.06.2031;18:00;01.06.2031 23:00;Pier 3;"1.234,50";200',
  'Führung;14.06.2031;10.30 Uhr;;Speicher;frei;',
  'Tag der offenen Tür;20.06.2031;;21.06.2031;;;',
  'Ohne Datum;demnächst;;;;;',
  ';22.06.2031;;;;;',
].join('\r\n')

describe('POST .../events/import with CSV', () => {
  it('reports each line in a dry run and writes nothing', async () => {
    const { tryOut, countOf } = await newHome()
    const report = await tryOut(LISTE)
    expect(report).toMatchObject({
      isImported: false,
      format: 'CSV',
      asks: ['acceptRefused'],
      counts: { new: 3, changed: 0, same: 0, skipped: 0, refused: 2 },
    })
    expect(report.columns[1]).toMatchObject({ heading: 'Datum', meaning: 'start' })
    expect(report.lines.slice(3)).toEqual([
      {
        line: 6,
        result: 'refused',
        id: null,
        title: 'Ohne Datum',
        fields: [],
        says: "Line 6: 'demnächst' isn’t a date for start. Use a form such as 2026-12-31 18:00. The event is left out.",
        reasons: [
          { code: 'date_unreadable', values: { value: 'demnächst', field: 'start' } },
          { code: 'event_left_out', values: {} },
        ],
      },
      expect.objectContaining({
        line: 7,
        result: 'refused',
        says: expect.stringMatching(/^Line 7: The title .+ The event is left out\.$/),
        reasons: [
          { code: 'field_invalid', values: { field: 'title', message: expect.any(String) } },
          { code: 'event_left_out', values: {} },
        ],
      }),
    ])
    expect(await countOf('events')).toBe(0)
  })

  it('creates events with times, prices and places, without a webhook', async () => {
    const { calendar, bringIn, listed, countOf } = await newHome()
    await newWebhook(calendar, 'https://hooks.example.org/a', { events: ['event.created', 'event.published'] })
    const report = await bringIn(LISTE)
    expect(report.isImported).toBe(true)
    const [fair, tour, day] = await listed()
    expect(fair).toMatchObject({
      id: report.lines[0].id,
      title: 'Hafenfest',
      startAt: '2031-06-01T16:00:00.000Z',
      endAt: '2031-06-01T21:00:00.000Z',
      location: { name: 'Pier 3' },
      capacity: 200,
      status: 'PUBLISHED',
      tickets: [{ type: 'PAID', price: 123_450, currency: 'EUR' }],
    })
    expect(tour).toMatchObject({ startAt: '2031-06-14T08:30:00.000Z', tickets: [{ type: 'FREE', price: 0 }] })
    expect(day).toMatchObject({ allDay: true, startAt: '2031-06-20', endAt: '2031-06-22' })
    expect(await countOf('deliveries')).toBe(0)
    expect(await countOf('mails')).toBe(0)
  })

  it('changes nothing when the file is imported again', async () => {
    const { bringIn, countOf } = await newHome()
    await bringIn(LISTE)
    const before = await countOf('changes')
    const again = await bringIn(LISTE)
    expect(again.counts).toEqual({ new: 0, changed: 0, same: 3, skipped: 0, refused: 2 })
    expect(await countOf('changes')).toBe(before)
    expect(await countOf('events')).toBe(3)
  })

  const REFERRED = 'ID,Title,Start,Location\n7,Fair,2031-06-01 10:00,Pier 3\n8,Tour,2031-06-02 10:00,Pier 4'

  it('updates changed lines, but no field that was edited here', async () => {
    const { key, bringIn, listed } = await newHome()
    const { lines } = await bringIn(REFERRED)
    await send(`PATCH /v1/events/${lines[0].id}`, { key, json: { title: 'Our fair' } })
    const later = REFERRED.replace('Fair,2031-06-01 10:00', 'Fairs,2031-06-01 11:00')
    const report = await bringIn(later)
    expect(report.counts).toMatchObject({ changed: 1, same: 1 })
    expect(report.lines[0]).toMatchObject({
      result: 'changed',
      fields: ['when'],
      says: 'Line 2: Edited here since and kept: title.',
    })
    expect((await listed())[0]).toMatchObject({ title: 'Our fair', startAt: '2031-06-01T09:00:00.000Z', sequence: 2 })
    expect((await bringIn(later)).counts).toMatchObject({ changed: 0, same: 2 })
  })

  it('finds events again whose dates and times a spreadsheet has rewritten', async () => {
    const { bringIn, tryOut, countOf } = await newHome()
    await bringIn('Title,Start,Time\nFair,2031-06-01,18:00\nFilm,2031-06-02,15:00')
    const again = 'Title;Start;Time\nFair;01.06.2031;18:00:00\nFilm;02.06.2031 15:00;'
    expect((await tryOut(again)).counts).toMatchObject({ new: 0, same: 2 })
    await bringIn(again)
    expect(await countOf('events')).toBe(2)
  })

  it('finds events that an earlier version has imported under the text of their line', async () => {
    const { calendar, bringIn, tryOut } = await newHome()
    const text = 'Title,Start\nFair,01.06.2031 18:00'
    await bringIn(text)
    const former = (await sha256Hex('Fair\n01.06.2031 18:00\n')).slice(0, 32)
    await env.DB.prepare('update imported_events set source_id = ? where calendar_id = ?')
      .bind(former, calendar.id)
      .run()
    expect((await bringIn(`${text}\nNew,02.06.2031`)).counts).toMatchObject({ new: 1, same: 1 })
    const { counts } = await bringIn(
      text.replace('Fair,01.06.2031 18:00', 'Fair,01.06.2031 18:00\nFAIR,2031-06-01 18:00'),
    )
    expect(counts).toMatchObject({ new: 0 })
    expect((await tryOut(text)).counts).toMatchObject({ same: 1 })
  })

  it('does not add an event a second time that is here on that day, unless the line has an id', async () => {
    const { bringIn, tryOut } = await newHome()
    await bringIn('Title,Start\nFilm,2031-06-01 15:00\nFilm,2031-06-01 18:00')
    const moved = await tryOut('Title,Start\nFilm,2031-06-01 15:00\nFilm,2031-06-01 20:00')
    expect(moved.counts).toMatchObject({ same: 1, new: 0, skipped: 1 })
    expect(moved.lines[1].says).toBe(
      "Line 3: 'Film' is here on that day already. Edit it here, or give each line an id. The event is left out.",
    )
    const further = 'Title,Start\nFilm,2031-06-01 15:00\nFilm,2031-06-01 18:00\nFilm,2031-06-01 22:00'
    expect((await tryOut(further)).counts).toMatchObject({ same: 2, new: 1 })
    expect((await tryOut('ID,Title,Start\n7,Film,2031-06-01 20:00')).counts).toMatchObject({ new: 1 })
  })

  it('names the line of the file, with empty lines and line breaks in cells', async () => {
    const { tryOut } = await newHome()
    const { lines } = await tryOut('Programme\n\nTitle,Start,Description\n\nFair,2031-06-01,"One\nTwo"\n\nTour,soon,\n')
    expect(lines).toMatchObject([{ line: 5 }, { line: 8, says: expect.stringMatching(/^Line 8: 'soon'/) }])
  })

  it('refuses a line in words of the file, without names of the API', async () => {
    const { tryOut } = await newHome()
    const { lines } = await tryOut('Title,Start,End\nFair,2031-06-02,2031-06-01')
    expect(lines[0].says).toBe('Line 2: The end must be after the start. The event is left out.')
    expect(lines[0].reasons).toEqual([
      { code: 'field_invalid', values: { field: 'endAt', message: 'must be after startAt' } },
      { code: 'event_left_out', values: {} },
    ])
  })

  it('asks for the decimal mark if prices contradict each other, and refuses those that do not fit', async () => {
    const { tryOut } = await newHome()
    const text = 'Title;Start;Price\nA;2031-06-01;12,50\nB;2031-06-02;12.50\nC;2031-06-03;Fr. 20'
    expect((await tryOut(text)).asks).toEqual(['decimalMark'])
    const { lines } = await tryOut(text, { decimalMark: ',', acceptRefused: true })
    expect(lines).toMatchObject([
      { result: 'new' },
      { result: 'refused', says: expect.stringContaining("'12.50' isn’t an amount in EUR.") },
      { result: 'new' },
    ])
  })

  it('takes a file without known headings if the request names its columns', async () => {
    const { tryOut } = await newHome()
    const { lines, columns } = await tryOut('Was,Wann\nHafenfest,01.06.2031', { columns: ['title', 'start'] })
    expect(lines).toMatchObject([
      { result: 'skipped', says: 'Line 1: It looks like the headings. The event is left out.' },
      { result: 'new', title: 'Hafenfest' },
    ])
    expect(columns).toMatchObject([{ meaning: 'title' }, { meaning: 'start' }])
  })

  it('does not bring deleted events back', async () => {
    const { key, bringIn, tryOut } = await newHome()
    const { lines } = await bringIn(REFERRED)
    await send(`DELETE /v1/events/${lines[0].id}`, { key })
    expect((await tryOut(REFERRED)).lines[0]).toMatchObject({
      result: 'skipped',
      says: 'Line 2: It was deleted here and stays deleted.',
    })
  })

  it('adds nothing twice when 8 copies of a request run at the same time', async () => {
    const { ask, tryOut, countOf } = await newHome()
    const { digest } = await tryOut(REFERRED)
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask({ file: fileOf(REFERRED), confirm: digest })))
    for (const { status, body } of answers) expect(status === 200 || body.code === 'import_stale').toBe(true)
    expect(await countOf('events')).toBe(2)
  })

  it('asks for the order of dates and the decimal mark where both fit', async () => {
    const { ask, tryOut } = await newHome()
    const text = 'Title,Date,Price\nFair,03/04/2031,"1,500"'
    expect((await tryOut(text)).asks).toEqual(['dateOrder', 'decimalMark'])
    const refused = await ask({ file: fileOf(text), confirm: 'x' })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'dateOrder' }] } })
    const settled = await tryOut(text, { dateOrder: 'DMY', decimalMark: '.' })
    expect(settled).toMatchObject({ asks: [], counts: { new: 1 } })
  })

  it('asks before it imports a file of which more than 20 % is refused', async () => {
    const { ask, tryOut, countOf } = await newHome()
    const { digest } = await tryOut(LISTE)
    const refused = await ask({ file: fileOf(LISTE), confirm: digest })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'acceptRefused' }] } })
    expect(await countOf('events')).toBe(0)
    expect((await ask({ file: fileOf(LISTE), confirm: digest, acceptRefused: true })).status).toBe(200)
    expect(await countOf('events')).toBe(3)
  })

  it('returns 409 when the calendar has changed since the dry run', async () => {
    const { ask, tryOut, bringIn } = await newHome()
    const { digest } = await tryOut(REFERRED)
    await bringIn(REFERRED)
    expect(await ask({ file: fileOf(REFERRED), confirm: digest })).toMatchObject({
      status: 409,
      body: { code: 'import_stale' },
    })
  })

  it('returns 403 and adds nothing when the events exceed the quota', async () => {
    const { calendar, tryOut, countOf } = await newHome()
    const { digest } = await tryOut(REFERRED)
    const quotas = { ...QUOTAS, eventsPerCalendar: { FREE: 1, PLUS: 1, PRO: 1, ENTERPRISE: 1 } }
    const { key } = await newKey(calendar, ['events:write'])
    const app = appWith({ ...deps, config: { ...deps.config, quotas } })
    const answer = await app.request(`/api/v1/calendars/${calendar.slug}/events/import`, {
      method: 'POST',
      headers: { 'x-svc-api-key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ file: fileOf(REFERRED), confirm: digest }),
    })
    expect([answer.status, (await answer.json<{ code: string }>()).code]).toEqual([403, 'quota_exceeded'])
    expect(await countOf('events')).toBe(0)
  })

  it.each([
    ['a spreadsheet', 'PK\u0003\u0004', 'file'],
    ['a file without a start', 'Title,Colour\nFair,blue', 'columns'],
    ['more than 500 events', `Title,Start\n${'Fair,2031-01-01\n'.repeat(501)}`, 'file'],
  ])('returns 400 for %s', async (_, text, field) => {
    const { ask } = await newHome()
    expect(await ask({ file: fileOf(text), dryRun: true })).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    })
  })
})

const ICS = [
  'BEGIN:VCALENDAR',
  'X-WR-TIMEZONE:Europe/Paris',
  'BEGIN:VEVENT',
  'UID:one@example.org',
  'DTSTART;TZID=America/New_York:20310601T100000',
  'DURATION:PT1H30M',
  'SUMMARY:Harbour\\, open',
  'DESCRIPTION:First line\\nsecond',
  ' line',
  'LOCATION:Pier 3',
  'BEGIN:VALARM',
  'DESCRIPTION:Not the description',
  'END:VALARM',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:two@example.org',
  'DTSTART;VALUE=DATE:20310701',
  'DTEND;VALUE=DATE:20310703',
  'SUMMARY:Days',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:three@example.org',
  'DTSTART;TZID=Europe/Paris:20310901T190000',
  'DTEND;TZID=Europe/Paris:20310901T200000',
  'RRULE:FREQ=WEEKLY;COUNT=4',
  'EXDATE;TZID=Europe/Paris:20310908T190000',
  'SUMMARY:Choir',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:four@example.org',
  'STATUS:CANCELLED',
  'DTSTART:20310601T100000Z',
  'SUMMARY:Off',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:five@example.org',
  'DTSTART;TZID=W. Europe Standard Time:20310601T100000',
  'SUMMARY:Outlook',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n')

describe('POST .../events/import with ICS', () => {
  it('creates events and series, and says why others are left out', async () => {
    const { key, bringIn, listed } = await newHome()
    const report = await bringIn(ICS)
    expect(report).toMatchObject({ format: 'ICS', counts: { new: 3, skipped: 1, refused: 1 } })
    expect(report.lines[2].id).toMatch(/^ser_/)
    expect(report.lines[4].says).toBe(
      "Line 35: The time zone 'W. Europe Standard Time' isn’t known. Choose a time zone for the file, such as Europe/Berlin. The event is left out.",
    )
    const [harbour, days, ...choir] = await listed()
    expect(harbour).toMatchObject({
      title: 'Harbour, open',
      description: 'First line\nsecondline',
      startAt: '2031-06-01T14:00:00.000Z',
      endAt: '2031-06-01T15:30:00.000Z',
      timezone: 'America/New_York',
    })
    expect(days).toMatchObject({ allDay: true, startAt: '2031-07-01', endAt: '2031-07-03' })
    expect(choir).toMatchObject([{ title: 'Choir', startAt: '2031-09-01T17:00:00.000Z' }])
    const { body } = await send(`GET /v1/series/${report.lines[2].id}`, { key })
    expect(body.data).toMatchObject({
      rrule: 'FREQ=WEEKLY;COUNT=4',
      exdates: ['2031-09-08T19:00:00'],
      durationMinutes: 60,
    })
    expect((await bringIn(ICS)).counts).toMatchObject({ new: 0, same: 3 })
  })

  const CHOIR = [
    'BEGIN:VEVENT',
    'UID:choir',
    'DTSTART;TZID=Europe/Paris:20310901T190000',
    'RRULE:FREQ=WEEKLY;COUNT=4',
    'EXDATE;TZID=Europe/Paris:20310915T190000,20320105T190000',
    'RDATE;TZID=Europe/Paris:20310902T200000',
    'SUMMARY:Choir',
    'END:VEVENT',
  ]
  const OFF = ['BEGIN:VEVENT', 'UID:choir', 'RECURRENCE-ID:20310908T170000Z', 'STATUS:CANCELLED', 'END:VEVENT']
  const icsOf = (lines: readonly string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n')

  it('creates the dates of a series without those that are cancelled before or after it', async () => {
    for (const lines of [
      [...OFF, ...CHOIR],
      [...CHOIR, ...OFF],
    ]) {
      const { key, bringIn } = await newHome()
      const report = await bringIn(icsOf(lines))
      expect(report.counts).toMatchObject({ new: 1, skipped: 1, refused: 0 })
      const { id } = report.lines.find((line: { result: string }) => line.result === 'new')
      const { body } = await send(`GET /v1/series/${id}`, { key })
      expect(body.data).toMatchObject({
        exdates: ['2031-09-08T19:00:00', '2031-09-15T19:00:00'],
        rdates: ['2031-09-02T20:00:00'],
      })
    }
  })

  it('reports that the dates of a series have changed in the file', async () => {
    const { bringIn, tryOut } = await newHome()
    await bringIn(icsOf(CHOIR))
    const { lines } = await tryOut(icsOf([...CHOIR, ...OFF]))
    expect(lines[0]).toMatchObject({
      result: 'skipped',
      says: 'Line 2: The series has changed in the file. Edit the series here.',
    })
  })

  it('reports an event that is cancelled in the file and open here', async () => {
    const { key, bringIn, tryOut } = await newHome()
    const open = ['BEGIN:VEVENT', 'UID:fair', 'DTSTART:20310601T100000Z', 'SUMMARY:Fair', 'END:VEVENT']
    const [{ id }] = (await bringIn(icsOf(open))).lines
    const off = icsOf(open.toSpliced(3, 0, 'STATUS:CANCELLED'))
    expect((await tryOut(off)).lines[0]).toMatchObject({
      id,
      result: 'skipped',
      says: 'Line 2: It is cancelled in the file but not here. Cancel it here.',
    })
    await send(`POST /v1/events/${id}/cancel`, { key, json: {} })
    expect((await tryOut(off)).lines[0].says).toBe('Line 2: It is cancelled in the file. The event is left out.')
  })

  it('keeps letters of a file that is folded by bytes', async () => {
    const { ask } = await newHome()
    const text = utf8(icsOf(['BEGIN:VEVENT', 'UID:z', 'DTSTART:20310601T100000Z', 'SUMMARY:Zürich', 'END:VEVENT']))
    const at = text.indexOf(0xc3) + 1
    const folded = Uint8Array.from([...text.slice(0, at), 13, 10, 32, ...text.slice(at)])
    const { body } = await ask({ file: base64(folded), dryRun: true })
    expect(body.data).toMatchObject({ encoding: 'UTF-8', lines: [{ title: 'Zürich' }] })
  })

  it('uses the stated time zone for names that IANA does not know', async () => {
    const { tryOut } = await newHome()
    expect((await tryOut(ICS, { timezone: 'Europe/Berlin' })).counts).toMatchObject({ new: 4, refused: 0 })
  })
})
