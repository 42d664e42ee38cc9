// Keeps a calendar's events, tickets, guests, check-ins and orders in a SQLite file: node replica.mjs file.db [--follow]
// Reads BASE_URL and API_KEY. Needs Node 22.5 or newer. Kill it whenever you like: a page and its cursor are one transaction.
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'

const { BASE_URL, API_KEY } = process.env
const [file = 'replica.db', mode] = process.argv.slice(2)
const db = new DatabaseSync(file)
db.exec(`create table if not exists objects (object text, id text, body text, primary key (object, id));
  create table if not exists place (one integer primary key, cursor text not null)`)
const put = db.prepare('insert or replace into objects values (?, ?, ?)')
const drop = db.prepare('delete from objects where object = ? and id = ?')
const keepPlace = db.prepare('insert or replace into place values (1, ?)')
const store = (object, forms) => {
  for (const form of forms) put.run(object, form.id, JSON.stringify(form))
}

const get = async (path) => {
  const answer = await fetch(`${BASE_URL}/v1${path}`, { headers: { 'x-svc-api-key': API_KEY } })
  if (answer.ok || answer.status === 410) return { isExpired: answer.status === 410, ...(await answer.json()) }
  if (answer.status !== 429 && answer.status !== 503) throw new Error(`${answer.status}: ${await answer.text()}`)
  await setTimeout(1_000 * Number(answer.headers.get('Retry-After') ?? 1))
  return get(path)
}
const feed = (cursor) => get(`/changes?types=event,ticket,guest,checkin,order&limit=100&cursor=${cursor}`)
const list = async (path, page = 1) => {
  const { data, meta: { totalPages } = { totalPages: 1 } } = await get(`${path}page=${page}&limit=100`)
  return page < totalPages ? [...data, ...(await list(path, page + 1))] : data
}

const lacksRows = async ({ data, meta }) =>
  data.some(({ op }) => op === 'delete') || (meta.hasMore && lacksRows(await feed(meta.cursor)))

// First the place, then the lists: what changes while they are read is met again in the feed.
const begin = async () => {
  const { cursor } = (await feed('now')).meta
  const { slug } = (await get('/me')).data.calendar
  db.exec('begin; delete from objects')
  for (const event of await list(`/calendars/${slug}/events?from=1970-01-01&`)) {
    store('event', [event])
    store('ticket', event.tickets)
    for (const object of ['guest', 'checkin', 'order']) store(object, await list(`/events/${event.id}/${object}s?`))
  }
  keepPlace.run(cursor)
  // Where something went meanwhile, what stood behind it moved to a page that was read already: then once more.
  db.exec((await lacksRows(await feed(cursor))) ? 'rollback' : 'commit')
}

for (;;) {
  const place = db.prepare('select cursor from place').get()
  const page = place ? await feed(place.cursor) : { isExpired: true }
  if (page.isExpired) await begin()
  else {
    db.exec('begin')
    for (const { object, id, current } of page.data) {
      if (current === null) drop.run(object, id)
      else store(object, [current])
    }
    keepPlace.run(page.meta.cursor)
    db.exec('commit')
    if (!page.meta.hasMore && mode !== '--follow') break
    if (!page.meta.hasMore) await setTimeout(2_000)
  }
}
