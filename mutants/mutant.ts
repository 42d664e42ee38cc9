/** A guard taken out by hand, and the tests that must fail without it. */
export type Mutant = {
  /** The fault, as a short sentence. */
  name: string
  /** The promise of the product that this mutant breaks. */
  rule: string
  /** The declaration that contains the guard. `outer.inner` is a function, property or variable inside `outer`. */
  in: string
  /** The end of the file’s path, needed only if several files declare the name. */
  file?: string
  tests: readonly string[]
} & Change

export type Change =
  /** Makes the condition of `unless('<code>', …)` always true, for one code or several. */
  | { guard: string | readonly string[] }
  /** Replaces the body of the function with this expression. */
  | { returns: string }
  /** Replaces the first text, which must occur once in the declaration, with the second. */
  | { swap: readonly [string, string] }
