import { isTyped, type Bulk } from '../../../src/kernel/bulk.ts'
import { partsWords } from '../words/en/parts.ts'
import { TextField } from './fields.tsx'
import { useState } from './state.ts'
import { numberOf } from './words.ts'

/** A field for the number of a bulk write (`bulkOf`). A small write has no field and is ready. */
export const useBulk = (bulk: Bulk | null) => {
  const [typed, type] = useState('')
  if (bulk === null) return { isTyped: true, field: null }
  const words = partsWords()
  const number = numberOf(bulk.number)
  return {
    isTyped: isTyped(bulk, typed),
    field: (
      <TextField
        key="bulk"
        label={words.typeNumber(bulk.currency === null ? words.emails(number) : `${number} ${bulk.currency}`)}
        inputmode="decimal"
        value={typed}
        set={type}
      />
    ),
  }
}
