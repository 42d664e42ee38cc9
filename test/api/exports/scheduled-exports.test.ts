import { createExecutionContext, createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { wallTimeOf } from '../../../src/kernel/zoned-time.ts'
import { registry } from '../../../src/registry.ts'
import type { Deps } from '../../../src/deps.ts'
import { dropExpiredFiles, runExport, startDueExports } from '../../../src/modules/exports/index.ts'
import { depsOf } from '../../../src/platform/deps.ts'
import worker from '../../../src/worker.ts'
import { send } from '../../support/api.ts'
import {
  addMember,
  newCalendar,
  newDoor,
  newEvent,
  newGuest,
  register,
  type Calendar,
} from '../../support/factories.ts'
import { mailsFor } from '../../support/invites.ts'

type Env = Parameters<typeof depsOf>[0]
const deps = depsOf(env as unknown as Env)
/** `tell` sends no queue messages here, because the test calls `runExport()` itself. */
const quiet: Deps = { ...deps, tell: () => {} }
const MINUTE = 60_000

type Home = Calendar
const base = { dataset: 'GUESTS', frequency: 'DAILY', timeOfDay: '08:00', recipients: ['ops@files.test'] }

const create = async (home: Home, json: object = {}) =>
  send(`POST /calendars/${home.slug}/scheduled-exports`, { as: home.owner, json: { ...base, ...json } })
const made = async (home: Home, json: object = {}) => (await create(home, json)).body.data
const read = async (home: Home, id: string) =>
  (await send(`GET /calendars/${home.slug}/scheduled-exports`, { as: home.owner })).body.data.find(
    (each: { id: string }) => each.id === id,
  )
const runsOf = async (home: Home, id: string) =>
  (await send(`GET /calendars/${home.slug}/scheduled-exports/${id}/runs`, { as: home.owner })).body.data
const change = (home: Home, id: string, json: object) =>
  send(`PATCH /calendars/${home.slug}/scheduled-exports/${id}`, { as: home.owner, json })

const dueSince = (id: string, at: number) =>
  env.DB.prepare('update scheduled_exports set next_run_at = ? where id = ?').bind(at, id).run()
const waitingRuns = async (id: string) =>
  (
    await env.DB.prepare(`select id from export_runs where scheduled_export_id = ? and status = 'PENDING'`)
      .bind(id)
      .all<{ id: string }>()
  ).results.map((run) => run.id)
const leaseOver = (id: string) => env.DB.prepare('update export_runs set lease_until = 0 where id = ?').bind(id).run()
const mailsAbout = async (runId: string) =>
  (
    await env.DB.prepare(`select kind, recipient from mails where cause like ? order by recipient`)
      .bind(`${runId}:%`)
      .all()
  ).results

/** Makes the schedule due, then does what the cron trigger and the queue consumer would do. */
const runNow = async (id: string, ports: Deps = quiet) => {
  await dueSince(id, Date.now() - MINUTE)
  await startDueExports(quiet)
  const [run] = await waitingRuns(id)
  if (run === undefined) throw new Error('no run was started')
  await runExport(run, ports)
  return run
}
const linkOf = async (home: Home, id: string) => ((await runsOf(home, id))[0].url as string).replace(/^.*\/api/, '')

describe('scheduling an export', () => {
  it('returns every documented field, including nextRunAt', async () => {
    const home = await newCalendar({ plan: 'PLUS', timezone: 'Europe/Paris' })
    const answer = await create(home, { recipients: ['Ops@Files.test', 'ops@files.test'] })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/^sex_/),
      calendarSlug: home.slug,
      eventId: null,
      dataset: 'GUESTS',
      format: 'csv',
      frequency: 'DAILY',
      weekday: null,
      dayOfMonth: null,
      timeOfDay: '08:00',
      timezone: 'Europe/Paris',
      recipients: ['ops@files.test'],
      isActive: true,
      nextRunAt: expect.stringMatching(/T0[67]:00:00\.000Z$/),
      lastRunAt: null,
      lastStatus: null,
      consecutiveFailures: 0,
      pausedReason: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(Date.parse(answer.body.data.nextRunAt)).toBeGreaterThan(Date.now())
  })

  it.each([
    [{ dataset: 'EVERYTHING' }, 'dataset'],
    [{ format: 'xlsx' }, 'format'],
    [{ frequency: 'HOURLY' }, 'frequency'],
    [{ frequency: 'WEEKLY' }, 'weekday'],
    [{ frequency: 'WEEKLY', weekday: 0 }, 'weekday'],
    [{ frequency: 'WEEKLY', weekday: 8 }, 'weekday'],
    [{ frequency: 'MONTHLY' }, 'dayOfMonth'],
    [{ frequency: 'MONTHLY', dayOfMonth: 32 }, 'dayOfMonth'],
    [{ timeOfDay: '24:00' }, 'timeOfDay'],
    [{ timeOfDay: '8:00' }, 'timeOfDay'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ recipients: [] }, 'recipients'],
    [{ recipients: ['nobody'] }, 'recipients.0'],
    [{ recipients: Array.from({ length: 11 }, (_, index) => `r${index}@files.test`) }, 'recipients'],
    [{ eventId: 'evt_unknown' }, 'eventId'],
  ])('returns 400 for %j and names the field %s', async (json, field) => {
    const home = await newCalendar({ plan: 'PLUS' })
    expect((await create(home, json)).body).toMatchObject({ statusCode: 400, errors: [{ field }] })
  })

  it('accepts ten recipients, and requires the role MANAGER and the plan PLUS', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const ten = Array.from({ length: 10 }, (_, index) => `r${index}@files.test`)
    expect((await create(home, { recipients: ten })).body.data.recipients).toEqual(ten)
    const staff = await addMember(home, 'usr_files_staff', 'STAFF')
    const asStaff = await send(`POST /calendars/${home.slug}/scheduled-exports`, { as: staff, json: base })
    expect(asStaff.body.code).toBe('role_insufficient')
    expect((await create(await newCalendar({ plan: 'FREE' }))).body.code).toBe('plan_insufficient')
  })

  it('recalculates nextRunAt after each change and clears it while the schedule is paused', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const { id } = await made(home, { timezone: 'UTC', timeOfDay: '00:00' })
    const monthly = await change(home, id, { frequency: 'MONTHLY', dayOfMonth: 31, timeOfDay: '23:59' })
    expect(monthly.body.data).toMatchObject({ frequency: 'MONTHLY', dayOfMonth: 31 })
    const { nextRunAt } = monthly.body.data
    expect(new Date(Date.parse(nextRunAt) + MINUTE).getUTCDate()).toBe(1)
    expect((await change(home, id, { isActive: false })).body.data).toMatchObject({ isActive: false, nextRunAt: null })
    expect((await change(home, id, { isActive: true })).body.data).toMatchObject({ isActive: true, nextRunAt })
    expect((await change(home, id, { frequency: 'DAILY' })).body.data).toMatchObject({ dayOfMonth: null })
    expect((await change(home, id, { frequency: 'WEEKLY' })).body.errors).toMatchObject([{ field: 'weekday' }])
  })
})

