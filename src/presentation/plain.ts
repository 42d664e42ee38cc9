import type { Locale } from '../kernel/vocabulary.ts'

/** Bidi embeddings, overrides and isolates. If not closed, they reorder all text that follows. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

export const withoutTurns = (text: string) => text.replaceAll(TURNS, '')

/** Joins sentences with a space, except in Japanese, which puts no space between sentences. */
export const inARow = (locale: Locale, ...sentences: string[]) => sentences.join(locale === 'ja' ? '' : ' ')

export const colonIn = (locale: Locale) => (locale === 'fr' ? '\u00a0: ' : locale === 'ja' ? '：' : ': ')

/** Returns the range separator for a language tag. The no-break space keeps a line from starting with the dash. */
export const toIn = (language: string) => (/^ja\b/.test(language) ? '〜' : '\u00a0– ')

export const commaIn = (locale: Locale) => (locale === 'ar' ? '، ' : locale === 'ja' ? '、' : ', ')

/**
 * Returns the first `mostLetters` characters (200 by default) of a Markdown text as one plain line, or null if it has
 * no text.
 */
export const plainOf = (markdown: string | null, mostLetters = 200) => {
  const text = withoutTurns((markdown ?? '').slice(0, 20 * mostLetters))
    .replaceAll(/!?\[([^\]\n]{0,500})\]\([^)\n]*\)/g, '$1')
    .replaceAll(/\n(?<=^ {0,3}[-*+] .*\n) {0,3}[-*+] +/gm, ' · ')
    .replaceAll(/^\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/gm, '')
    // List items and headings have no full stop, so ` ·` separates them from the next text. A heading ends its line,
    // and starts a line, without a blank line next to it.
    .replaceAll(/(?<=^ {0,3}[-*+] .*[\p{L}\p{N}*_`])\n\s*\n(?=\s*\S)/gmu, ' ·\n')
    .replaceAll(/(?<=^ {0,3}#{1,6} .*[^\s.!?:。！？؟…·])[^\S\n]*#*[^\S\n]*\n(?=\s*\S)/gmu, ' ·\n')
    .replaceAll(/(?<=[^\s.!?:。！？؟…·])\s*\n(?=\s{0,3}#{1,6} )/gu, ' ·\n')
    .replaceAll(/~~|(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}])/gu, '')
    .replaceAll(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/gm, '')
    .replaceAll(/[*`]{1,3}(?=\S)|(?<=\S)[*`]{1,3}/g, '')
    .replaceAll(/\s+/g, ' ')
    // The no-break space keeps a line from starting with the dot.
    .replaceAll(' · ', '\u00a0· ')
    .trim()
  if (text === '') return null
  if (text.length <= mostLetters) return text
  const cut = text.slice(0, mostLetters)
  const end = cut.lastIndexOf(' ')
  const shortened = cut.slice(0, end > mostLetters / 2 ? end : mostLetters)
  return `${shortened.toWellFormed().replace(/\s*·$/, '')}…`
}

/** Returns a Markdown text up to the first heading below other text. */
export const introOf = (markdown: string | null) =>
  markdown
    ?.trim()
    .split(/\n(?= {0,3}#{1,6} )/)[0]
    ?.trimEnd() ?? null
