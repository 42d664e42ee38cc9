export interface PaymentText {
  /** The details to copy, such as an IBAN. */
  rows: [label: string, value: string][]
  /** The other lines, as Markdown, or null if there are none. */
  text: string | null
}

/** A short label, a colon and a short value without Markdown or a link, such as `IBAN: DE02 1203 0000 0000 2020 51`. */
const ROW =
  /^(?!https?:)([\p{L}\p{N}][^:：.!?*_`[\]#|<>]{0,28}?)[^\S\n]*[:：][^\S\n]*([^\s*`[\]|<>][^*`[\]|<>]{0,79})$/u
const IS_SENTENCE = /(?<!\b\p{L}{1,4})\.$|[!?。！？؟,]$|https?:/u

const rowOf = (line: string): [string, string] | null => {
  const [, label, value] = ROW.exec(line.trim()) ?? []
  return label === undefined || value === undefined || IS_SENTENCE.test(value) ? null : [label, value.trim()]
}

/** Separates lines such as `IBAN: …` of payment instructions from their sentences. */
export const paymentTextOf = (instructions: string): PaymentText => {
  const rows: PaymentText['rows'] = []
  const others: string[] = []
  for (const line of instructions.split('\n')) {
    const row = rowOf(line)
    if (row === null) others.push(line)
    else rows.push(row)
  }
  const text = others
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return { rows, text: text === '' ? null : text }
}
