import { median, p99, type Against, type Bound, type BySize, type Speed } from '../harness/results.ts'
import { runLoad, type Load, type Round } from './rounds.ts'
import type { Stand } from './stand.ts'

const WARM_UP_MS = 400
const WARM_UP_OF_A_SIZE_MS = 150

export interface Comparison {
  name: string
  subject: Load
  floor: Load
  bound: Bound
  connections?: number
  rounds?: number
  roundMs?: number
  /** What to compare: `speed` in requests per second (higher is better), or `p99`. */
  by?: 'speed' | 'p99'
}

const speedOf = (rounds: Round[]): Speed => {
  const delays = rounds.flatMap((round) => round.delays)
  return { perSecond: median(rounds.map(({ perSecond }) => perSecond)), p50: median(delays), p99: p99(delays) }
}

/** Alternates rounds of the subject (the service) and the floor, so that other load on the machine affects both. */
export const compare = async (
  stand: Pick<Stand, 'forgetPeak' | 'peakMemory'> | null,
  comparison: Comparison,
): Promise<Against> => {
  const { name, subject, floor, bound, connections = 16, rounds = 5, roundMs = 800, by = 'speed' } = comparison
  await runLoad({ ...subject, connections, forMs: WARM_UP_MS })
  await runLoad({ ...floor, connections, forMs: WARM_UP_MS })
  stand?.forgetPeak()
  const ran: Record<'subject' | 'floor', Round[]> = { subject: [], floor: [] }
  for (let round = 0; round < rounds; round += 1) {
    ran.floor.push(await runLoad({ ...floor, connections, forMs: roundMs }))
    ran.subject.push(await runLoad({ ...subject, connections, forMs: roundMs }))
  }
  const [mine, theirs] = [speedOf(ran.subject), speedOf(ran.floor)]
  // Divides each round by the floor's round next to it.
  const shares = ran.subject.map(({ perSecond }, round) => perSecond / (ran.floor[round]?.perSecond ?? Number.NaN))
  const ratio = by === 'p99' ? mine.p99 / theirs.p99 : median(shares)
  return {
    kind: 'against',
    name,
    subject: mine,
    floor: theirs,
    ratio,
    bound,
    peakMemoryMiB: stand === null ? null : stand.peakMemory() / 2 ** 20,
  }
}

/** The load of each round. It may differ between rounds, because a round of check-ins uses up its guests. */
export interface Sized {
  size: number
  load: (round: number) => Load
}

interface SizeComparison {
  name: string
  /** Sorted from smallest to largest. */
  sizes: Sized[]
  bound: Bound
  rounds?: number
  roundMs?: number
}

const CONNECTIONS = 8

/** Compares the cost of the same request at different numbers of rows. Rounds alternate between the sizes. */
export const compareSizes = async ({
  name,
  sizes,
  bound,
  rounds = 5,
  roundMs = 200,
}: SizeComparison): Promise<BySize> => {
  const ran = sizes.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { load }] of sizes.entries()) {
      const forMs = round === 0 ? WARM_UP_OF_A_SIZE_MS : roundMs
      const { perSecond } = await runLoad({ ...load(round), connections: CONNECTIONS, forMs })
      if (round > 0) ran[index]?.push(1_000 / perSecond)
    }
  }
  const fewest = ran[0] ?? []
  const shares = (ran.at(-1) ?? []).map((cost, round) => cost / (fewest[round] ?? Number.NaN))
  const costs = sizes.map(({ size }, index) => ({ size, ms: median(ran[index] ?? []) }))
  return { kind: 'bySize', name, costs, ratio: median(shares), bound }
}
