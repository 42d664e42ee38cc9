import { DAY_MS, iso } from '../../kernel/time.ts'
import type { RehearsalResultOutput } from '../../modules/rehearsals/index.ts'
import type { Control } from '../control.ts'
import { rehearsedDoor, rehearsedMails, rehearsedMoney, rehearsedSeats } from './answer.ts'
import { readFacts } from './event-facts.ts'
import { findingsOf } from './findings.ts'
import { readMails } from './mails.ts'
import { planRehearsal } from './plan.ts'
import { RehearsalPlay } from './play.ts'
import type { CallOwn } from './played.ts'
import { rehearsedTimeline } from './timeline.ts'

export interface RehearsalOf {
  eventId: string
  guests: number
  seed: number
}

/** Plays an event with invented guests until the day after, and returns the result. */
export const rehearse = async (
  control: Control,
  { eventId, guests, seed }: RehearsalOf,
  call: CallOwn,
): Promise<RehearsalResultOutput> => {
  const { books } = control
  const facts = readFacts(books, eventId)
  const plan = planRehearsal(facts, guests, seed)
  const played = await new RehearsalPlay(control, call, facts).play(plan)
  const mails = readMails(books)
  return {
    from: iso(facts.opensAt),
    to: iso(facts.endAt + DAY_MS),
    timeline: rehearsedTimeline(facts, played, mails),
    mails: await rehearsedMails(books, facts, mails),
    money: rehearsedMoney(books, facts),
    seats: rehearsedSeats(facts, played),
    door: rehearsedDoor(played),
    findings: await findingsOf({ books, facts, plan, played, mails, call }),
  }
}
