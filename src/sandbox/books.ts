/** Tables that only a sandbox has, in addition to the service's own tables, which are unchanged. */
const TABLES = `
create table if not exists sandbox_state (name text primary key, value text not null);
create table if not exists sandbox_migrations (name text primary key);
create table if not exists sandbox_queue (
  seq integer primary key autoincrement, queue text not null, id text not null, at integer not null);
create index if not exists sandbox_queue_at on sandbox_queue (at, seq);
create table if not exists sandbox_effects (
  seq integer primary key autoincrement, at integer not null, kind text not null, object text not null, id text not null,
  summary text not null, because text not null, data text not null);
create table if not exists sandbox_mails (
  id text primary key, at integer not null, kind text not null, recipient text not null, message text not null);
create table if not exists sandbox_pictures (
  owner text not null, content_id text not null, type text not null, bytes blob not null, primary key (owner, content_id));
create table if not exists sandbox_files (
  key text not null, part integer not null, media_type text not null, bytes blob not null, primary key (key, part));
create table if not exists sandbox_passes (guest_id text primary key, event_id text not null);
create index if not exists sandbox_passes_event on sandbox_passes (event_id);
create table if not exists sandbox_tickets (nonce text primary key);
create table if not exists sandbox_checkouts (
  session_id text primary key, order_id text not null, page integer not null, amount integer not null,
  currency text not null, return_url text not null, expires_at integer not null, created_at integer not null,
  status text not null, payment text not null default '', paid_at integer, settles_at integer, settles_as text);
create table if not exists sandbox_refunds (
  reference text primary key, refund_id text not null, payment text not null, amount integer not null,
  currency text not null, status text not null, created_at integer not null);
create table if not exists sandbox_disputes (
  reference text primary key, payment text not null, amount integer not null, currency text not null,
  status text not null, created_at integer not null);
`

type Row = Record<string, SqlStorageValue>

/** Typed, synchronous access to those tables. */
export class Books {
  readonly sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.sql = sql
    sql.exec(TABLES)
  }

  rows<Found extends Row>(text: string, ...values: SqlStorageValue[]): Found[] {
    return this.sql.exec<Found>(text, ...values).toArray()
  }

  run(text: string, ...values: SqlStorageValue[]): void {
    this.sql.exec(text, ...values)
  }

  read<Value>(name: string): Value | null {
    const [row] = this.rows<{ value: string }>('select value from sandbox_state where name = ?', name)
    return row === undefined ? null : (JSON.parse(row.value) as Value)
  }

  keep(name: string, value: unknown): void {
    this.run('insert or replace into sandbox_state (name, value) values (?, ?)', name, JSON.stringify(value))
  }
}