describe('scheduled export of orders', () => {
  it('can be seen by a manager, but only an owner may create, change or delete it or download its file', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const manager = await addMember(home, 'usr_files_manager', 'MANAGER')
    const at = `/calendars/${home.slug}/scheduled-exports`
    const asManager = (line: string, json?: object) => send(line, { as: manager, ...(json && { json }) })
    const codes: (string | undefined)[] = []
    const note = ({ body }: { body: { code?: string } }) => codes.push(body.code)
    note(await asManager(`POST ${at}`, { ...base, dataset: 'ORDERS' }))
    const guests = (await asManager(`POST ${at}`, base)).body.data.id
    note(await asManager(`PATCH ${at}/${guests}`, { dataset: 'ORDERS' }))
    const { id } = await made(home, { dataset: 'ORDERS' })
    note(await asManager(`PATCH ${at}/${id}`, { recipients: ['me@files.test'] }))
    note(await asManager(`PATCH ${at}/${id}`, { dataset: 'GUESTS' }))
    note(await asManager(`DELETE ${at}/${id}`))
    expect(codes).toEqual(Array.from({ length: 5 }, () => 'role_insufficient'))
    expect(await read(home, id)).toMatchObject({ dataset: 'ORDERS', recipients: ['ops@files.test'] })
    await runNow(id)
    expect((await asManager(`GET ${at}/${id}/runs`)).body.data).toMatchObject([{ status: 'SUCCEEDED', url: null }])
    expect((await runsOf(home, id))[0].url).toMatch(/^http/)
    expect((await asManager(`PATCH ${at}/${guests}`, { timeOfDay: '09:00' })).status).toBe(200)
  })
})

