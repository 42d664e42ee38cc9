import { withoutRivals, type Fits } from '../../kernel/column-choice.ts'
import { isCurrency } from '../../kernel/money.ts'
import { foldForSearch } from '../../kernel/person-name.ts'
import { Email } from '../../kernel/wire.ts'
import { isStatus, type findColumns, type Meaning, type ReadableEvent } from './lines.ts'

type FoundColumns = NonNullable<ReturnType<typeof findColumns>>

/** `Address` can be a street or an email address, and `Type` a ticket or a kind of guest: the values decide. */
export const withFittingColumns = (
  found: FoundColumns | null,
  rows: readonly (readonly string[])[],
  { tickets }: Pick<ReadableEvent, 'tickets'>,
): FoundColumns | null => {
  if (found === null) return null
  const names = new Set(tickets.map(({ name }) => foldForSearch(name)))
  const fits: Fits<Meaning> = {
    email: (text) => Email().safeParse(text).success,
    ticket: (text) => names.has(foldForSearch(text)),
    status: isStatus,
    currency: (text) => isCurrency(text.toUpperCase()),
    amount: (text) => /\d/.test(text),
  }
  const data = rows.slice(found.headerAt + 1)
  return { ...found, meanings: withoutRivals<Meaning, ''>(found.meanings, data, { fits, ignored: '' }) }
}
