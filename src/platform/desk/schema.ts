/** The desk's own tables. A step is never edited once it has shipped: objects of old events run what they lack. */
const STEPS = [
  `create table admissions (
    id text primary key, guest_id text not null, ticket_id text, at integer not null, by_whom text not null,
    gate text, device_id text, recorded_at integer not null, undone_at integer, undone_by text
  );
  create unique index admissions_current on admissions (guest_id) where undone_at is null;
  create table conflicts (
    admission_id text not null, scanned_at integer not null, received_at integer not null, by_whom text not null,
    gate text, device_id text
  );
  create unique index conflicts_once on conflicts (admission_id, scanned_at, coalesce(gate, ''), coalesce(device_id, ''));
  create table outbox (seq integer primary key autoincrement, kind text not null, admission_id text not null);
  create table answers (id text primary key, request_hash text not null, answer text not null, created_at integer not null);
  create index answers_age on answers (created_at);
  create table spent_tickets (nonce text primary key, expires_at integer not null);
  create table wakes (name text primary key, at integer not null);`,
  `alter table admissions add column by_label text;
  alter table conflicts add column by_label text;`,
]

export const prepareStorage = (storage: DurableObjectStorage) => {
  const done = storage.kv.get<number>('schema') ?? 0
  if (done === STEPS.length) return
  storage.transactionSync(() => {
    for (const step of STEPS.slice(done)) storage.sql.exec(step)
    storage.kv.put('schema', STEPS.length)
  })
}
