import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { makeKey } from '../../src/access/key-format.ts'
import type { DocumentFacts, InvoiceBuyer, PostingFacts } from '../../src/kernel/document-facts.ts'
import { DAY_MS, HOUR_MS } from '../../src/kernel/time.ts'
import { SCOPE_NAMES } from '../../src/kernel/vocabulary.ts'

/**
 * The same event in two databases: one with 1,000 guests and 10 calendars, the other with 1,000,000 guests and 100,000
 * calendars. There are as many documents, postings, bank lines and imported lines as guests, and ten apps per calendar.
 */
const GUESTS_AN_EVENT = 1_000
export const FEW = { guests: 1_000, calendars: 10 }
export const MANY = { guests: 1_000_000, calendars: 100_000 }
export type Size = typeof FEW

const APPS_A_CALENDAR = 10
export const MILLION_KEY = makeKey('live')
/** A feed requested with a token bypasses the cache, so the service generates it for every request. */
export const FEED_TOKEN = 'feed-of-the-million'
/** Has the length of real event ids: requests with other ids bypass the event's Durable Object. */
const eventSql = (number: string) => `'evt_million' || printf('%015d', ${number})`
export const EVENT = `evt_million${'1'.padStart(15, '0')}`
export const CALENDAR = 'million-1'
const EVENTS_PER_BATCH = 100

