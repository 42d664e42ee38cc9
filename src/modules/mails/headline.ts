import type { Language } from '../../words/words.ts'

/** Large letters stand closer: not those that join or are square, and Arabic lines need room for its marks. */
export const largeIn = ({ locale }: Pick<Language, 'locale'>) =>
  locale === 'ar' ? ';line-height:1.5' : locale === 'ja' ? ';word-break:auto-phrase' : ';letter-spacing:-0.02em'
