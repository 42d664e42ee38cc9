// Keeps a calendar's events, tickets, guests, check-ins and orders in a SQLite file: node replica.mjs file.db [--follow]
// Reads BASE_URL and API_KEY. Needs Node 22.5 or newer. Kill it whenever you like: a page and its cursor are one transaction.
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'

const { BASE_URL, API_KEY } = process.env
const [file = 'replica.db', mode] = process.argv.slice(2)
const db = new DatabaseSync(file)
db.exec(`create table if not exists objects (object text, id text, body text, primary key (object, id));
  create table if not exists place (one integer primary key check (one = 1), cursor text not null)`)
const put = db.prepare('insert or replace into objects values (?, ?, ?)')
const drop = db.prepare('delete from objects where object = ? and id = ?')
const keepPlace = db.prepare('insert or replace into place values (1, ?)')
const TYPES = 'event,ticket,guest,checkin,order'

const get = async (path) => {
  const answer = await fetch(`${BASE_URL}/v1${path}`, { headers: { 'x-svc-api-key': API_KEY } })
  if (answer.status === 429 || answer.status === 503) {
    await setTimeout(1_000 * Number(answer.headers.get('Retry-After') ?? 1))
    return get(path)
  }
  return { status: answer.status, body: await answer.json() }
}

const store = (object, form) => put.run(object, form.id, JSON.stringify(form))

async function* listed(path) {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await get(`${path}${path.includes('?') ? '&' : '?'}page=${page}&limit=100`)
    pages = body.meta?.totalPages ?? 1
    yield* body.data
  }
}

// First the place, then the lists: what changes while they are read is met again in the feed.
const begin = async () => {
  const { cursor } = (await get(`/changes?cursor=now`)).body.meta
  const { slug } = (await get('/me')).body.data.calendar
  db.exec('begin; delete from objects')
  for await (const event of listed(`/calendars/${slug}/events?from=1970-01-01`)) {
    store('event', event)
    for (const ticket of event.tickets) store('ticket', ticket)
    for await (const guest of listed(`/events/${event.id}/guests`)) store('guest', guest)
    for await (const checkin of listed(`/events/${event.id}/checkins`)) store('checkin', checkin)
    for await (const order of listed(`/events/${event.id}/orders`)) store('order', order)
  }
  keepPlace.run(cursor)
  db.exec('commit')
}

for (let isDone = false; !isDone;) {
  const cursor = db.prepare('select cursor from place').get()?.cursor
  const { status, body } = cursor ? await get(`/changes?cursor=${cursor}&types=${TYPES}&limit=100`) : { status: 410 }
  if (status === 410) await begin()
  else if (status !== 200) throw new Error(`${status}: ${body.message}`)
  else {
    db.exec('begin')
    for (const { object, id, current } of body.data) {
      if (current === null) drop.run(object, id)
      else store(object, current)
    }
    keepPlace.run(body.meta.cursor)
    db.exec('commit')
    isDone = !body.meta.hasMore && mode !== '--follow'
    if (!body.meta.hasMore && !isDone) await setTimeout(2_000)
  }
}
