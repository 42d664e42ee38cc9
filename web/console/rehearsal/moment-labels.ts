/** Width of a letter as a share of a picture that is 1,000 px wide. */
const LETTER = 0.0072
const GAP = 0.015

interface Moment {
  /** From 0 to 1. */
  at: number
  text: string
}

interface MomentLabel extends Moment {
  row: number
  /** Whether the text is before its line instead of after it. */
  isBefore: boolean
}

/**
 * Puts each label in the first row in which it doesn't overlap another, because milestones can be minutes apart in a
 * picture of weeks.
 */
export const labelsIn = (moments: readonly Moment[]): MomentLabel[] => {
  const rows: { from: number; until: number }[][] = []
  return moments.map(({ at, text }) => {
    const width = text.length * LETTER + GAP
    const isBefore = at + width > 1
    const [from, until] = isBefore ? [at - width, at] : [at, at + width]
    const free = rows.findIndex((taken) => taken.every((each) => until <= each.from || from >= each.until))
    const row = free === -1 ? rows.length : free
    rows[row] = [...(rows[row] ?? []), { from, until }]
    return { at, text, row, isBefore }
  })
}
