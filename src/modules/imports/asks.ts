import { invalid } from '../../kernel/failure.ts'

const MAX_REFUSED_SHARE = 0.2

/**
 * Adds `acceptRefused` if more than a fifth of the lines are refused, because the columns may have been misread. Only
 * if no other question is open, because an open question refuses lines too.
 */
export const withAcceptance = (
  asks: readonly string[],
  lines: readonly { result: string }[],
  isAccepted: boolean | undefined,
) => {
  const refused = lines.filter(({ result }) => result === 'refused').length
  const isAsked = asks.length === 0 && refused > lines.length * MAX_REFUSED_SHARE && isAccepted !== true
  return isAsked ? ['acceptRefused'] : [...asks]
}

export const mustAnswer = (asks: readonly string[]) => {
  const [asked] = asks
  if (asked === 'acceptRefused') throw invalid(asked, 'is required, because more than 20 % of the lines are refused')
  if (asked === 'acceptErased')
    throw invalid(asked, 'is required, because persons whom you erased can’t be recognised since the restore')
  if (asked !== undefined) throw invalid(asked, 'is required, because more than one reading fits this file')
}
