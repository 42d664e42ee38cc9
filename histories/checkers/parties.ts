import type { Checker, History } from '../history.ts'
import { at, attempts, done } from '../history.ts'

const GONE = ['CANCELLED', 'DECLINED', 'TRANSFERRED']

const leaversOf = (history: History) => {
  const leaving = Map.groupBy(attempts(history, 'leaveSeat'), ({ act }) => act.guest)
  return (guest: string, before: number) => (leaving.get(guest) ?? []).some(({ from }) => from < before)
}

/**
 * Checks that all remaining members of a party have the same status: waitlisted, offered or confirmed. A list of the
 * guests with one status must contain whole parties, except for members who may have left, and no guest or email
 * address twice.
 */
export const parties: Checker = (history) => {
  const mayHaveLeft = leaversOf(history)
  const members = new Map(done(history, 'gather').map(({ act }) => [act.party, act.guests]))
  const reads = done(history, 'sawParty')
  const lists = done(history, 'sawTogether')

  const torn = reads.flatMap((read) => {
    const statuses = new Set(read.act.standings.map(({ status }) => status).filter((status) => !GONE.includes(status)))
    const vanished = read.act.standings.filter(
      ({ guest, status }) => GONE.includes(status) && !mayHaveLeft(guest, read.to) && members.has(read.act.party),
    )
    return [
      ...(statuses.size > 1 ? [`${read.act.party} was ${[...statuses].join(' and ')} at once: ${at(read)}`] : []),
      ...vanished.map(({ guest, status }) => `${guest} was seen ${status} but had not left: ${at(read)}`),
    ]
  })

  const listed = lists.flatMap((read) => {
    const { guests, status } = read.act
    const ids = new Set(guests.map(({ guest }) => guest))
    const addresses = guests.flatMap(({ address }) => address ?? [])
    const found: string[] = []
    if (ids.size < guests.length || new Set(addresses).size < addresses.length) found.push('contains a guest twice')
    for (const party of new Set(guests.map((guest) => guest.party))) {
      const missing = (members.get(party) ?? []).filter((guest) => !ids.has(guest) && !mayHaveLeft(guest, read.to))
      if (missing.length > 0) found.push(`has ${party} without ${missing.join(' and ')}`)
    }
    return found.map((what) => `the list of ${status} ${what}: ${at(read)}`)
  })
  return { facts: reads.length + lists.length, violations: [...torn, ...listed] }
}
