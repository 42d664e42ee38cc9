import type { Locale } from '../kernel/vocabulary.ts'

/** Marks that turn the direction of whatever follows them, up to the end of the text and beyond. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

export const withoutTurns = (text: string) => text.replaceAll(TURNS, '')

/** Sentences, one after the other: Japanese writes nothing between them. */
export const inARow = (locale: Locale, ...sentences: string[]) => sentences.join(locale === 'ja' ? '' : ' ')

/** Between a label and what it is the label of. */
export const colonIn = (locale: Locale) => (locale === 'fr' ? '\u00a0: ' : locale === 'ja' ? '：' : ': ')

/** Between the ends of a range, by a tag of the language. No line begins with a dash. */
export const toIn = (language: string) => (/^ja\b/.test(language) ? '〜' : '\u00a0– ')

/** Between the parts of a list. */
export const commaIn = (locale: Locale) => (locale === 'ar' ? '، ' : locale === 'ja' ? '、' : ', ')

/** The first sentence or two of a Markdown text, as plain text on one line; null where there is none. */
export const plainOf = (markdown: string | null, mostLetters = 200) => {
  const text = withoutTurns((markdown ?? '').slice(0, 20 * mostLetters))
    .replaceAll(/!?\[([^\]\n]{0,500})\]\([^)\n]*\)/g, '$1')
    .replaceAll(/\n(?<=^ {0,3}[-*+] .*\n) {0,3}[-*+] +/gm, ' · ')
    .replaceAll(/^\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/gm, '')
    // A list or a heading ends without a full stop, and what comes next is another matter.
    .replaceAll(/(?<=^ {0,3}(?:[-*+]|#{1,6}) .*[\p{L}\p{N}])\n\s*\n(?=\s*\S)/gmu, ' ·\n')
    .replaceAll(/~~|(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}])/gu, '')
    .replaceAll(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/gm, '')
    .replaceAll(/[*`]{1,3}(?=\S)|(?<=\S)[*`]{1,3}/g, '')
    .replaceAll(/\s+/g, ' ')
    // A line may end with the dot, never begin with it.
    .replaceAll(' · ', '\u00a0· ')
    .trim()
  if (text === '') return null
  if (text.length <= mostLetters) return text
  const cut = text.slice(0, mostLetters)
  const end = cut.lastIndexOf(' ')
  const kept = cut.slice(0, end > mostLetters / 2 ? end : mostLetters)
  return `${kept.toWellFormed().replace(/\s*·$/, '')}…`
}