it('a calendar has at most 20 scheduled exports, even for 22 concurrent requests', async () => {
  const home = await newCalendar({ plan: 'PLUS' })
  const answers = await Promise.all(Array.from({ length: 22 }, () => create(home, { isActive: false })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(answers.filter(({ body }) => body.code === 'scheduled_export_limit_reached')).toHaveLength(2)
  const { body } = await send(`GET /calendars/${home.slug}/scheduled-exports`, { as: home.owner })
  expect(body.total).toBe(20)
})

describe('concurrent edits of a schedule', () => {
  it('all take effect, and nextRunAt reflects all of them', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const { id } = await made(home, { timezone: 'UTC' })
    const edits = [
      { timeOfDay: '09:15' },
      { timezone: 'Asia/Tokyo' },
      { frequency: 'WEEKLY', weekday: 3 },
      { recipients: ['other@files.test'] },
      { format: 'json' },
      { dataset: 'ORDERS' },
    ]
    const answers = await Promise.all(edits.map((json) => change(home, id, json)))
    expect(answers.map(({ status }) => status)).toEqual(edits.map(() => 200))
    const now = await read(home, id)
    expect(now).toMatchObject(Object.assign({}, ...edits))
    expect((await change(home, id, {})).body.data.nextRunAt).toBe(now.nextRunAt)
  })
})

describe('export run', () => {
  it('names its dataset and format in the email, in the language of the calendar', async () => {
    const home = await newCalendar({ plan: 'PLUS', locale: 'de' })
    const recipients = ['leser@files.test']
    for (const dataset of ['CHECKINS', 'EVENTS', 'GUESTS', 'ORDERS']) {
      const { id } = await made(home, { dataset, format: dataset === 'EVENTS' ? 'json' : 'csv', recipients })
      await runNow(id)
    }
    const said = (await mailsFor('leser@files.test', deps)).map(({ text }) => /^Inhalt.*$/m.exec(text)?.[0])
    expect(said.toSorted()).toEqual([
      expect.stringMatching(/Bestellungen \(CSV\)$/),
      expect.stringMatching(/Check-ins \(CSV\)$/),
      expect.stringMatching(/Gäste \(CSV\)$/),
      expect.stringMatching(/Veranstaltungen \(JSON\)$/),
    ])
  })

  it('writes the guests as CSV, emails each recipient and appears in the list of runs with a link to the file', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const questions = [{ id: 'qst_1', label: 'Diet, if any', type: 'TEXT', required: false, options: [] }]
    const event = await newEvent(home, { registration_questions: JSON.stringify(questions) })
    const guest = (await register(event, { firstName: '=cmd', answers: [{ questionId: 'qst_1', answer: 'none' }] }))
      .body.data.guest
    const { id } = await made(home, { eventId: event.id, recipients: ['a@files.test', 'b@files.test'] })
    const runId = await runNow(id)
    const [run] = await runsOf(home, id)
    expect(run).toMatchObject({ id: runId, status: 'SUCCEEDED', attempts: 1, rowCount: 1, error: null })
    expect(await mailsAbout(runId)).toEqual([
      { kind: 'export-ready', recipient: 'a@files.test' },
      { kind: 'export-ready', recipient: 'b@files.test' },
    ])
    expect(await read(home, id)).toMatchObject({
      lastStatus: 'SUCCEEDED',
      consecutiveFailures: 0,
      lastRunAt: run.completedAt,
    })
    const file = await send(`GET ${await linkOf(home, id)}`)
    expect(file.status).toBe(200)
    expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('Cache-Control')).toBe('private, no-store')
    expect(file.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(file.headers.get('Content-Disposition')).toMatch(/^attachment; filename="[\w-]+-guests-[\d-]+\.csv"$/)
    const byteOrderMark = 3
    expect(new TextEncoder().encode(file.text).length + byteOrderMark).toBe(run.bytes)
    const { number, title, timezone } =
      (await env.DB.prepare(
        `select o.number, e.title, e.timezone from orders o join events e on e.id = o.event_id where o.id = ?`,
      )
        .bind(guest.orderId)
        .first<{ number: string; title: string; timezone: string }>()) ?? {}
    const cells = [
      "'=cmd",
      guest.lastName,
      guest.email,
      'CONFIRMED',
      guest.ticket.name,
      number,
      wallTimeOf(Date.parse(guest.createdAt), timezone ?? '').replace('T', ' '),
      '',
      title,
      timezone,
      guest.qrCode,
      'PUBLIC',
      guest.id,
      event.ticketId,
      guest.orderId,
      'none',
    ]
    expect(file.text.split('\r\n')).toEqual([
      'First name,Last name,Email,Status,Ticket,Order number,Registered at,Checked in at,Event,Time zone,QR code,Source,Guest ID,Ticket ID,Order ID,"Diet, if any"',
      cells.join(),
      '',
    ])
  })

  it('writes JSON with the question id appended to a column name that is already taken', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const asked = [
      ['qst_mail', 'email'],
      ['qst_status', 'status'],
      ['qst_one', 'Diet'],
      ['qst_two', 'Diet'],
      ['qst_size', 'Size'],
    ].map(([id, label]) => ({ id, label, type: 'TEXT', required: false, options: [] }))
    const event = await newEvent(home, { registration_questions: JSON.stringify(asked) })
    const answers = asked.slice(0, 4).map(({ id }) => ({ questionId: id, answer: `answer to ${id}` }))
    const { guest } = (await register(event, { answers })).body.data
    const { id } = await made(home, { eventId: event.id, format: 'json' })
    await runNow(id)
    const [row] = (await send(`GET ${await linkOf(home, id)}`)).body.data
    expect(row).toMatchObject({
      email: guest.email,
      status: 'CONFIRMED',
      'email (qst_mail)': 'answer to qst_mail',
      'status (qst_status)': 'answer to qst_status',
      'Diet (qst_one)': 'answer to qst_one',
      'Diet (qst_two)': 'answer to qst_two',
      Size: '',
    })
    expect(Object.keys(row)).toHaveLength(17)
  })

  it('has a column for questions that have since been deleted, as the guest export has', async () => {
    const home = await newCalendar()
    const asked = [{ id: 'qst_gone', label: 'Diet', type: 'TEXT', required: false, options: [] }]
    const event = await newEvent(home, { registration_questions: JSON.stringify(asked) })
    await register(event, { answers: [{ questionId: 'qst_gone', answer: 'vegan' }] })
    await env.DB.prepare(`update events set registration_questions = '[]' where id = ?`).bind(event.id).run()
    const { id } = await made(home, { eventId: event.id })
    await runNow(id)
    const scheduled = await send(`GET ${await linkOf(home, id)}`)
    const asNow = await send(`GET /events/${event.id}/export`, { as: home.owner })
    for (const { text } of [scheduled, asNow]) {
      expect(text).toContain(',Diet\r\n')
      expect(text).toContain(',vegan\r\n')
    }
  })

  it.each([
    ['GUESTS', 2],
    ['ORDERS', 2],
    ['CHECKINS', 0],
    ['EVENTS', 3],
  ])('exports %s of all events of its calendar, and of no other calendar', async (dataset, count) => {
    const [home, elsewhere] = [await newCalendar({ plan: 'PLUS' }), await newCalendar({ plan: 'PLUS' })]
    for (const calendar of [home, home, elsewhere]) await register(await newEvent(calendar))
    await newEvent(home)
    const { id } = await made(home, { dataset, format: 'json' })
    await runNow(id)
    const file = await send(`GET ${await linkOf(home, id)}`)
    expect(file.body.data).toHaveLength(count)
    expect((await runsOf(home, id))[0].rowCount).toBe(count)
  })

  it('exports the guests of a calendar with a column of party ids only if some registered as a party', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const [alone, event] = [await newEvent(home), await newEvent(home)]
    await register(alone)
    const { id } = await made(home, { dataset: 'GUESTS', format: 'csv' })
    const file = async () => {
      await runNow(id)
      return (await send(`GET ${await linkOf(home, id)}`)).text.trim().split('\r\n')
    }
    expect((await file())[0]).toMatch(/,Order ID,Event ID,Event address$/)
    const buyer = { firstName: 'Bea', lastName: 'Buyer', email: 'bea@files.test' }
    const { partyId } = (
      await send(`POST /public/events/${event.id}/registrations`, { json: { buyer, attendees: [{}, {}] } })
    ).body.data
    const [head, ...lines] = await file()
    expect(head).toMatch(/,Order ID,Party ID,Event ID,Event address$/)
    expect(lines.map((line) => line.split(',').slice(-3)).toSorted()).toEqual(
      [
        ['', alone.id, alone.slug],
        [partyId, event.id, event.slug],
        [partyId, event.id, event.slug],
      ].toSorted(),
    )
  })

  it('exports check-ins with scans at checkpoints and exits through the main door, but without undone scans', async () => {
    const home = await newCalendar({ plan: 'PRO' })
    const event = await newDoor(home, { reentry: true })
    const guest = await newGuest(event)
    const as = home.owner
    const door = `/events/${event.id}/checkins`
    const room = (await send(`POST /events/${event.id}/checkpoints`, { as, json: { name: '=Room', mode: 'IN_OUT' } }))
      .body.data.id
    const scan = async (json: object) =>
      (await send(`POST ${door}`, { as, json: { guestId: guest.id, gate: 'North', ...json } })).body.data.id
    const ids = [await scan({})]
    for (const json of [{ checkpointId: room }, { checkpointId: room, direction: 'OUT' }, { direction: 'OUT' }])
      ids.push(await scan(json))
    const undone = await scan({ checkpointId: room })
    expect((await send(`DELETE ${door}/${undone}`, { as })).status).toBe(200)
    const { id } = await made(home, { dataset: 'CHECKINS', format: 'json', eventId: event.id })
    await runNow(id)
    const { data } = (await send(`GET ${await linkOf(home, id)}`)).body
    const shared = { eventId: event.id, guestId: guest.id, email: guest.email, gate: 'North', checkedInBy: as }
    const at = expect.stringMatching(/Z$/)
    expect(data).toMatchObject([
      { ...shared, id: ids[0], checkedInAt: at, checkpointId: null, checkpointName: null, direction: null },
      { ...shared, id: ids[1], checkedInAt: at, checkpointId: room, checkpointName: '=Room', direction: 'IN' },
      { ...shared, id: ids[2], checkedInAt: at, checkpointId: room, checkpointName: '=Room', direction: 'OUT' },
      { ...shared, id: ids[3], checkedInAt: at, checkpointId: null, checkpointName: null, direction: 'OUT' },
    ])
    await change(home, id, { format: 'csv' })
    await runNow(id)
    const [head, ...lines] = (await send(`GET ${await linkOf(home, id)}`)).text.trim().split('\r\n')
    const columns = ['Checkpoint ID', 'Checkpoint', 'Direction'].map((name) => (head ?? '').split(',').indexOf(name))
    expect(lines.map((line) => columns.map((column) => line.split(',')[column]))).toEqual([
      ['', '', ''],
      [room, "'=Room", 'IN'],
      [room, "'=Room", 'OUT'],
      ['', '', 'OUT'],
    ])
  })

  it('starts only once after five days of downtime, and sets nextRunAt to a time in the future', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const { id } = await made(home)
    await dueSince(id, Date.now() - 5 * 24 * 60 * MINUTE)
    await Promise.all([startDueExports(quiet), startDueExports(quiet), startDueExports(quiet)])
    await startDueExports(quiet)
    expect(await waitingRuns(id)).toHaveLength(1)
    expect(Date.parse((await read(home, id)).nextRunAt)).toBeGreaterThan(Date.now())
  })

  it('is executed by one worker at a time, and by a second worker when the first worker’s lease expires', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const { id } = await made(home)
    await dueSince(id, Date.now() - MINUTE)
    await startDueExports(quiet)
    const [run] = (await waitingRuns(id)) as [string]
    const hung: Deps = { ...quiet, files: { ...deps.files, write: () => new Promise(() => {}) } }
    void runExport(run, hung)
    await expect.poll(async () => (await runsOf(home, id))[0].status).toBe('RUNNING')
    await runExport(run, quiet)
    expect((await runsOf(home, id))[0]).toMatchObject({ status: 'RUNNING', attempts: 1 })
    await leaseOver(run)
    await Promise.all([runExport(run, quiet), runExport(run, quiet)])
    expect((await runsOf(home, id))[0]).toMatchObject({ status: 'SUCCEEDED', attempts: 2 })
    expect(await mailsAbout(run)).toHaveLength(1)
  })

  it.each(['succeeds later', 'fails later'])(
    'keeps the result stored by a second worker when the first one %s',
    async (end) => {
      const home = await newCalendar({ plan: 'PLUS' })
      const { id } = await made(home)
      await dueSince(id, Date.now() - MINUTE)
      await startDueExports(quiet)
      const [run] = (await waitingRuns(id)) as [string]
      const { promise, resolve, reject } = Promise.withResolvers<{ bytes: number }>()
      const log = { ...deps.log, error: () => {} }
      const first = runExport(run, { ...quiet, log, files: { ...deps.files, write: () => promise } })
      await expect.poll(async () => (await runsOf(home, id))[0].status).toBe('RUNNING')
      await leaseOver(run)
      await env.DB.prepare('update export_runs set attempts = 2 where id = ?').bind(run).run()
      const second: Deps = { ...quiet, log, files: { ...deps.files, write: () => Promise.reject(new Error('full')) } }
      await runExport(run, second)
      const before = { runs: await runsOf(home, id), schedule: await read(home, id) }
      expect(before.runs).toMatchObject([{ status: 'FAILED', attempts: 3 }])
      if (end === 'succeeds later') resolve({ bytes: 1 })
      else reject(new Error('full'))
      await first
      expect({ runs: await runsOf(home, id), schedule: await read(home, id) }).toEqual(before)
      expect(await mailsAbout(run)).toEqual([])
    },
  )

  it('is attempted three times; after five failed runs the schedule is paused with one email', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const { id } = await made(home)
    const broken: Deps = {
      ...quiet,
      files: { ...deps.files, write: () => Promise.reject(new Error('no storage')) },
      log: { ...deps.log, error: () => {} },
    }
    for (let failures = 1; failures <= 5; failures += 1) {
      const run = await runNow(id, broken)
      for (const attempts of [2, 3]) {
        expect((await runsOf(home, id))[0]).toMatchObject({ status: 'PENDING', attempts: attempts - 1 })
        await leaseOver(run)
        await runExport(run, broken)
      }
      expect((await runsOf(home, id))[0]).toMatchObject({ status: 'FAILED', attempts: 3, url: null })
      expect(await read(home, id)).toMatchObject({
        consecutiveFailures: failures,
        isActive: failures < 5,
        lastStatus: 'FAILED',
      })
      expect(await mailsAbout(run)).toHaveLength(failures < 5 ? 0 : 1)
    }
    expect((await read(home, id)).nextRunAt).toBeNull()
    expect((await change(home, id, { isActive: true })).body.data).toMatchObject({
      isActive: true,
      consecutiveFailures: 0,
    })
  })

  it('fails if the calendar was downgraded to FREE', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const { id } = await made(home)
    await env.DB.prepare(`update calendars set plan = 'FREE' where id = ?`).bind(home.id).run()
    await runNow(id)
    await env.DB.prepare(`update calendars set plan = 'PLUS' where id = ?`).bind(home.id).run()
    expect((await runsOf(home, id))[0]).toMatchObject({ status: 'FAILED', error: expect.stringContaining('plan') })
  })

  it('writes the complete file when it is uploaded in several parts', async () => {
    async function* pieces() {
      for (let piece = 0; piece < 12; piece += 1) yield `${String(piece).padStart(2, '0')}${'é'.repeat(524_287)}`
    }
    const { bytes } = await deps.files.write('exports/large', pieces(), 'text/plain')
    const file = await deps.files.read('exports/large')
    const text = await new Response(file?.body).text()
    expect(bytes).toBe(12 * (2 + 2 * 524_287))
    expect(text.length).toBe(12 * (2 + 524_287))
    expect(text.startsWith('00é')).toBe(true)
    expect(text.slice(11 * 524_289, 11 * 524_289 + 3)).toBe('11é')
  })
})

