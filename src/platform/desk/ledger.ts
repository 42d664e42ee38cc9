import type { Admission, Conflict, ListedAdmission, Once, Scan, Tally } from '../../desk.ts'
import type { Instant } from '../../kernel/time.ts'
import type { News } from '../../modules/checkins/index.ts'

const COLUMNS =
  'id, guest_id as guestId, ticket_id as ticketId, at, by_whom as "by", by_label as byLabel, gate, device_id as deviceId'

export interface NewsItem {
  seq: number
  news: News
}

/** What the desk knows, in its own storage. Every method is synchronous, so nothing comes between a look and a write. */
export class Ledger {
  readonly #sql: SqlStorage
  #checkedIn: number | null = null

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  #rows<Row>(query: string, ...values: SqlStorageValue[]) {
    return this.#sql.exec(query, ...values).toArray() as unknown as Row[]
  }

  currentOf(guestId: string): Admission | null {
    return (
      this.#rows<Admission>(`select ${COLUMNS} from admissions where guest_id = ? and undone_at is null`, guestId)[0] ??
      null
    )
  }

  admission(id: string): (Admission & { undoneAt: Instant | null }) | null {
    const found = this.#rows<Admission & { undoneAt: Instant | null }>(
      `select ${COLUMNS}, undone_at as undoneAt from admissions where id = ?`,
      id,
    )
    return found[0] ?? null
  }

  /** Counted once and kept, so that a full house costs no more per scan than an empty one. */
  checkedIn(): number {
    return (this.#checkedIn ??=
      this.#rows<{ n: number }>('select count(*) as n from admissions where undone_at is null')[0]?.n ?? 0)
  }

  admit(admission: Admission, now: Instant) {
    this.#checkedIn = this.checkedIn() + 1
    const { id, guestId, ticketId, at, by, byLabel = null, gate, deviceId } = admission
    this.#sql.exec(
      `insert into admissions (id, guest_id, ticket_id, at, by_whom, by_label, gate, device_id, recorded_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      guestId,
      ticketId,
      at,
      by,
      byLabel,
      gate,
      deviceId,
      now,
    )
    this.#sql.exec("insert into outbox (kind, admission_id) values ('admitted', ?)", id)
  }

  undo(id: string, by: string, now: Instant) {
    this.#checkedIn = this.checkedIn() - 1
    this.#sql.exec('update admissions set undone_at = ?, undone_by = ? where id = ? and undone_at is null', now, by, id)
    this.#sql.exec("insert into outbox (kind, admission_id) values ('undone', ?)", id)
  }

  /** The same scan uploaded again is the same conflict. */
  addConflict(admissionId: string, scan: Scan, by: string, now: Instant) {
    this.#sql.exec(
      `insert into conflicts (admission_id, scanned_at, received_at, by_whom, by_label, gate, device_id)
       values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
      admissionId,
      scan.scannedAt ?? now,
      now,
      by,
      scan.byLabel ?? null,
      scan.gate,
      scan.deviceId,
    )
  }

  /** In the order of admission; `since` counts what was said then and what was learnt since, a late conflict too. */
  list({ since, ticketId }: { since: Instant | null; ticketId: string | null }): ListedAdmission[] {
    const from = since ?? 0
    const conflicts = Map.groupBy(
      this.#rows<Conflict & { admissionId: string }>(
        `select admission_id as admissionId, scanned_at as scannedAt, received_at as receivedAt, by_whom as "by", by_label as byLabel, gate,
         device_id as deviceId from conflicts order by scanned_at`,
      ),
      ({ admissionId }) => admissionId,
    )
    return this.#rows<Admission & { recordedAt: Instant }>(
      `select ${COLUMNS}, recorded_at as recordedAt from admissions where undone_at is null order by at, id`,
    ).flatMap(({ recordedAt, ...admission }) => {
      const its = (conflicts.get(admission.id) ?? []).map(({ admissionId: _, ...conflict }) => conflict)
      const isRecent = Math.max(admission.at, recordedAt, ...its.map(({ receivedAt }) => receivedAt)) >= from
      return isRecent && (ticketId === null || admission.ticketId === ticketId)
        ? [{ ...admission, conflicts: its }]
        : []
    })
  }

  tally(): Tally {
    const groups = this.#rows<{ ticketId: string | null; gate: string | null; count: number; lastAt: Instant }>(
      `select ticket_id as ticketId, gate, count(*) as count, max(at) as lastAt from admissions
       where undone_at is null group by ticket_id, gate`,
    )
    const sums = <Name>(nameOf: (group: (typeof groups)[number]) => Name) => {
      const found = new Map<Name, number>()
      for (const group of groups) found.set(nameOf(group), (found.get(nameOf(group)) ?? 0) + group.count)
      return [...found]
    }
    return {
      checkedIn: groups.reduce((sum, { count }) => sum + count, 0),
      byTicket: sums(({ ticketId }) => ticketId).flatMap(([ticketId, checkedIn]) =>
        ticketId === null ? [] : [{ ticketId, checkedIn }],
      ),
      byGate: sums(({ gate }) => gate).map(([gate, checkedIn]) => ({ gate, checkedIn })),
      lastAt: groups.length === 0 ? null : Math.max(...groups.map(({ lastAt }) => lastAt)),
    }
  }

  answerTo({ id }: Once, since: Instant): { requestHash: string; answer: string } | null {
    return (
      this.#rows<{ requestHash: string; answer: string }>(
        'select request_hash as requestHash, answer from answers where id = ? and created_at > ?',
        id,
        since,
      )[0] ?? null
    )
  }

  keepAnswer({ id, requestHash }: Once, answer: unknown, now: Instant) {
    this.#sql.exec(
      'insert or replace into answers (id, request_hash, answer, created_at) values (?, ?, ?, ?)',
      id,
      requestHash,
      JSON.stringify(answer),
      now,
    )
  }

  /** Answers with when the oldest that is left was given. */
  dropAnswersUntil(at: Instant): Instant | null {
    this.#sql.exec('delete from answers where created_at <= ?', at)
    return this.#rows<{ oldest: Instant | null }>('select min(created_at) as oldest from answers')[0]?.oldest ?? null
  }

  /** True the first time only. */
  spend(nonce: string, expiresAt: Instant, now: Instant) {
    this.#sql.exec('delete from spent_tickets where expires_at < ?', now)
    return (
      this.#sql.exec(
        'insert into spent_tickets (nonce, expires_at) values (?, ?) on conflict do nothing',
        nonce,
        expiresAt,
      ).rowsWritten > 0
    )
  }

  /** The oldest untold news, up to the point where a guest would occur twice. */
  untold(most: number): NewsItem[] {
    const rows = this.#rows<Admission & { seq: number; kind: News['kind']; undoneAt: Instant; undoneBy: string }>(
      `select o.seq, o.kind, a.id, a.guest_id as guestId, a.ticket_id as ticketId, a.at, a.by_whom as "by", a.by_label as byLabel,
         a.gate, a.device_id as deviceId, a.undone_at as undoneAt, a.undone_by as undoneBy
       from outbox o join admissions a on a.id = o.admission_id order by o.seq limit ?`,
      most,
    )
    const seen = new Set<string>()
    const items: NewsItem[] = []
    for (const { seq, kind, undoneAt, undoneBy, ...admission } of rows) {
      if (seen.has(admission.guestId)) break
      seen.add(admission.guestId)
      items.push({ seq, news: kind === 'admitted' ? { kind, admission } : { kind, admission, undoneAt, undoneBy } })
    }
    return items
  }

  markTold(lastSeq: number) {
    this.#sql.exec('delete from outbox where seq <= ?', lastSeq)
  }

  lastUntold() {
    return this.#rows<{ seq: number | null }>('select max(seq) as seq from outbox')[0]?.seq ?? null
  }
}
