// Copies the events, tickets, guests, check-ins, scans and orders of a calendar into a SQLite file:
//
//   BASE_URL=… API_KEY=… node replica.mjs file.db [--follow]
//
// Needs Node 22.5 or newer. Safe to kill: each page is saved with its cursor in one transaction.
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'

const { BASE_URL, API_KEY } = process.env
const [file = 'replica.db', mode] = process.argv.slice(2)
const db = new DatabaseSync(file)
db.exec(`create table if not exists objects (object text, id text, body text, primary key (object, id));
  create table if not exists progress (id integer primary key, cursor text not null)`)
const put = db.prepare('insert or replace into objects values (?, ?, ?)')
const drop = db.prepare('delete from objects where object = ? and id = ?')
const saveCursor = db.prepare('insert or replace into progress values (1, ?)')
// A scan at a checkpoint has the form of a check-in, so both are in one table.
const tableOf = (object) => (object === 'scan' ? 'checkin' : object)
const store = (object, items) => {
  for (const item of items) put.run(tableOf(object), item.id, JSON.stringify(item))
}

const get = async (path) => {
  const response = await fetch(`${BASE_URL}/v1${path}`, { headers: { 'x-svc-api-key': API_KEY } })
  if (response.ok || response.status === 410) return { isExpired: response.status === 410, ...(await response.json()) }
  if (response.status !== 429 && response.status !== 503)
    throw new Error(`${response.status}: ${await response.text()}`)
  await setTimeout(1_000 * Number(response.headers.get('Retry-After') ?? 1))
  return get(path)
}
const feed = (cursor) => get(`/changes?types=event,ticket,guest,checkin,scan,order&limit=100&cursor=${cursor}`)
const list = async (path, page = 1) => {
  const { data, meta: { totalPages } = { totalPages: 1 } } = await get(`${path}page=${page}&limit=100`)
  return page < totalPages ? [...data, ...(await list(path, page + 1))] : data
}

const hasDeletes = async ({ data, meta }) =>
  data.some(({ op }) => op === 'delete') || (meta.hasMore && hasDeletes(await feed(meta.cursor)))

// Get the cursor before reading the lists. The feed then repeats every change made while they are being read.
const startOver = async () => {
  const { cursor } = (await feed('now')).meta
  const { slug } = (await get('/me')).data.calendar
  db.exec('begin; delete from objects')
  for (const event of await list(`/calendars/${slug}/events?from=1970-01-01&`)) {
    store('event', [event])
    store('ticket', event.tickets)
    for (const object of ['guest', 'checkin', 'order']) store(object, await list(`/events/${event.id}/${object}s?`))
    for (const { id } of await list(`/events/${event.id}/checkpoints?`))
      store('scan', await list(`/events/${event.id}/checkins?checkpointId=${id}&`))
  }
  saveCursor.run(cursor)
  // A delete moves later objects to a page that may already have been read, so the lists may have gaps: start over.
  db.exec((await hasDeletes(await feed(cursor))) ? 'rollback' : 'commit')
}

for (;;) {
  const saved = db.prepare('select cursor from progress').get()
  const page = saved ? await feed(saved.cursor) : { isExpired: true }
  if (page.isExpired) await startOver()
  else {
    db.exec('begin')
    for (const { object, id, current } of page.data) {
      if (current === null) drop.run(tableOf(object), id)
      else store(object, [current])
    }
    saveCursor.run(page.meta.cursor)
    db.exec('commit')
    if (!page.meta.hasMore && mode !== '--follow') break
    if (!page.meta.hasMore) await setTimeout(2_000)
  }
}
