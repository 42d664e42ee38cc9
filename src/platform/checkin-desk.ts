import { DurableObject } from 'cloudflare:workers'
import { mayStillWatch } from '../access/watchers.store.ts'
import type { Deps } from '../deps.ts'
import type {
  Answer,
  DecidedScan,
  DecidedUpload,
  Decision,
  Door,
  DoorGuest,
  Holder,
  Identifier,
  ListedAdmission,
  LookedUp,
  Once,
  Scan,
  Tally,
  Undone,
  UploadedScan,
  UploadResult,
} from '../desk.ts'
import { describeError } from '../kernel/log.ts'
import { DAY_MS, HOUR_MS, iso, type Instant } from '../kernel/time.ts'
import {
  inOrderOfTime,
  isKept,
  isNamedBy,
  readDoorGuests,
  readExpected,
  refusalOf,
  telling,
  toCheckin,
  toSummary,
  uploadResultOf,
} from '../modules/checkins/index.ts'
import { depsOf } from './deps.ts'
import { GuestReader, readBefore, type Found, type Reading } from './desk/guest-reader.ts'
import { Ledger } from './desk/ledger.ts'
import { Live } from './desk/live.ts'
import { Outbox } from './desk/outbox.ts'
import { prepareStorage } from './desk/schema.ts'
import { Wakes } from './desk/wakes.ts'
import type { DeskObject, Env } from './env.ts'

const ANSWERS_KEPT_MS = DAY_MS

type Outcome<Kept> =
  | { outcome: 'settled'; kept: Kept; found: Found; isReplay: boolean }
  | { outcome: 'unreadable' | 'keyReused' }

interface Place {
  eventId: string
  calendarId: string
}

