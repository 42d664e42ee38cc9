import { join } from 'node:path'
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { makeKey } from '../../src/access/key-format.ts'
import { SCOPE_NAMES } from '../../src/kernel/vocabulary.ts'
import { withDatabase } from '../../harness/database.ts'
import { startService, type RunningService } from '../../harness/service.ts'
import { DOOR, KEY, eventIdOf } from '../fill.ts'
import { compare, compareSizes } from '../harness.ts'
import type { Case } from '../../harness/results.ts'
import { always, requestOf } from '../rounds.ts'
import { WITHOUT_LIMITS, type Stand } from '../stand.ts'

const PAGE = 100
const FEW = 100
const MANY = 1_000_000
const keys = { [FEW]: makeKey('live'), [MANY]: makeKey('live') }

const eventOf = (size: number) => eventIdOf(`changes${size}`)
const guestOf = (size: number, guest: number) => `gst_changes${size}n${guest}`

/** Adds a calendar with an event of 100 guests and `size` rows in `changes`. */
const addCalendar = (db: DatabaseSync, size: typeof FEW | typeof MANY, now: number) => {
  const [calendar, event] = [`cal_changes${size}`, eventOf(size)]
  db.prepare(
    `insert into calendars (id, slug, name, timezone, visibility, plan, content_changed_at, created_at, updated_at)
     values (?, ?, ?, 'UTC', 'PUBLIC', 'PRO', ?, ?, ?)`,
  ).run(calendar, `changes-${size}`, calendar, now, now, now)
  db.prepare(
    `insert into api_keys (id, calendar_id, name, prefix, hash, scopes, mode, is_active, created_by, created_at, last_used_at)
     values (?, ?, 'bench', 'svc_live_', ?, ?, 'live', 1, 'bench', ?, ?)`,
  ).run(
    `key_${calendar}`,
    calendar,
    createHash('sha256').update(keys[size]).digest('hex'),
    JSON.stringify(SCOPE_NAMES),
    now,
    now,
  )
  db.prepare(
    `insert into events (id, calendar_id, slug, title, start_at, end_at, timezone, all_day, status, visibility, location_type,
       location_visibility, requires_approval, waitlist_enabled, registration_questions, tags, reminder_minutes, created_at, updated_at)
     values (?, ?, ?, 'Changes', ?, ?, 'UTC', 0, 'PUBLISHED', 'PUBLIC', 'IN_PERSON', 'PUBLIC', 0, 0, '[]', '[]', '[]', ?, ?)`,
  ).run(event, calendar, event, now + 3_600_000, now + 7_200_000, now, now)
  db.prepare(
    `insert into tickets (id, event_id, name, type, price, requires_approval, is_hidden, is_paused, sort_order, created_at, updated_at)
     values (?, ?, 'General admission', 'FREE', 0, 0, 0, 0, 0, ?, ?)`,
  ).run(`tkt_${event}`, event, now, now)
  db.prepare(
    `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${PAGE - 1})
     insert into guests (id, calendar_id, event_id, ticket_id, user_id, first_name, last_name, email, search_text, status, source, qr_code,
       answers, move_id, created_at, updated_at)
     select 'gst_changes${size}n' || n, ?, ?, ?, 'usr_' || n, 'Ada', 'Lovelace', 'ada' || n || '@example.org', 'ada', 'CONFIRMED', 'API',
       'qr_changes${size}' || printf('%012d', n), '[]', 'mov_changes' || n, ? + n, ? from numbers`,
  ).run(calendar, event, `tkt_${event}`, now, now)
  db.prepare(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${size})
     insert into changes (calendar_id, at, object, object_id, event_id, op, fields, actor_type, actor_id)
     select ?, ?, 'guest', 'gst_changes${size}n' || (n % ${PAGE}), ?, 'upsert', 'status,', 'system', null from numbers`,
  ).run(calendar, now, event)
}

const withoutFeed = (db: DatabaseSync) => {
  const triggers = db.prepare(`select name from sqlite_master where type = 'trigger' and name like 'changes_%'`).all()
  for (const { name } of triggers) db.exec(`drop trigger "${String(name)}"`)
  // Without the triggers nothing consumes the actor rows in `change_feed`.
  db.exec('delete from change_feed')
}

const serving = async <Result>(
  stand: Stand,
  name: string,
  prepare: (db: DatabaseSync) => void,
  work: (service: RunningService) => Promise<Result>,
) => {
  const dataDir = join(stand.dataDir, name)
  stand.copyRows(dataDir)
  withDatabase(dataDir, (db) => {
    db.exec('begin')
    prepare(db)
    db.exec('commit')
    db.exec('pragma wal_checkpoint(truncate)')
  })
  const service = await startService({ dataDir, env: WITHOUT_LIMITS })
  try {
    return await work(service)
  } finally {
    await service.stop()
  }
}

/** Edits another guest with each request, always to a new name, so that no edit is a no-op. */
const edits = (port: number) => {
  let count = 0
  return {
    port,
    status: 200,
    next: () => {
      count += 1
      const guest = (count % DOOR.guests) + 1
      return requestOf({
        method: 'PATCH',
        path: `/api/v1/events/${DOOR.id}/guests/gst_${DOOR.id.slice(4)}${guest}`,
        headers: { 'x-svc-api-key': KEY },
        body: { lastName: `Edit ${count}` },
      })
    },
  }
}

/** Edits 100 guests after taking `cursor=now` and returns requests for that last page of the feed. */
const lastPage = async ({ baseUrl, port }: RunningService, size: typeof FEW | typeof MANY) => {
  const headers = { 'x-svc-api-key': keys[size], 'content-type': 'application/json' }
  const answer = await fetch(`${baseUrl}/v1/changes?cursor=now`, { headers })
  const { meta } = (await answer.json()) as { meta: { cursor: string } }
  for (let guest = 0; guest < PAGE; guest += 1) {
    const edited = await fetch(`${baseUrl}/v1/events/${eventOf(size)}/guests/${guestOf(size, guest)}`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify({ lastName: 'Changed' }),
    })
    if (!edited.ok) throw new Error(`an edit answered ${edited.status}: ${await edited.text()}`)
  }
  const path = `/api/v1/changes?limit=${PAGE}&cursor=${meta.cursor}`
  const page = await fetch(baseUrl.replace('/api', path), { headers })
  const { data } = (await page.json()) as { data: unknown[] }
  if (data.length !== PAGE) throw new Error(`the page has ${data.length} changes`)
  return { port, status: 200, next: always({ path, headers: { 'x-svc-api-key': keys[size] } }) }
}

const run = async (stand: Stand) =>
  serving(
    stand,
    'with-feed',
    (db) => {
      for (const size of [FEW, MANY] as const) addCalendar(db, size, Date.now())
    },
    async (service) => {
      const commit = await serving(stand, 'without-feed', withoutFeed, (without) =>
        compare(null, {
          name: 'edit a guest / without the change-feed row',
          subject: edits(service.port),
          floor: edits(without.port),
          bound: { least: 0.952 },
          rounds: 7,
        }),
      )
      const [few, many] = [await lastPage(service, FEW), await lastPage(service, MANY)]
      const headers = { 'x-svc-api-key': keys[FEW] }
      const listed = await compare(null, {
        name: 'page of 100 changes / guest list of 100',
        subject: few,
        floor: {
          port: service.port,
          status: 200,
          next: always({ path: `/api/v1/events/${eventOf(FEW)}/guests?limit=${PAGE}`, headers }),
        },
        bound: { least: 0.833 },
      })
      const sizes = await compareSizes({
        name: 'page of 100 changes, by number of changes',
        sizes: [
          { size: FEW, load: () => few },
          { size: MANY, load: () => many },
        ],
        bound: { most: 1.5 },
      })
      return [commit, listed, sizes]
    },
  )

export const changeCases: Case[] = [{ name: 'changes', run }]