describe('link to an export file', () => {
  it('returns 404 if it was tampered with, and after the file has expired', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const { id } = await made(home)
    const run = await runNow(id)
    const link = await linkOf(home, id)
    const [name, end, proof] = (link.split('/').at(-1) as string).split('.') as [string, string, string]
    const wrong = [
      `${name}.${end}.${proof.slice(0, -1)}${proof.endsWith('A') ? 'B' : 'A'}`,
      `${name}.${(Number.parseInt(end, 36) + 1).toString(36)}.${proof}`,
      `${name}.${end}`,
      name,
      'x',
    ]
    for (const token of wrong) expect((await send(`GET /public/exports/${token}`)).status, token).toBe(404)
    expect((await send(`GET ${link}`)).status).toBe(200)
    await env.DB.prepare('update export_runs set file_expires_at = 1 where id = ?').bind(run).run()
    await dropExpiredFiles(quiet)
    expect((await send(`GET ${link}`)).status).toBe(404)
    expect((await runsOf(home, id))[0]).toMatchObject({ url: null, expiresAt: null })
  })

  it('expires exactly at expiresAt, even if the file still exists', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const { id } = await made(home)
    await runNow(id)
    const [{ url, expiresAt }] = await runsOf(home, id)
    const statusAt = async (now: number) => {
      const app = createApp(registry, { ...quiet, clock: () => now })
      return (await app.fetch(new Request(url), env, createExecutionContext())).status
    }
    expect(await statusAt(Date.parse(expiresAt) - 1)).toBe(200)
    expect(await statusAt(Date.parse(expiresAt))).toBe(404)
  })

  it('returns 404 after the schedule is deleted, and the file is deleted with it', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const { id } = await made(home)
    const run = await runNow(id)
    const link = await linkOf(home, id)
    const gone = await send(`DELETE /calendars/${home.slug}/scheduled-exports/${id}`, { as: home.owner })
    expect(gone.body).toEqual({ data: { id, deleted: true } })
    expect((await send(`GET ${link}`)).status).toBe(404)
    expect(await deps.files.read(`exports/${run}`)).toBeNull()
    expect((await send(`GET /calendars/${home.slug}/scheduled-exports/${id}/runs`, { as: home.owner })).status).toBe(
      404,
    )
  })
})

describe('cron trigger and queue', () => {
  it('run a due export', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const { id } = await made(home)
    await dueSince(id, Date.now() - MINUTE)
    await worker.scheduled(createScheduledController(), env as unknown as Env)
    await expect.poll(async () => (await runsOf(home, id))[0]?.status, { timeout: 20_000 }).toBe('SUCCEEDED')
  })
})
