const secondsSince = (from: number) => `${((performance.now() - from) / 1_000).toFixed(1)} s`

/** Prints the step before and its duration after `work`. */
export const step = async <Result>(
  [doing, done]: readonly [string, string],
  work: () => Promise<Result>,
): Promise<Result> => {
  const from = performance.now()
  console.log(`${doing} …`)
  const result = await work()
  console.log(`${done.padEnd(28)} ${secondsSince(from).padStart(7)}`)
  return result
}
