import { DAY_MS, MINUTE_MS, type Instant } from '../../kernel/time.ts'
import { advanceTo } from '../advance.ts'
import type { Control } from '../control.ts'
import { act, handOn, noteRegistration } from './acts.ts'
import { listAt, textAt } from './json-fields.ts'
import { planDoor } from './door.ts'
import { linksIn } from '../mailbox.ts'
import type { Facts } from './event-facts.ts'
import { planPayment } from './money.ts'
import type { PlannedParty, RehearsalPlan } from './plan.ts'
import { plannedRegistration } from './registration.ts'
import type { Action, CallOwn, Played } from './played.ts'
import { countSeats } from './seats.ts'
import type { Stage } from './stage.ts'

/**
 * Emails that make guests act. After `pending` and `promoted`, guests pay, once the organiser or the waiting list has
 * given them a seat.
 */
const FOLLOWED = "('offered', 'verification', 'pending', 'promoted')"

/** Returns the token after this path segment in one of the email's links. */
const tokenIn = (html: string, letter: string) =>
  linksIn(html)
    .map(({ url }) => new RegExp(`/${letter}/([^/?#]+)`).exec(url)?.[1])
    .find((token) => token !== undefined) ?? null

/** Plays a plan through the API, each action at its own instant, until the day after the event. */
export class RehearsalPlay {
  readonly #stage: Stage
  readonly #actions: Action[] = []
  readonly #parties = new Map<string, PlannedParty>()
  /** Orders whose payment is already planned. */
  readonly #paying = new Set<string>()
  #planned = 0
  #mailsSeen = 0

  constructor(control: Control, call: CallOwn, facts: Facts) {
    this.#stage = {
      control,
      call,
      facts,
      played: { seats: [], acts: [], refused: [], door: [], noShows: 0, latePayments: [] },
      seated: new Map(),
      now: control.clock.read,
      plan: (at, run) => {
        this.#planned += 1
        this.#actions.push({ at, order: this.#planned, run })
      },
    }
  }

  async play(rehearsal: RehearsalPlan): Promise<Played> {
    const { facts, plan, played } = this.#stage
    for (const party of rehearsal.parties) {
      for (const { email } of party.guests) this.#parties.set(email, party)
      plan(party.at, () => this.#register(party))
    }
    planDoor(this.#stage, rehearsal)
    const ends = facts.endAt + DAY_MS
    for (;;) {
      const action = this.#earliest()
      const until = action === undefined ? ends : Math.min(action.at, ends)
      // Emails that arrive in between can add earlier actions, so the earliest action is chosen again.
      if (await this.#advance(until)) this.#followMails()
      else if (action === undefined || action.at > ends) break
      else {
        this.#actions.splice(this.#actions.indexOf(action), 1)
        await action.run()
        this.#followMails()
        this.#countSeats()
      }
    }
    return played
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
    const { control, now } = this.#stage
    const isOver = () => {
      this.#countSeats()
      return this.#hasNews()
    }
    if (this.#hasNews()) return true
    if (now() >= to) return false
    const { status, failure } = await advanceTo(to, control, { isOver })
    if (status === 'FAILED') throw new Error(`${failure?.job ?? 'a job'} failed: ${failure?.reason ?? ''}`)
    return status === 'ADVANCING' || this.#hasNews()
  }

  #hasNews(): boolean {
    const [row] = this.#stage.control.books.rows<{ many: number }>(
      `select count(*) as many from sandbox_mails where rowid > ? and kind in ${FOLLOWED}`,
      this.#mailsSeen,
    )
    return (row?.many ?? 0) > 0
  }

  async #register(party: PlannedParty) {
    const { call, facts, played, now } = this.#stage
    const answer = await call(`POST /public/events/${facts.id}/registrations`, plannedRegistration(party))
    if (answer.status !== 200) {
      const field = textAt(answer.body, 'errors', 0, 'field')
      const code = textAt(answer.body, 'code') ?? ''
      played.refused.push({ at: now(), guest: party.guests[0]?.number ?? 0, code, field })
      return
    }
    this.#seat(party, answer.body)
  }

  /** Records the registered guests, from the response to a registration of one guest or of a party. */
  #seat(party: PlannedParty, body: unknown) {
    const { seated, now, plan } = this.#stage
    const together = listAt(body, 'data', 'guests')
    const alone =
      textAt(body, 'data', 'guest', 'id') === null ? [] : [(body as { data: { guest: unknown } }).data.guest]
    const found = together.length > 0 ? together : alone
    const manageToken = textAt(body, 'data', 'manageUrl')?.split('/').at(-1) ?? null
    for (const [index, each] of found.entries()) {
      const guest = party.guests[index]
      if (guest !== undefined) seated.set(guest.email, { guest, id: textAt(each, 'id') ?? '', manageToken })
    }
    const [buyer] = party.guests
    const own = buyer === undefined ? undefined : seated.get(buyer.email)
    if (own === undefined) return
    noteRegistration(this.#stage, party)
    this.#pay(party, textAt(body, 'data', 'order', 'id'))
    if (party.cancelsAt !== null)
      plan(Math.max(party.cancelsAt, now()), async () => {
        if (manageToken !== null)
          await act(this.#stage, 'cancelled', party, `POST /public/registrations/${manageToken}/cancel`)
      })
    else if (party.handsOnAt !== null) plan(Math.max(party.handsOnAt, now()), () => handOn(this.#stage, own))
  }

  #pay(party: PlannedParty, orderId: string | null) {
    if (orderId === null || this.#paying.has(orderId)) return
    this.#paying.add(orderId)
    planPayment(this.#stage, party, orderId)
  }

  /** Opens links as guests would: a verification or a payment page after some minutes, an offer after some hours. */
  #followMails() {
    const { control, call, now, plan } = this.#stage
    const mails = control.books.rows<{ kind: string; recipient: string; message: string }>(
      `select kind, recipient, message from sandbox_mails where rowid > ? and kind in ${FOLLOWED} order by rowid`,
      this.#mailsSeen,
    )
    this.#mailsSeen =
      control.books.rows<{ last: number }>('select coalesce(max(rowid), 0) as last from sandbox_mails')[0]?.last ?? 0
    for (const { kind, recipient, message } of mails) {
      const party = this.#parties.get(recipient)
      const { html } = JSON.parse(message) as { html: string }
      if (party === undefined) continue
      if (kind === 'verification')
        plan(now() + 5 * MINUTE_MS, async () => {
          const answer = await call(`POST /public/verifications/${tokenIn(html, 'v') ?? ''}`, {})
          if (answer.status === 200) this.#seat(party, answer.body)
        })
      else if (kind !== 'offered')
        this.#pay(party, control.provider.checkoutNamed(tokenIn(html, 'pay') ?? '')?.order_id ?? null)
      else if (party.acceptsOffer)
        plan(now() + party.answersOfferAfterMs, async () => {
          const line = `POST /public/registrations/${tokenIn(html, 'r') ?? ''}/offer/accept`
          const answer = await act(this.#stage, 'accepted', party, line)
          this.#pay(party, textAt(answer.body, 'data', 'order', 'id'))
        })
    }
  }

  #countSeats() {
    const { control, facts, played, now } = this.#stage
    const seats = countSeats(control.books, facts.id)
    const last = played.seats.at(-1)
    const isSame =
      last !== undefined &&
      last.taken === seats.taken &&
      last.offered === seats.offered &&
      last.waiting === seats.waiting
    if (!isSame) played.seats.push({ at: now(), ...seats })
  }
}
