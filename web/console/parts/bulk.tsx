import { useState } from 'hono/jsx/dom'
import { partsWords } from '../words/en/parts.ts'
import { TextField } from './fields.tsx'
import { numberOf } from './words.ts'

/** Arabic and Persian digits end with the four bits of their value. */
const ARABIC_DIGIT = /[\u0660-\u0669\u06F0-\u06F9]/g

/** Returns the digits without separators, so that `1,204`, `1.204` and `١٢٠٤` are the same. */
const digitsOf = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(ARABIC_DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(/[\s.,'’٬]/g, '')

/** A field for the number of a bulk write (`bulkNumber`). A small write has no field and is ready. */
export const useBulk = (number: number | null) => {
  const [typed, type] = useState('')
  if (number === null) return { isTyped: true, field: null }
  return {
    isTyped: digitsOf(typed) === String(number),
    field: (
      <TextField
        key="bulk"
        label={partsWords().typeNumber(numberOf(number))}
        inputmode="numeric"
        value={typed}
        set={type}
      />
    ),
  }
}
