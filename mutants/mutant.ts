/** A guard taken out by hand, and the tests that must notice. */
export interface Mutant {
  name: string
  /** The sentence that is no longer true. */
  rule: string
  file: string
  /** Occurs in the file exactly once. */
  text: string
  becomes: string
  tests: readonly string[]
}
