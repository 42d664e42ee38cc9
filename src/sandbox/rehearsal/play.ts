import { DAY_MS, HOUR_MS, iso, MINUTE_MS, SECOND_MS, type Instant } from '../../kernel/time.ts'
import { advanceTo } from '../advance.ts'
import type { Control } from '../control.ts'
import { listAt, textAt } from './answered.ts'
import { linksIn } from '../mailbox.ts'
import type { Facts } from './event-facts.ts'
import type { PlannedParty, RehearsalPlan } from './plan.ts'
import { plannedRegistration } from './registration.ts'
import type { Action, CallOwn, Played, Seated } from './played.ts'
import { countSeats } from './seats.ts'

/** Plays a plan by the operations of the API, each at its own instant, until the day after the event. */
export class RehearsalPlay {
  readonly #control: Control
  readonly #call: CallOwn
  readonly #facts: Facts
  readonly #actions: Action[] = []
  readonly #played: Played = { seats: [], refused: [], door: [], noShows: 0, latePayments: [] }
  readonly #parties = new Map<string, PlannedParty>()
  /** By address: the person who has the seat now. */
  readonly #seated = new Map<string, Seated>()
  #planned = 0
  #mailsSeen = 0

  constructor(control: Control, call: CallOwn, facts: Facts) {
    this.#control = control
    this.#call = call
    this.#facts = facts
  }

  async play({ parties, offline }: RehearsalPlan): Promise<Played> {
    for (const party of parties) {
      for (const { email } of party.guests) this.#parties.set(email, party)
      this.#plan(party.at, () => this.#register(party))
    }
    this.#planDoor(parties, offline)
    const ends = this.#facts.endAt + DAY_MS
    for (;;) {
      const action = this.#earliest()
      const until = action === undefined ? ends : Math.min(action.at, ends)
      // Emails that arrive on the way can plan earlier actions, so the earliest is chosen again.
      if (await this.#advance(until)) this.#followMails()
      else if (action === undefined || action.at > ends) break
      else {
        this.#actions.splice(this.#actions.indexOf(action), 1)
        await action.run()
        this.#followMails()
        this.#countSeats()
      }
    }
    return this.#played
  }

  #plan(at: Instant, run: () => Promise<void>) {
    this.#planned += 1
    this.#actions.push({ at, order: this.#planned, run })
  }

