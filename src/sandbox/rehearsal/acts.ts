import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import { textAt } from './json-fields.ts'
import type { PlannedParty } from './plan.ts'
import type { Act, OwnAnswer, Seated } from './played.ts'
import type { Stage } from './stage.ts'

interface GuestState extends Record<string, SqlStorageValue> {
  id: string
  status: string
  order_id: string | null
  offer_expires_at: number | null
}

const statesOf = ({ control, seated }: Stage, party: PlannedParty) =>
  party.guests.flatMap(({ number, email }) => {
    const id = seated.get(email)?.id ?? ''
    const [state] = control.books.rows<GuestState>(
      'select id, status, order_id, offer_expires_at from guests where id = ?',
      id,
    )
    return state === undefined ? [] : [{ number, state }]
  })

/** Calls the API, and records the act for each guest of the party that it changed. */
export const act = async (
  stage: Stage,
  name: Act,
  party: PlannedParty,
  line: string,
  body: object = {},
): Promise<OwnAnswer> => {
  const before = new Map(statesOf(stage, party).map(({ number, state }) => [number, JSON.stringify(state)]))
  const answer = await stage.call(line, body)
  for (const { number, state } of statesOf(stage, party))
    if (before.get(number) !== JSON.stringify(state)) stage.played.acts.push({ at: stage.now(), name, guest: number })
  return answer
}

export const handOn = async ({ call, seated, played, now }: Stage, own: Seated) => {
  const { guest, id } = own
  const answer = await call(`POST /v1/rsvps/${id}/transfer`, {
    recipientEmail: `friend${guest.number}@rehearsal.invalid`,
    recipientName: `Friend of ${guest.firstName}`,
  })
  if (answer.status !== 200) return
  seated.set(guest.email, { ...own, id: textAt(answer.body, 'data', 'id') ?? '' })
  played.acts.push({ at: now(), name: 'handed_on', guest: guest.number })
}

/** Whether the guest is waiting for approval: without a seat, an order or an offer. */
const awaitsApproval = ({ status, order_id: orderId, offer_expires_at: offeredUntil }: GuestState) =>
  status === 'PENDING' && orderId === null && offeredUntil === null

/** The organiser approves the party, or declines it. If the event is full, one guest gets a place on the waiting list. */
const decide = async (stage: Stage, party: PlannedParty) => {
  const { facts } = stage
  const [first] = statesOf(stage, party)
  if (first === undefined || !awaitsApproval(first.state)) return
  const guest = `/v1/events/${facts.id}/guests/${first.state.id}`
  if (!party.isDeclined) {
    if ((await act(stage, 'approved', party, `POST ${guest}/approve`)).status === 200) return
    if (facts.hasWaitingList && party.guests.length === 1) {
      const waits = await act(stage, 'waitlisted', party, `PATCH ${guest}/status`, { status: 'WAITLISTED' })
      if (waits.status === 200) return
    }
  }
  await act(stage, 'declined', party, `POST ${guest}/reject`)
}

/**
 * Records the party's registration. The organiser decides on a request later, but at the latest an hour before check-in
 * opens.
 */
export const noteRegistration = (stage: Stage, party: PlannedParty) => {
  const { facts, played, now, plan } = stage
  const states = statesOf(stage, party)
  for (const { number, state } of states) {
    const name = awaitsApproval(state) ? 'requested' : state.status === 'WAITLISTED' ? 'waitlisted' : 'registered'
    played.acts.push({ at: now(), name, guest: number })
  }
  if (!states.some(({ state }) => awaitsApproval(state))) return
  const latest = Math.max(now() + 10 * MINUTE_MS, facts.doorOpensAt - HOUR_MS)
  plan(Math.min(now() + party.decidedAfterMs, latest), () => decide(stage, party))
}