/** The desk of one event. A decision is one look and one write in its own storage, with nothing in between. */
export class CheckinDesk extends DurableObject<Env> implements DeskObject {
  readonly #deps: Deps
  readonly #ledger: Ledger
  readonly #wakes: Wakes
  readonly #outbox: Outbox
  readonly #live: Live
  #reader: GuestReader | null = null

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    const { storage } = state
    prepareStorage(storage)
    const deps = depsOf(env)
    const { clock, log } = deps
    this.#deps = deps
    this.#ledger = new Ledger(storage.sql)
    const wakes = new Wakes(storage, clock)
    this.#wakes = wakes
    this.#outbox = new Outbox({
      ledger: this.#ledger,
      wakes,
      clock,
      log,
      tell: (news) => {
        const place = storage.kv.get<Place>('place')
        if (place === undefined) throw new Error('a desk has news but does not know of which event')
        return deps.commit(telling(place, news, deps.newId('mov'), clock()))
      },
    })
    this.#live = new Live({
      state,
      wakes,
      clock,
      log,
      mayWatch: (holders) => mayStillWatch(deps.db, holders, clock(), deps.config.environment),
    })
  }

  ping(): 'pong' {
    return 'pong'
  }

  async admit(
    door: Door,
    scan: Scan,
    by: string,
    once: Once | null,
    read: DoorGuest[] | null = null,
  ): Promise<Answer<DecidedScan>> {
    const answer = await this.#answer(this.#reading(door, [scan.guest], read), once, {
      decide: (found) => this.#decide(door, scan, found(scan.guest), by),
      isKept,
    })
    if (answer.outcome !== 'settled') return answer
    const { kept: decision, found, isReplay } = answer
    if (decision.outcome === 'admitted') await this.#outbox.told()
    return { outcome: 'settled', isReplay, settled: { decision, guest: found(scan.guest) } }
  }

  async upload(door: Door, scans: UploadedScan[], by: string, once: Once | null): Promise<Answer<DecidedUpload>> {
    const readable = scans.flatMap((scan) => ('code' in scan ? [] : [scan.guest]))
    const answer = await this.#answer(this.#reading(door, readable, null), once, {
      decide: (found) => this.#decideUpload(door, scans, found, by),
      isKept: () => true,
    })
    if (answer.outcome !== 'settled') return answer
    await this.#outbox.told()
    const guestOf = (scan: UploadedScan | undefined) =>
      scan === undefined || 'code' in scan ? null : answer.found(scan.guest)
    const settled = answer.kept.map((result, index) => ({ result, guest: guestOf(scans[index]) }))
    return { outcome: 'settled', isReplay: answer.isReplay, settled }
  }

  async lookUp(door: Door, guest: Identifier, read: DoorGuest[] | null = null): Promise<Answer<LookedUp | null>> {
    const answer = await this.#answer(this.#reading(door, [guest], read), null, {
      decide: (found): LookedUp | null => {
        const named = found(guest)
        return isNamedBy(named, guest.by) ? { guest: named, current: this.#ledger.currentOf(named.id) } : null
      },
      isKept: () => false,
    })
    return answer.outcome === 'settled' ? { outcome: 'settled', isReplay: false, settled: answer.kept } : answer
  }

  async undo(_eventId: string, what: { admissionId: string } | { guestId: string }, by: string): Promise<Undone> {
    const named = 'guestId' in what ? this.#ledger.currentOf(what.guestId) : this.#ledger.admission(what.admissionId)
    if (named === null) return { outcome: 'unknown' }
    const current = this.#ledger.currentOf(named.guestId)
    if (current?.id !== named.id) return { outcome: 'notCurrent' }
    const now = this.#deps.clock()
    this.#ledger.undo(current.id, by, now)
    this.#outbox.noteNews()
    if (this.#live.hasWatchers()) {
      const { id, guestId, ticketId, gate } = current
      const checkedIn = this.#ledger.checkedIn()
      this.#live.send({ type: 'undone', id, guestId, ticketId, gate, undoneAt: iso(now), undoneBy: by, checkedIn })
    }
    await this.#outbox.told()
    return { outcome: 'undone', admission: current }
  }

  list(filter: { since: Instant | null; ticketId: string | null }): ListedAdmission[] {
    return this.#ledger.list(filter)
  }

  tally(): Tally {
    return this.#ledger.tally()
  }

  spendTicket(nonce: string, expiresAt: Instant): boolean {
    return this.#ledger.spend(nonce, expiresAt, this.#deps.clock())
  }

  recheckWatchers(): Promise<void> {
    return this.#live.recheck()
  }

  /** Only for the upgrade of a live socket, which no remote call can carry. */
  override async fetch(request: Request): Promise<Response> {
    const { door, holder } = JSON.parse(decodeURIComponent(request.headers.get('x-live') ?? '')) as {
      door: Door
      holder: Holder
    }
    const expected = await readExpected(this.#deps.db, door.eventId)
    return this.#live.accept(holder, { type: 'summary', ...toSummary(expected, this.#ledger.tally()) })
  }

  override async alarm() {
    for (const name of this.#wakes.takeDue()) {
      if (name === 'tell') await this.#outbox.tellAgain()
      if (name === 'sockets') await this.#live.recheck()
      if (name === 'answers') this.#dropOldAnswers()
    }
    this.#wakes.rearm()
  }

  override webSocketMessage() {
    // Watchers only listen.
  }

  override webSocketClose(socket: WebSocket, code: number) {
    // Codes such as 1006 say that there was no closing; they cannot be sent.
    socket.close(code >= 3000 || code === 1000 ? code : 1000)
  }

  /**
   * Has the guests read, then decides in one turn. Because the kept answer is looked for in that same turn, requests
   * with one key that run at once come to one decision.
   */
  async #answer<Kept>(
    reading: Reading,
    once: Once | null,
    verdict: { decide: (found: Found) => Kept; isKept: (kept: Kept) => boolean },
  ): Promise<Outcome<Kept>> {
    try {
      return await reading((found) => {
        const now = this.#deps.clock()
        const earlier = once === null ? null : this.#ledger.answerTo(once, now - ANSWERS_KEPT_MS)
        if (earlier !== null) {
          if (earlier.requestHash !== once?.requestHash) return { outcome: 'keyReused' as const }
          return { outcome: 'settled' as const, kept: JSON.parse(earlier.answer) as Kept, found, isReplay: true }
        }
        const kept = verdict.decide(found)
        if (once !== null && verdict.isKept(kept)) {
          this.#ledger.keepAnswer(once, kept, now)
          this.#wakes.atLatest('answers', now + ANSWERS_KEPT_MS)
        }
        return { outcome: 'settled' as const, kept, found, isReplay: false }
      })
    } catch (error) {
      this.#deps.log.error('the desk could not read its guests', describeError(error))
      return { outcome: 'unreadable' }
    }
  }

  #reading(door: Door, identifiers: Identifier[], read: DoorGuest[] | null): Reading {
    if (read !== null) return readBefore(read)
    this.#reader ??= new GuestReader((named) => readDoorGuests(this.#deps.db, door.eventId, named))
    return this.#reader.readingOf(identifiers)
  }

  #decide(door: Door, scan: Scan, guest: DoorGuest | null, by: string): Decision {
    const now = this.#deps.clock()
    const at = scan.scannedAt ?? now
    const current = guest === null ? null : this.#ledger.currentOf(guest.id)
    const refusal = refusalOf(door, scan.guest.by, guest, current, at)
    if (refusal !== null || guest === null) return refusal ?? { outcome: 'unknown' }
    const { id: guestId, ticketId } = guest
    const { gate, deviceId, byLabel = null } = scan
    const admission = { id: this.#deps.newId('chk'), guestId, ticketId, at, by, byLabel, gate, deviceId }
    this.#remember(door)
    this.#ledger.admit(admission, now)
    this.#outbox.noteNews()
    if (this.#live.hasWatchers()) {
      this.#live.send({ type: 'admitted', ...toCheckin(door, admission, guest), checkedIn: this.#ledger.checkedIn() })
    }
    return { outcome: 'admitted', admission }
  }

  #decideUpload(door: Door, scans: UploadedScan[], found: Found, by: string): UploadResult[] {
    const now = this.#deps.clock()
    const results: UploadResult[] = scans.map((scan) => ({
      result: 'REFUSED',
      code: 'code' in scan ? scan.code : 'not_found',
    }))
    for (const { scan, index, at } of inOrderOfTime(scans, now)) {
      const result = uploadResultOf(this.#decide(door, scan, found(scan.guest), by), at)
      if (result.result === 'CONFLICT') this.#ledger.addConflict(result.admission.id, scan, by, now)
      results[index] = result
    }
    return results
  }

  #remember({ eventId, calendarId }: Door) {
    if (this.ctx.storage.kv.get('place') === undefined) this.ctx.storage.kv.put<Place>('place', { eventId, calendarId })
  }

  #dropOldAnswers() {
    const now = this.#deps.clock()
    const oldest = this.#ledger.dropAnswersUntil(now - ANSWERS_KEPT_MS)
    if (oldest !== null) this.#wakes.atLatest('answers', Math.max(oldest + ANSWERS_KEPT_MS, now + HOUR_MS))
  }
}