  #earliest(): Action | undefined {
    return this.#actions.reduce<Action | undefined>(
      (first, action) =>
        first === undefined || action.at < first.at || (action.at === first.at && action.order < first.order)
          ? action
          : first,
      undefined,
    )
  }

  /** Returns true if it stopped before `to`, because a guest got an email that they answer. */
  async #advance(to: Instant): Promise<boolean> {
    const isOver = () => {
      this.#countSeats()
      return this.#hasNews()
    }
    if (this.#hasNews()) return true
    if (this.#now >= to) return false
    const { status, failure } = await advanceTo(to, this.#control, { isOver })
    if (status === 'FAILED') throw new Error(`${failure?.job ?? 'a job'} failed: ${failure?.reason ?? ''}`)
    return status === 'ADVANCING' || this.#hasNews()
  }

  #hasNews(): boolean {
    const [row] = this.#control.books.rows<{ many: number }>(
      "select count(*) as many from sandbox_mails where rowid > ? and kind in ('offered', 'verification')",
      this.#mailsSeen,
    )
    return (row?.many ?? 0) > 0
  }

  get #now() {
    return this.#control.clock.read()
  }

  async #register(party: PlannedParty) {
    const answer = await this.#call(`POST /public/events/${this.#facts.id}/registrations`, plannedRegistration(party))
    if (answer.status !== 200) {
      const field = textAt(answer.body, 'errors', 0, 'field')
      const code = textAt(answer.body, 'code') ?? ''
      this.#played.refused.push({ at: this.#now, guest: party.guests[0]?.number ?? 0, code, field })
      return
    }
    this.#seat(party, answer.body)
  }

  /** Notes who got in, from the answer to a registration of one guest or of a party. */
  #seat(party: PlannedParty, body: unknown) {
    const together = listAt(body, 'data', 'guests')
    const alone =
      textAt(body, 'data', 'guest', 'id') === null ? [] : [(body as { data: { guest: unknown } }).data.guest]
    const found = together.length > 0 ? together : alone
    const manageToken = textAt(body, 'data', 'manageUrl')?.split('/').at(-1) ?? null
    const orderId = textAt(body, 'data', 'order', 'id')
    for (const [index, each] of found.entries()) {
      const [id, code] = [textAt(each, 'id') ?? '', textAt(each, 'qrCode') ?? '']
      const guest = party.guests[index]
      if (guest !== undefined) this.#seated.set(guest.email, { guest, id, code, manageToken })
    }
    const [buyer] = party.guests
    const seated = buyer === undefined ? undefined : this.#seated.get(buyer.email)
    if (seated === undefined) return
    if (orderId !== null) this.#planPayment(party, orderId, seated.guest.number)
    if (party.cancelsAt !== null) this.#plan(Math.max(party.cancelsAt, this.#now), () => this.#cancel(seated))
    else if (party.handsOnAt !== null) this.#plan(Math.max(party.handsOnAt, this.#now), () => this.#handOn(seated))
  }

  #planPayment(party: PlannedParty, orderId: string, number: number) {
    this.#plan(this.#now + party.payAfterMs, async () => {
      const { provider, tellPayment, clock, books } = this.#control
      const checkout = provider.checkoutOfOrder(orderId)
      if (checkout?.status !== 'open') return
      if (party.payment === 'late') {
        const [order] = books.rows<{ expires_at: number | null }>('select expires_at from orders where id = ?', orderId)
        const settlesAt = Math.max(order?.expires_at ?? 0, clock.read()) + 2 * HOUR_MS
        const pending = provider.act(checkout, { outcome: 'pending', settlesAt, settlesAs: 'paid' })
        if (pending !== null) await tellPayment(pending.id)
        this.#plan(settlesAt, async () => this.#noteLate(orderId, number))
        return
      }
      const message = provider.act(checkout, { outcome: party.payment === 'paid' ? 'paid' : 'failed' })
      if (message !== null) await tellPayment(message.id)
    })
  }

  /** A payment that arrives for an order which holds no seat any longer. */
  #noteLate(orderId: string, guest: number) {
    const [order] = this.#control.books.rows<{ status: string }>('select status from orders where id = ?', orderId)
    if (order?.status === 'EXPIRED' || order?.status === 'CANCELLED')
      this.#played.latePayments.push({ at: this.#now, guest })
  }

  async #cancel({ manageToken }: Seated) {
    if (manageToken !== null) await this.#call(`POST /public/registrations/${manageToken}/cancel`, {})
  }

  async #handOn(seated: Seated) {
    const { guest, id } = seated
    const email = `friend${guest.number}@rehearsal.invalid`
    const answer = await this.#call(`POST /v1/rsvps/${id}/transfer`, {
      recipientEmail: email,
      recipientName: `Friend of ${guest.firstName}`,
    })
    if (answer.status === 200)
      this.#seated.set(guest.email, {
        ...seated,
        id: textAt(answer.body, 'data', 'id') ?? '',
        code: textAt(answer.body, 'data', 'qrCode') ?? '',
      })
  }

  /** Opens links as the guests would: a verification after some minutes, an offer after some hours. */
  #followMails() {
    const { books } = this.#control
    const mails = books.rows<{ rowid: number; kind: string; recipient: string; message: string }>(
      "select rowid, kind, recipient, message from sandbox_mails where rowid > ? and kind in ('offered', 'verification') order by rowid",
      this.#mailsSeen,
    )
    this.#mailsSeen =
      books.rows<{ last: number }>('select coalesce(max(rowid), 0) as last from sandbox_mails')[0]?.last ?? 0
    for (const { kind, recipient, message } of mails) {
      const party = this.#parties.get(recipient)
      const html = (JSON.parse(message) as { html: string }).html
      const tokenOf = (letter: string) =>
        linksIn(html)
          .map(({ url }) => new RegExp(`/${letter}/([^/?#]+)`).exec(url)?.[1])
          .find((token) => token !== undefined)
      if (party === undefined) continue
      if (kind === 'verification') {
        const token = tokenOf('v')
        this.#plan(this.#now + 5 * MINUTE_MS, async () => {
          const answer = await this.#call(`POST /public/verifications/${token ?? ''}`, {})
          if (answer.status === 200) this.#seat(party, answer.body)
        })
      } else if (party.acceptsOffer) {
        const token = tokenOf('r')
        this.#plan(this.#now + party.answersOfferAfterMs, async () => {
          const answer = await this.#call(`POST /public/registrations/${token ?? ''}/offer/accept`, {})
          const orderId = textAt(answer.body, 'data', 'order', 'id')
          const [buyer] = party.guests
          if (orderId !== null && buyer !== undefined) this.#planPayment(party, orderId, buyer.number)
        })
      }
    }
  }

  #planDoor(parties: readonly PlannedParty[], offline: RehearsalPlan['offline']) {
    const uploads: { code: string; scannedAt: string; guest: number; at: Instant }[] = []
    for (const party of parties) {
      for (const [index, guest] of party.guests.entries()) {
        const at = party.arrivesAt[index] ?? null
        if (at === null) continue
        const isOffline = at >= offline.from && at < offline.until && guest.number % 2 === 0
        this.#plan(at, async () => {
          const seated = this.#seated.get(guest.email)
          if (seated === undefined || !this.#hasSeat(seated.id)) return
          if (isOffline) {
            uploads.push({ code: seated.code, scannedAt: iso(at), guest: guest.number, at })
            return
          }
          await this.#scan(seated)
          if (party.showsCodeTwice) this.#plan(this.#now + 90 * SECOND_MS, () => this.#scan(seated))
        })
      }
    }
    this.#plan(offline.until, async () => {
      if (uploads.length === 0) return
      const scans = uploads.map(({ code: qrCode, scannedAt }) => ({ qrCode, scannedAt }))
      for (let from = 0; from < scans.length; from += 100) {
        const answer = await this.#call(`POST /v1/events/${this.#facts.id}/checkins/batch`, {
          scans: scans.slice(from, from + 100),
        })
        for (const [index, each] of listAt(answer.body, 'data', 'results').entries()) {
          const scan = uploads[from + index]
          const [result, code] = [textAt(each, 'result'), textAt(each, 'code')]
          if (scan !== undefined)
            this.#played.door.push({
              at: scan.at,
              guest: scan.guest,
              code: result === 'ACCEPTED' ? null : (code ?? result),
            })
        }
      }
    })
    this.#plan(this.#facts.endAt, async () => {
      const [row] = this.#control.books.rows<{ many: number }>(
        "select count(*) as many from guests where event_id = ? and status = 'CONFIRMED'",
        this.#facts.id,
      )
      this.#played.noShows = row?.many ?? 0
    })
  }

  #hasSeat(guestId: string) {
    const [row] = this.#control.books.rows<{ status: string }>('select status from guests where id = ?', guestId)
    return row !== undefined && ['CONFIRMED', 'CHECKED_IN'].includes(row.status)
  }

  async #scan({ guest, code }: Seated) {
    const answer = await this.#call(`POST /v1/events/${this.#facts.id}/checkins`, { qrCode: code })
    this.#played.door.push({
      at: this.#now,
      guest: guest.number,
      code: answer.status === 200 ? null : textAt(answer.body, 'code'),
    })
  }

  #countSeats() {
    const seats = countSeats(this.#control.books, this.#facts.id)
    const last = this.#played.seats.at(-1)
    const isSame =
      last !== undefined &&
      last.taken === seats.taken &&
      last.offered === seats.offered &&
      last.waiting === seats.waiting
    if (!isSame) this.#played.seats.push({ at: this.#now, ...seats })
  }
}
