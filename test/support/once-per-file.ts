import { expect } from 'vitest'

/** Runs `make` for its first call in each test file, because every file starts with an empty database. */
export const oncePerFile = <Made>(make: () => Promise<Made>): (() => Promise<Made>) => {
  let last: { file: string | undefined; made: Promise<Made> } | null = null
  return () => {
    const { testPath: file } = expect.getState()
    if (last?.file !== file) last = { file, made: make() }
    return last.made
  }
}
