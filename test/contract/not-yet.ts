import type { Line } from './published.ts'

/** Operations of the contract that no module has yet. A line that is there all the same fails: take it out. */
export const notYet: readonly Line[] = []
