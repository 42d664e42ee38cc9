import { withoutTurns } from '../kernel/html.ts'

const MOST_LETTERS = 200

/** The first sentence or two of a Markdown text, as plain text on one line; null where there is none. */
export const plainOf = (markdown: string | null) => {
  const text = withoutTurns(markdown ?? '')
    .replaceAll(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replaceAll(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/gm, '')
    .replaceAll(/[*`]{1,3}(?=\S)|(?<=\S)[*`]{1,3}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (text === '') return null
  if (text.length <= MOST_LETTERS) return text
  const cut = text.slice(0, MOST_LETTERS).toWellFormed()
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MOST_LETTERS / 2))}…`
}
