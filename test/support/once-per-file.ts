import { expect } from 'vitest'

/** Runs `make` for its first call in each test file, because every file starts with an empty database. */
export const oncePerFile = <Made>(make: () => Promise<Made>): (() => Promise<Made>) => {
  const made = new Map<string, Promise<Made>>()
  return () => {
    const { testPath: file = '' } = expect.getState()
    const found = made.get(file) ?? make()
    made.set(file, found)
    return found
  }
}
