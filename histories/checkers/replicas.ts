import type { Checker } from '../history.ts'
import type { Form, Kept, Replica } from '../replica.ts'

/**
 * Fields derived from other rows or from the time. A change of one of them creates no row in the feed. The same fields
 * are listed in docs/catching-up.md.
 */
const DERIVED: Readonly<Record<string, readonly string[]>> = {
  calendar: ['eventCount'],
  series: ['eventCount', 'nextEventId'],
  event: ['tickets', 'spotsRemaining', 'registrationStatus', 'lifecycle', 'seriesDates'],
  ticket: ['sold', 'available', 'status'],
  guest: ['waitlistPosition'],
  coupon: ['redeemedCount', 'remainingCount', 'status'],
  checkin: ['guestName', 'guestEmail', 'qrCode', 'ticketName', 'eventSlug', 'checkpointName', 'status', 'conflicts'],
  announcement: ['progress', 'recipientCount', 'leftOut'],
  reminder: ['progress', 'recipientCount', 'leftOut'],
}

const differing = (object: string, one: Form, other: Form) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (field) => DERIVED[object]?.includes(field) !== true && JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  )

/** Returns the differences between a replica and the API's lists. */
export const differencesOf = (kept: Kept, listed: Kept): string[] =>
  [...new Set([...Object.keys(kept), ...Object.keys(listed)])].flatMap((name) => {
    const [one, other] = [kept[name], listed[name]]
    if (one === undefined) return [`${name} is missing`]
    if (other === undefined) return [`${name} is no longer in any list`]
    const fields = differing(name.split(' ')[0] ?? '', one, other)
    return fields.map(
      (field) => `${name}: ${field} is ${JSON.stringify(one[field])}, not ${JSON.stringify(other[field])}`,
    )
  })

const outOfOrder = ({ stretches }: Replica) =>
  stretches.flatMap((seqs) =>
    seqs.flatMap((seq, index) => (seq <= (seqs[index - 1] ?? 0) ? [`${seq} came after ${seqs[index - 1]}`] : [])),
  )

/** Returns the changes that only one of two replicas received after both had last started over. */
const unequal = ([first, ...others]: readonly Replica[]) => {
  const seqsOf = (replica: Replica) => new Set(replica.stretches.flat())
  const received = first === undefined ? new Set<number>() : seqsOf(first)
  const from = (replica: Replica) => Math.max(...replica.stretches.map(([seq = Infinity]) => seq))
  return others.flatMap((other) => {
    const start = Math.max(first === undefined ? 0 : from(first), from(other))
    const seen = seqsOf(other)
    const all = [...new Set([...received, ...seen])].filter((seq) => seq >= start)
    return all.flatMap((seq) =>
      received.has(seq) && seen.has(seq)
        ? []
        : [`${seq} was sent only to ${received.has(seq) ? first?.name : other.name}`],
    )
  })
}

/**
 * Checks that a replica fed only by `/v1/changes` equals the API's lists, despite kills, restarts and expired cursors.
 */
export const replicas: Checker = ({ replicas: all }) => {
  const byCalendar = Map.groupBy(all, ({ name }) => name.split(' ')[0])
  return {
    facts: all.reduce((total, { listed }) => total + Object.keys(listed).length, 0),
    violations: [
      ...all.flatMap((replica) =>
        [...differencesOf(replica.kept, replica.listed), ...outOfOrder(replica)].map(
          (violation) => `${replica.name}: ${violation}`,
        ),
      ),
      ...[...byCalendar.values()].flatMap(unequal),
    ],
  }
}
