const secondsSince = (from: number) => `${((performance.now() - from) / 1_000).toFixed(1)} s`

/** Prints a line before `work`, and a line with its duration afterwards. */
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
