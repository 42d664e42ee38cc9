import { report } from './log.ts'

/** Prints a line before `work`, and a line with its duration afterwards. */
export const step = async <Result>(
  [doing, done]: readonly [string, string],
  work: () => Promise<Result>,
): Promise<Result> => {
  const from = performance.now()
  report(`${doing} …`, doing)
  const result = await work()
  const ms = Math.round(performance.now() - from)
  report(`${done.padEnd(28)} ${`${(ms / 1_000).toFixed(1)} s`.padStart(7)}`, done, { ms })
  return result
}
