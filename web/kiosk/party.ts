import { decideAlone, type Known } from './decide.ts'
import type { Here, Verdict } from './verdict.ts'
import type { Found } from './wire.ts'
import { words } from './words.ts'

const COMING: readonly string[] = ['CONFIRMED', 'CHECKED_IN']
const comingOf = (guests: readonly { status: string }[]) =>
  guests.filter(({ status }) => COMING.includes(status)).length

/** Parties are admitted only when they enter at the main door. */
export const takesParties = ({ place, direction }: Pick<Here, 'place' | 'direction'>) =>
  place.isMainDoor && direction === 'IN'

/**
 * Returns a line about a party of `size` guests, of whom `outside` are still to come. Returns no line for a single
 * guest.
 */
const linesOf = (size: number, outside: number) => {
  if (size < 2) return []
  const said = words().party
  if (outside === 0) return [said.allIn(size)]
  return [outside === size ? said.nobodyIn(size) : said.someIn(size, size - outside)]
}

/**
 * Returns the number of others in the guest's party who can still come, according to the service. `isIn` is true if the
 * guest is in by now.
 */
export const othersOf = (found: Found | null, isIn: boolean) => {
  if (!found?.party) return { count: 0, lines: [] }
  const { guests, inside, size: _ } = found.party
  const coming = comingOf(guests)
  const wasIn = found.alreadyCheckedIn
  const isComing = COMING.includes(found.status)
  const count = Math.max(0, coming - inside - (isComing && !wasIn ? 1 : 0))
  return { count, lines: linesOf(coming, count + (isComing && !isIn ? 1 : 0)) }
}

/** Like `othersOf`, but offline: returns the code hashes of the others whom the manifest lets in. */
export const othersByList = (others: readonly Known[], here: Here, isIn: boolean) => {
  const hashes = others.flatMap((known) =>
    known.entry !== undefined && decideAlone(known, here).isAdmitted ? [known.entry.codeHash] : [],
  )
  const size = comingOf(others.flatMap(({ entry }) => entry ?? [])) + 1
  return { hashes, lines: linesOf(size, hashes.length + (isIn ? 0 : 1)) }
}

/** Returns the verdict with lines about the party first. */
export const withLines = (verdict: Verdict, lines: string[]): Verdict => ({
  ...verdict,
  lines: [...lines, ...verdict.lines],
})

/** Returns the button that admits the others. If `scanned` is `asked`, the button admits the scanned guest as well. */
export const forAll = (others: number, scanned: 'asked' | 'settled', act: () => void) =>
  others === 0
    ? null
    : { label: scanned === 'asked' ? words().party.admitAll(others + 1) : words().party.admitOthers(others), act }
