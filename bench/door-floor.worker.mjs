import { DurableObject } from 'cloudflare:workers'

/** The least that a door could cost: an object, one read of D1, and a batch of three statements. */
export class FloorDesk extends DurableObject {
  constructor(state, env) {
    super(state, env)
    state.storage.sql.exec('create table if not exists admitted (id text primary key, at integer not null)')
  }

  admit(id) {
    return (
      this.ctx.storage.sql.exec('insert into admitted values (?, ?) on conflict do nothing', id, Date.now())
        .rowsWritten > 0
    )
  }
}

const prepare = async (db) => {
  await db.batch([
    db.prepare('create table if not exists guests (id text primary key, status text not null)'),
    db.prepare('create table if not exists checkins (id text primary key, at integer not null)'),
    db.prepare('create table if not exists deliveries (id text primary key, data text not null)'),
  ])
  await db
    .prepare(
      `with recursive n(i) as (select 0 union all select i + 1 from n where i < 19999)
       insert into guests select 'g' || i, 'CONFIRMED' from n where true on conflict do nothing`,
    )
    .run()
}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url)
    if (pathname === '/prepare') {
      await prepare(env.DB)
      return new Response('ready')
    }
    const [, act, id] = pathname.split('/')
    const guest = await env.DB.prepare('select * from guests where id = ?').bind(id).first()
    if (guest === null) return new Response('unknown', { status: 404 })
    const isNew = await env.DESK.getByName('door').admit(act === 'read' ? 'g0' : id)
    if (act === 'read' || !isNew) return new Response('in')
    await env.DB.batch([
      env.DB.prepare('insert into checkins values (?, ?)').bind(id, Date.now()),
      env.DB.prepare("update guests set status = 'CHECKED_IN' where id = ?").bind(id),
      env.DB.prepare('insert into deliveries values (?, ?)').bind(id, '{}'),
    ])
    return new Response('admitted')
  },
}
