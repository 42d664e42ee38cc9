/** Checks, by meaning, whether a value fits a column. */
export type Fits<Meaning extends string> = Readonly<Partial<Record<Meaning, (text: string) => boolean>>>

/** Returns the non-empty cells of a column. */
export const valuesIn = (rows: readonly (readonly string[])[], at: number) =>
  rows.flatMap((cells) => {
    const cell = cells[at] ?? ''
    return cell === '' ? [] : [cell]
  })

/**
 * Of several columns with the same meaning, keeps the one with the most values that fit, otherwise the first. The others
 * get `ignored`, so the report shows them as columns that are not imported.
 */
export const withoutRivals = <Meaning extends string, Ignored>(
  meanings: readonly (Meaning | Ignored)[],
  rows: readonly (readonly string[])[],
  { fits, ignored }: { fits: Fits<Meaning>; ignored: Ignored },
): (Meaning | Ignored)[] =>
  meanings.map((meaning, at) => {
    if (meaning === ignored) return meaning
    const isFit = fits[meaning as Meaning]
    const rivals = meanings.flatMap((each, index) => (each === meaning ? [index] : []))
    if (rivals.length === 1) return meaning
    const fitting = (index: number) => (isFit === undefined ? 0 : valuesIn(rows, index).filter(isFit).length)
    const [best] = rivals.toSorted((one, other) => fitting(other) - fitting(one) || one - other)
    return best === at ? meaning : ignored
  })