const numbersTo = (count: number) =>
  `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const ADDRESS = { line1: 'Ring 2', line2: null, postalCode: '10115', city: 'Berlin', country: 'DE' }
const SOLD: PostingFacts = {
  order: { guestId: 'gst_million', ticketId: 'tkt_million', ticketName: 'Seat', price: 2_500, discount: 0, fee: 0 },
  seats: [],
  addons: [],
  rates: { tkt_million: { id: 'tax_million', name: 'VAT', rate: 1_900, category: 'S' } },
  before: null,
  after: [],
}
const DOCUMENT: DocumentFacts = {
  ...SOLD,
  seller: {
    ...ADDRESS,
    name: 'Bench',
    email: null,
    phone: null,
    contact: null,
    vatId: null,
    taxNumber: '1',
    registerEntry: null,
    smallBusiness: false,
    footer: null,
  },
  timezone: 'UTC',
  event: { title: 'Event', startAt: 0, startDate: null, timezone: 'UTC' },
  order: { ...SOLD.order, number: 'million', currency: 'EUR', total: 2_500, paidAt: 0, method: 'ONLINE' },
  reasons: {},
  precedes: null,
}
const BUYER: InvoiceBuyer = { ...ADDRESS, name: 'Ada Lovelace', email: 'ada@example.org' }

/** Statements that insert a row for each number `n` up to `GUESTS_AN_EVENT` and each event `e`. */
const OF_EVENTS: readonly (readonly [sql: string, values: Record<string, string>])[] = [
  [
    `insert into guests (id, calendar_id, event_id, ticket_id, user_id, first_name, last_name, email, search_text, status, source, qr_code,
       answers, move_id, created_at, updated_at)
     select 'gst_million' || e || 'n' || n, 'cal_million' || e, ${eventSql('e')}, 'tkt_million' || e, 'usr_' || n, 'Ada' || n, 'Lovelace',
       'guest' || n || '@example.org', 'ada' || n || ' lovelace guest' || n || '@example.org', 'CONFIRMED', 'API',
       'qr_million' || printf('%015d', (e - 1) * ${GUESTS_AN_EVENT} + n), '[]', 'mov_million' || e || 'n' || n, :now - ${GUESTS_AN_EVENT} + n, :now
     from events_of, numbers`,
    {},
  ],
  [
    `insert into documents (id, calendar_id, series, number, kind, order_id, facts, buyer, sums_version, issued_at, keep_until)
     select 'doc_million' || e || 'n' || n, 'cal_million' || e, 'R2026', n, 'INVOICE', 'ord_million' || e || 'n' || n, :facts, :buyer, 1,
       :now - ${GUESTS_AN_EVENT} + n, :now + ${3_650 * DAY_MS}
     from events_of, numbers`,
    { facts: JSON.stringify(DOCUMENT), buyer: JSON.stringify(BUYER) },
  ],
  [
    `insert into postings (id, calendar_id, event_id, order_id, order_number, type, method, amount, currency, facts, at)
     select 'pst_million' || e || 'n' || n, 'cal_million' || e, ${eventSql('e')}, 'ord_million' || e || 'n' || n, 'million-' || n, 'CHARGE', 'ONLINE',
       2500, 'EUR', :facts, :now - ${GUESTS_AN_EVENT} + n
     from events_of, numbers`,
    { facts: JSON.stringify(SOLD) },
  ],
  [
    `insert into bank_lines (id, calendar_id, bank_account_id, fingerprint, booked_on, amount, currency, payer_name, text, state, orders, move_id,
       created_at, updated_at)
     select 'bln_million' || e || 'n' || n, 'cal_million' || e, 'bac_million', e || 'n' || n, '2026-11-01', 2500, 'EUR', 'Ada Lovelace', 'Seat', 'UNMATCHED',
       '[]', 'mov_million', :now - ${GUESTS_AN_EVENT} + n, :now
     from events_of, numbers`,
    {},
  ],
  [
    `insert into import_sources (event_id, source_id, guest_id, created_at, fields)
     select ${eventSql('e')}, 'src_million' || n, 'gst_million' || e || 'n' || n, :now, '{}' from events_of, numbers`,
    {},
  ],
]

/** Inserts rows in bulk. The triggers maintain the counters as usual. */
export const fillMillion = (database: DatabaseSync, { guests, calendars }: Size, owner: string, now: number) => {
  const events = guests / GUESTS_AN_EVENT
  const run = (sql: string, values: Record<string, string | number> = {}) => database.prepare(sql).run(values)
  database.exec('begin')
  run(
    `${numbersTo(calendars)} insert into calendars (id, slug, name, timezone, visibility, plan, content_changed_at, created_at, updated_at)
     select 'cal_million' || n, 'million-' || n, 'Calendar ' || n, 'UTC', 'PUBLIC', 'PRO', :now, :now, :now from numbers`,
    { now },
  )
  run(`update calendars set feed_token_hash = :hash where id = 'cal_million1'`, { hash: sha256(FEED_TOKEN) })
  run(
    `${numbersTo(calendars)} insert into members (calendar_id, user_id, role, name, email, created_at)
     select 'cal_million' || n, case when n < 4 then :owner else 'usr_' || n end, 'OWNER', 'Ada', 'ada' || n || '@example.org', :now from numbers`,
    { owner, now },
  )
  run(
    `insert into api_keys (id, calendar_id, name, prefix, hash, scopes, mode, is_active, created_by, created_at, last_used_at)
     values ('key_million', 'cal_million1', 'bench', 'svc_live_', :hash, :scopes, 'live', 1, 'bench', :now, :now)`,
    { hash: sha256(MILLION_KEY), scopes: JSON.stringify(SCOPE_NAMES), now },
  )
  run(
    `${numbersTo(events)} insert into events (id, calendar_id, slug, title, start_at, end_at, timezone, all_day, status, visibility,
       location_type, location_visibility, requires_approval, waitlist_enabled, registration_questions, tags, reminder_minutes, published_at,
       created_at, updated_at)
     select ${eventSql('n')}, 'cal_million' || n, 'million-' || n, 'Event ' || n, :start, :end, 'UTC', 0, 'PUBLISHED', 'PUBLIC', 'IN_PERSON',
       'PUBLIC', 0, 0, '[]', '[]', '[]', :now, :now, :now from numbers`,
    { start: now + HOUR_MS, end: now + 2 * HOUR_MS, now },
  )
  run(
    `${numbersTo(events)} insert into tickets (id, event_id, name, type, price, requires_approval, is_hidden, is_paused, sort_order, created_at, updated_at)
     select 'tkt_million' || n, ${eventSql('n')}, 'General admission', 'FREE', 0, 0, 0, 0, 0, :now, :now from numbers`,
    { now },
  )
  run(
    `${numbersTo(calendars * APPS_A_CALENDAR)} insert into app_grants (id, calendar_id, user_id, client_id, client_name, scopes, resource, created_at)
     select 'gnt_million' || n, 'cal_million' || ((n - 1) / ${APPS_A_CALENDAR} + 1), 'usr_' || n, 'https://app.example/' || n || '.json', 'App',
       '["events:read"]', 'api', :now from numbers`,
    { now },
  )
  database.exec('commit')
  for (let from = 1; from <= events; from += EVENTS_PER_BATCH) {
    const to = Math.min(from + EVENTS_PER_BATCH - 1, events)
    database.exec('begin')
    for (const [sql, values] of OF_EVENTS) {
      run(
        `with recursive events_of(e) as (select cast(:from as integer) union all select e + 1 from events_of where e < :to),
           numbers(n) as (select 1 union all select n + 1 from numbers where n < ${GUESTS_AN_EVENT}) ${sql}`,
        { ...values, from, to, now },
      )
    }
    database.exec('commit')
  }
  database.exec('pragma wal_checkpoint(truncate)')
}
