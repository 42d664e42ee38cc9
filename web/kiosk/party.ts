import { decideAlone, type Known } from './decide.ts'
import type { Here } from './verdict.ts'
import type { Found } from './wire.ts'
import { words } from './words.ts'

/** Several who were registered together: who of them is still to come, and may be let in with one word for all. */

const COMING: readonly string[] = ['CONFIRMED', 'CHECKED_IN']
const comingOf = (guests: readonly { status: string }[]) =>
  guests.filter(({ status }) => COMING.includes(status)).length

/** Parties are let in where guests come to be in: by the main door. */
export const takesParties = ({ place, direction }: Pick<Here, 'place' | 'direction'>) =>
  place.isMainDoor && direction === 'IN'

/** What is said of a party of `size`, of whom so many are still outside; nothing of whoever comes alone. */
const linesOf = (size: number, outside: number) => {
  if (size < 2) return []
  const said = words().party
  if (outside === 0) return [said.allIn(size)]
  return [outside === size ? said.nobodyIn(size) : said.someIn(size, size - outside)]
}

/** The rest of a guest's party, as the service tells. `isIn`: whether the guest has come in by now. */
export const othersOf = (found: Found | null, isIn: boolean) => {
  if (!found?.party) return { count: 0, lines: [] }
  const { guests, inside, size: _ } = found.party
  const coming = comingOf(guests)
  const wasIn = found.alreadyCheckedIn
  const isComing = COMING.includes(found.status)
  const count = Math.max(0, coming - inside - (isComing && !wasIn ? 1 : 0))
  return { count, lines: linesOf(coming, count + (isComing && !isIn ? 1 : 0)) }
}

/** The same without the service: those whom the list lets in, as hashes of their codes. */
export const othersByList = (others: readonly Known[], here: Here, isIn: boolean) => {
  const hashes = others.flatMap((known) =>
    known.entry !== undefined && decideAlone(known, here).isAdmitted ? [known.entry.codeHash] : [],
  )
  const size = comingOf(others.flatMap(({ entry }) => entry ?? [])) + 1
  return { hashes, lines: linesOf(size, hashes.length + (isIn ? 0 : 1)) }
}

/** What lets in everybody else; `asked` where whoever was scanned would come in by the same word. */
export const forAll = (others: number, scanned: 'asked' | 'settled', act: () => void) =>
  others === 0
    ? null
    : { label: scanned === 'asked' ? words().party.admitAll(others + 1) : words().party.admitOthers(others), act }
