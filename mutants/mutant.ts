/** A fault made by removing one guard, and the tests that must fail because of it. */
export type Mutant = {
  /** The fault in one short sentence. */
  name: string
  /** The promise of the product that this mutant breaks. */
  rule: string
  /** The declaration that contains the guard. `outer.inner` is a function, property or variable inside `outer`. */
  in: string
  /** The end of the file’s path. Needed only if several files declare the name. */
  file?: string
  tests: readonly string[]
} & Change

export type Change =
  /** Makes the condition of `unless('<code>', …)` always true, for one or more codes. */
  | { guard: string | readonly string[] }
  /** Replaces the function's body with this expression. */
  | { returns: string }
  /** Replaces the first text with the second. The first must occur exactly once in the declaration. */
  | { swap: readonly [string, string] }
