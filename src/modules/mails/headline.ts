import type { Language } from '../../words/words.ts'

/** Longer than what a telephone shows of a line beside the poster; lines of Chinese and Japanese end anywhere. */
export const hasLongWord = (title: string) => /[^\s\u2e80-\uffef]{15}/.test(title)

/** Large letters stand closer: not those that join or are square, and Arabic lines need room for its marks. */
export const largeIn = ({ locale }: Pick<Language, 'locale'>) =>
  locale === 'ar' ? ';line-height:1.5' : locale === 'ja' ? ';word-break:auto-phrase' : ';letter-spacing:-0.02em'
